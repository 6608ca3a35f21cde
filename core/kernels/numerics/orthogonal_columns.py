"""Columns at right angles to others, within groups of records (Gram and Schmidt)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints

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
        return cls(
            labels, lambda values: np.bincount(labels, values).astype(np.float64, copy=False)
        )


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
    remainder, multiples = column, [np.zeros(1)] * len(directions)
    for _ in range(2):
        for i, (direction, groups) in enumerate(directions):
            multiple = groups.add_up(remainder * direction)
            remainder = remainder - multiple[groups.labels] * direction
            multiples[i] = multiples[i] + multiple
    return remainder, multiples
