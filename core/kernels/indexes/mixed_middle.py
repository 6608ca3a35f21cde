"""The mean and the least marginal categories of the records that are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.categories.categories import Categories
from core.kernels.categories.category_sets import CategorySets
from core.kernels.numerics import exact


class Middle(NamedTuple):
    """What it takes to follow the middle of what is left, of `m` numbers and `q` attributes.

    Attributes
    ----------
    sums : numpy.ndarray of int64, shape (m, WORDS)
        Exact sums of the numbers (`core.kernels.numerics.exact`).
    bits, exponent : int
        Their layout.
    counts : numpy.ndarray of int64, shape (s,)
        How many records hold each category, numbered as sets are.
    central : numpy.ndarray of int64, shape (q,)
        The least marginal category of each attribute, as a place; kept by `renew`.
    counted, away : numpy.ndarray of int64, shape (s,), and of float64, shape (s + 2 q,)
        What `renew` remembers of the sums of distances
        (`core.kernels.categories.semantic_marginality`).
    """

    sums: Ints
    bits: int
    exponent: int
    counts: Ints
    central: Ints
    counted: Ints
    away: Floats


def build_middle(points: Floats, singles: Int32s, sets: CategorySets) -> Middle:
    """Build the middle of all records; its `central` is not found yet."""
    layout = exact.layout(float(np.abs(points).max(initial=0.0)), len(points))
    counts = np.bincount(singles.ravel(), minlength=len(sets.up)).astype(np.int64)
    q = singles.shape[1]
    return Middle(
        exact.column_sums(points.T, *layout),
        *layout,
        counts,
        central=np.zeros(q, dtype=np.int64),
        counted=np.zeros_like(counts),
        away=np.zeros(len(counts) + 2 * q),
    )


def renew(middle: Middle, nominal: Sequence[Categories], sets: CategorySets) -> int:
    """Find the least marginal categories; return how many records may leave before the next time.

    They have to be found again, too, when the last record of a category leaves.
    """
    smallest_lead = float(1 << 60)
    for a, attribute in enumerate(nominal):
        begin, end = sets.begin[a], sets.begin[a] + sets.width[a]
        away = middle.away[begin + 2 * a : end + 2 * a + 2]
        middle.central[a], lead = attribute.leading(
            middle.counts[begin:end], middle.counted[begin:end], away
        )
        smallest_lead = min(smallest_lead, lead)
    # Less what rounding may have added; one that leads by nothing does so until a record leaves.
    return max(0, int(smallest_lead - 1e-3))


@njit(cache=True, nogil=True)
def leave(middle: Middle, points: Floats, singles: Int32s, record: int) -> bool:
    """Take a record away; say whether it was the last one of a category."""
    exact.add_record(middle.sums, points, record, -1, middle.bits, middle.exponent)
    last = False
    for a in range(singles.shape[1]):
        middle.counts[singles[record, a]] -= 1
        last = last or middle.counts[singles[record, a]] == 0
    return last


@njit(cache=True, nogil=True)
def mean(middle: Middle, count: int, out: Floats) -> None:
    """Write the means of the `count` records that are left."""
    for i in range(len(out)):
        out[i] = exact.value_of(middle.sums[i], middle.bits, middle.exponent) / count
