"""Eigenvalues and products of small matrices, with the same bits on every machine.

The libraries behind numpy add in another order on other processors; here all sums have one order.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats

_MOST_SWEEPS = 60
# Share of the squares of a matrix below which what lies off the diagonal is nothing.
_NOTHING = 1e-32


@njit(cache=True, nogil=True)
def eigen_of(matrix: Floats) -> tuple[Floats, Floats]:
    """Compute the eigenvalues of a symmetric matrix, and the eigenvectors as columns.

    Rotations of two coordinates each (Jacobi), in the order of rows and columns.
    """
    a, vectors = matrix.copy(), np.eye(len(matrix))
    for _ in range(_MOST_SWEEPS):
        off_diagonal, total = 0.0, 0.0
        for i in range(len(a)):
            for j in range(len(a)):
                total += a[i, j] * a[i, j]
                if i != j:
                    off_diagonal += a[i, j] * a[i, j]
        if off_diagonal <= _NOTHING * total:
            break
        for i in range(len(a) - 1):
            for j in range(i + 1, len(a)):
                _rotate(a, vectors, i, j)
    values = np.empty(len(a))
    for i in range(len(a)):
        values[i] = a[i, i]
    return values, vectors


@njit(cache=True, nogil=True)
def _rotate(a: Floats, vectors: Floats, i: int, j: int) -> None:
    """Turn two coordinates so that their entry off the diagonal becomes 0."""
    if a[i, j] == 0.0:
        return
    slope = (a[j, j] - a[i, i]) / (2.0 * a[i, j])
    tangent = 1.0 / (abs(slope) + np.sqrt(slope * slope + 1.0))
    if slope < 0.0:
        tangent = -tangent
    cosine = 1.0 / np.sqrt(tangent * tangent + 1.0)
    sine = tangent * cosine
    for m in range(len(a)):
        first, second = a[m, i], a[m, j]
        a[m, i], a[m, j] = cosine * first - sine * second, sine * first + cosine * second
    for m in range(len(a)):
        first, second = a[i, m], a[j, m]
        a[i, m], a[j, m] = cosine * first - sine * second, sine * first + cosine * second
    for m in range(len(a)):
        first, second = vectors[m, i], vectors[m, j]
        vectors[m, i] = cosine * first - sine * second
        vectors[m, j] = sine * first + cosine * second


@njit(cache=True, nogil=True)
def product_of(first: Floats, second: Floats) -> Floats:
    """Multiply two matrices, or the rows of a table by a matrix."""
    result = np.zeros((first.shape[0], second.shape[1]))
    for i in range(first.shape[0]):
        for m in range(first.shape[1]):
            factor = first[i, m]
            for j in range(second.shape[1]):
                result[i, j] += factor * second[m, j]
    return result


@njit(cache=True, nogil=True)
def sum_in_order(values: Floats) -> float:
    """Add up numbers one after the other."""
    total = 0.0
    for i in range(len(values)):
        total += values[i]
    return total


@njit(cache=True, nogil=True)
def scatter_of(first: Floats, second: Floats, weights: Floats) -> Floats:
    """Add up the products of the columns of two tables, each row times its weight."""
    result = np.zeros((first.shape[1], second.shape[1]))
    for row in range(len(weights)):
        for i in range(first.shape[1]):
            factor = weights[row] * first[row, i]
            for j in range(second.shape[1]):
                result[i, j] += factor * second[row, j]
    return result
