"""Finds the columns that explain the others best: entropies, spanning tree, key columns.

Sun et al. (2012); manual: microaggregation#approximate-microaggregation-ama.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from core.array_types import Floats, Ints

Edge = tuple[int, int]

_DIGITS = 10


def categories(values: Floats, bins: int) -> Ints:
    """Return the index of each value, or of its bin if there are many values.

    A column with at most `bins` distinct values keeps them. Any other column is divided into `bins`
    bins of about equal size, with equal values in one bin: bin ``floor(bins * s / n)`` if `s` of
    the `n` values are smaller.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        Finite.
    bins : int
        At least 2.
    """
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    if len(counts) <= bins:
        return np.asarray(inverse, dtype=np.int64)
    smaller = np.cumsum(counts) - counts
    return np.asarray((bins * smaller // len(values))[inverse], dtype=np.int64)


def entropy(labels: Ints) -> float:
    """Return the entropy, in bits, of the relative frequencies of numbers from 0."""
    counts = np.bincount(labels).tolist()
    spread = math.fsum(count * math.log2(count) for count in counts if count)
    return math.log2(len(labels)) - spread / len(labels)


def dependency_matrix(
    columns: Sequence[Ints], progress: Callable[[int], None] | None = None
) -> Floats:
    """Compute ``D(A, B) = H(A|B) + H(B|A) = 2 H(A, B) - H(A) - H(B)`` for every pair.

    Parameters
    ----------
    columns : sequence of numpy.ndarray of int64, shape (n,)
        Categories of each attribute, numbered from 0.

    Returns
    -------
    numpy.ndarray of float64, shape (m, m)
        Symmetric, in bits; 0 on the diagonal, small if two attributes determine each other.
    """
    matrix = np.zeros((len(columns), len(columns)))
    single = [entropy(column) for column in columns]
    for done, (i, j) in enumerate(combinations(range(len(columns)), 2), start=1):
        joint = entropy(columns[i] * (int(columns[j].max()) + 1) + columns[j])
        matrix[i, j] = matrix[j, i] = 2.0 * joint - single[i] - single[j]
        if progress is not None:
            progress(done)
    return matrix


class Forest:
    """Union-find structure of attributes joined by edges."""

    def __init__(self, attributes: int) -> None:
        self._root = list(range(attributes))

    def apart(self, i: int, j: int) -> bool:
        """Return whether two attributes belong to different trees."""
        return self._root[i] != self._root[j]

    def join(self, i: int, j: int) -> None:
        """Add an edge."""
        gone = self._root[j]
        self._root = [self._root[i] if root == gone else root for root in self._root]


def spanning_tree(weights: Floats) -> tuple[Edge, ...]:
    """Return the minimum spanning tree by Kruskal's algorithm, edges ordered by (weight, i, j).

    Weights are equal if they agree to `_DIGITS` decimals, because the last bits of a logarithm
    differ between machines.
    """
    m = len(weights)
    tree, forest = [], Forest(m)
    rounded = np.round(weights, _DIGITS)
    for i, j in sorted(combinations(range(m), 2), key=lambda edge: (rounded[edge], edge)):
        if forest.apart(i, j):
            tree.append((i, j))
            forest.join(i, j)
    return tuple(tree)


def key_attributes(tree: Sequence[Edge], attributes: int) -> tuple[int, ...]:
    """Return the first attributes, by degree, whose degrees sum to at least `attributes`.

    Degrees in decreasing order, ties in column order (Sun et al. 2012, Definition 5). A single
    attribute is its own key.
    """
    degree = [sum(i in edge for edge in tree) for i in range(attributes)]
    keys, total = [], 0
    for i in sorted(range(attributes), key=lambda i: (-degree[i], i)):
        keys.append(i)
        total += degree[i]
        if total >= attributes:
            break
    return tuple(keys)
