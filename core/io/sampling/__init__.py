"""Samples of files that do not fit into memory, and how large files are."""
