"""Guesses about a table that hold for text and for sheets: its header, its missing codes."""
