"""Profiles of columns, searches in cells, and suggestions of roles, scales and orders."""
