"""Parquet and Feather files."""
