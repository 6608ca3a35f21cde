"""Columns at right angles to others, within groups of records (Gram and Schmidt)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.kernels.numerics.small_matrices import sum_in_order
from core.kernels.numerics.sums import exact_mean, group_means

NOTHING_LEFT = 1e-10
"""Share of a column's squares below which nothing is left of it once it loses other columns."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupSums:
    """How products are added up within groups of records.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0.
    add_up : callable
        Computes of values of records, shape (n,), the sum of each group, or the mean of each.
    """

    labels: Ints
    add_up: Callable[[Floats], Floats]

    @classmethod
    def in_order(cls, labels: Ints) -> GroupSums:
        """Add up records in their order, which is the same on every machine."""
        if not labels.any():
            # A third of the time.
            return cls(labels, lambda values: np.array([sum_in_order(values)]))
        return cls(
            labels, lambda values: np.bincount(labels, values).astype(np.float64, copy=False)
        )

    @classmethod
    def rounded_once(cls, labels: Ints) -> GroupSums:
        """Add up records so that their order does not matter; no group is empty."""
        sizes = np.bincount(labels)
        if len(sizes) == 1:
            return cls(labels, lambda values: np.array([exact_mean(values)]) * sizes)
        return cls(labels, lambda values: group_means(values, labels, len(sizes)) * sizes)

    def of_records(self, sums: NDArray[Any]) -> NDArray[Any]:
        """Give each record what its group has, shape (n,); where there is one group (1,)."""
        return sums if len(sums) == 1 else sums[self.labels]


def take_off_directions(
    column: Floats, directions: Sequence[tuple[Floats, GroupSums]]
) -> tuple[Floats, list[Floats]]:
    """Take off a column what follows from others that are at right angles to each other.

    It is taken off twice, so that rounding leaves nothing of it (Giraud et al. 2005).

    Parameters
    ----------
    column : numpy.ndarray of float64, shape (n,)
    directions : sequence of tuple of numpy.ndarray of float64, shape (n,), and GroupSums
        Of each group the squares of a direction add up to 1 in the way that `add_up` adds, or to 0.

    Returns
    -------
    remainder : numpy.ndarray of float64, shape (n,)
    multiples : list of numpy.ndarray of float64, shape (g,)
        Of each direction what was taken off in its groups.
    """
    remainder, multiples = column.copy(), [np.zeros(1)] * len(directions)
    # New memory for each product would take longer than the product.
    products = np.empty_like(remainder)
    for _ in range(2):
        for i, (direction, groups) in enumerate(directions):
            multiple = groups.add_up(np.multiply(remainder, direction, out=products))
            remainder -= np.multiply(groups.of_records(multiple), direction, out=products)
            multiples[i] = multiples[i] + multiple
    return remainder, multiples
