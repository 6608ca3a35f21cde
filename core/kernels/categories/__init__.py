"""Nominal attributes: semantic distance, marginality and sets of categories."""
