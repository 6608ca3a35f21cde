"""The protection methods."""
