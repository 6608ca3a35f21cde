"""Files that do not fit into memory: when they are offered to be protected on disk."""
