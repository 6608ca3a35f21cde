"""Looks in the scratch folder for published columns that disclose masked ones."""
