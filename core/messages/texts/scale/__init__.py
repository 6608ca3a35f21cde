"""Texts on files that are protected in blocks."""
