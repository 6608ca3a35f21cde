"""Texts on files that do not fit into memory."""
