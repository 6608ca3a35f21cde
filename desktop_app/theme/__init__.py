"""Palettes, sizes and icons."""
