"""Guesses for both texts and sheets: header and missing codes."""
