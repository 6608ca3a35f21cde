"""Checks of finished releases, which anyone can make: verify and repeat."""
