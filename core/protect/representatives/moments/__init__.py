"""Means of groups moved to the moments of the original."""
