"""Compiled kernels: the only room that imports numba; arrays in, arrays out."""
