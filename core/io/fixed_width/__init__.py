"""Fixed-width text, read with a dictionary of its columns."""
