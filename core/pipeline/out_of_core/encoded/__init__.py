"""Columns in the scratch folder as numbers, ranks and categories, as `core.encode` has them."""
