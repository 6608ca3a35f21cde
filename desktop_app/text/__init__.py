"""Texts of the window and their translation."""
