"""Arithmetic and small data structures that the kernels share."""
