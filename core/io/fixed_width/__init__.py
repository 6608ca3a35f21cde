"""Text of fixed width, read by a dictionary of its columns."""
