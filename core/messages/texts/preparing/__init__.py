"""Texts on the preparation of columns."""
