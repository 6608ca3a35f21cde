"""The protection methods, one per file, each with its `METHOD`."""
