"""What logs hold, declared once: read, written and refused by these types."""
