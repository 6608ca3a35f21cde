"""Turns points, each time in another way, so that cuts along the axes lie elsewhere."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats

# So many reflections, one after the other, mix the columns well.
_REFLECTIONS = 3
# Of a sequence of numbers that look random.
_FACTOR, _MODULUS = 48_271, 2**31 - 1
# The numbers are brought to -_LARGEST ... _LARGEST.
_LARGEST = 8


def turn(points: Floats, number: int) -> Floats:
    """Return a copy of points after reflections that depend on `number`; none for 0.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Any.
    number : int
        At least 0.
    """
    reflected = points.copy()
    if number > 0 and points.shape[1] > 1:
        _reflect(reflected, _normals(number, points.shape[1]))
    return reflected


def _normals(number: int, columns: int) -> Floats:
    """Return the directions of some reflections; shape (reflections, columns)."""
    drawn = number
    normals = np.zeros((_REFLECTIONS, columns))
    # The first ones of a small start resemble each other.
    for position in range(-2, normals.size):
        drawn = drawn * _FACTOR % _MODULUS
        if position >= 0:
            normals.flat[position] = drawn % (2 * _LARGEST + 1) - _LARGEST
    # A direction of zeros would reflect nothing.
    normals[~normals.any(axis=1)] = 1.0
    return normals


@njit(cache=True, nogil=True)
def _reflect(points: Floats, normals: Floats) -> None:
    """Reflect points at the planes through 0 with these normals."""
    for r in range(len(normals)):
        normal = normals[r]
        square = 0.0
        for i in range(len(normal)):
            square += normal[i] * normal[i]
        for x in range(len(points)):
            along = 0.0
            for i in range(len(normal)):
                along += normal[i] * points[x, i]
            along = 2.0 * along / square
            for i in range(len(normal)):
                points[x, i] -= along * normal[i]
