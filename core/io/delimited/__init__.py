"""Delimited text (CSV)."""
