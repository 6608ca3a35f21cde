"""Partitions large files in blocks, and repairs the borders between them."""
