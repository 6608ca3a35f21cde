"""Profiles of columns, searches in them, and suggestions of roles, scales and orders."""
