"""Releases whose records are drawn from a core: the values of clusters, and a seed."""
