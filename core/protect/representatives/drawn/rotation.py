"""Frames of vectors in groups of records, by which records are rotated."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.numerics.orthogonal_columns import NOTHING_LEFT, GroupSums, take_off_directions


class Groups(Protocol):
    """Groups of records."""

    @property
    def labels(self) -> Ints:
        """Group of each record, shape (n,)."""
        ...

    def means(self, values: Floats) -> Floats:
        """Compute the mean of each group."""
        ...


def orthonormalise(groups: Groups, vectors: Floats) -> tuple[Floats, Floats]:
    """Make uncorrelated columns of mean 0 and variance 1 of some columns, in each group.

    Each column loses its mean and what follows from those before it. The columns are the frame
    times the transposed roots. A column that follows from the others, and each one that a group has
    too few records for, has 0 in the frame and as its pivot.

    Parameters
    ----------
    groups : Groups
        Of `n` records without weights.
    vectors : numpy.ndarray of float64, shape (n, d)

    Returns
    -------
    frame : numpy.ndarray of float64, shape (n, d)
    roots : numpy.ndarray of float64, shape (g, d, d)
        Lower triangles whose products with themselves are the covariances of each group.
    """
    labels, sizes, n_columns = groups.labels, np.bincount(groups.labels), vectors.shape[1]
    frame, ranks = np.zeros_like(vectors), np.zeros(len(sizes), dtype=np.int64)
    roots = np.zeros((len(sizes), n_columns, n_columns))
    in_groups, constant = GroupSums(labels, groups.means), np.ones(len(labels))
    for j in range(n_columns):
        remainders = vectors[:, j] - groups.means(vectors[:, j])[labels]
        variances = groups.means(remainders * remainders)
        # The mean goes last: what rounding leaves of it would count as variance.
        directions = [*frame[:, :j].T, constant]
        remainders, multiples = take_off_directions(
            remainders, [(direction, in_groups) for direction in directions]
        )
        for i in range(j):
            roots[:, j, i] = multiples[i]
        left = groups.means(remainders * remainders)
        is_free = (left > NOTHING_LEFT * variances) & (ranks < sizes - 1)
        pivots = np.sqrt(np.where(is_free, left, 0.0))
        frame[:, j] = np.where(
            is_free[labels], remainders / np.where(is_free, pivots, 1.0)[labels], 0.0
        )
        roots[:, j, j] = pivots
        ranks += is_free
    return frame, roots
