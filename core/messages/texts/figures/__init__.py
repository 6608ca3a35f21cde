"""Texts on the figures that users of a file compute."""
