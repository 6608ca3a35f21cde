"""Joins adjacent intervals until each holds no record or enough records of the original."""

from __future__ import annotations

import numpy as np

from core.array_types import Ints
from core.log.declared.original_comparison import Bar


def safe_bars(original: Ints, released: Ints, fewest: int) -> tuple[Bar, ...]:
    """Form bars over the intervals, each with no or at least `fewest` original records.

    A smaller count would disclose something about few people, so an interval with one is joined
    with the following intervals, or at the end with the preceding ones. Intervals at the ends that
    are empty in both files are dropped.

    Parameters
    ----------
    original, released : numpy.ndarray of int64, shape (s,)
        Records of each file in each interval.
    fewest : int
        Minimum number of original records in a bar that is not empty.

    Returns
    -------
    tuple of Bar
        In order, without gaps; empty if all intervals together hold fewer than `fewest`.
    """
    if original.sum() < fewest:
        return ()
    used = np.flatnonzero((original > 0) | (released > 0))
    bars: list[Bar] = []
    first, last = int(used[0]), int(used[-1])
    for interval in range(first, last + 1):
        bar = _bar(first, interval, original, released)
        if bar.before == 0 or bar.before >= fewest:
            bars.append(bar)
            first = interval + 1
    if first <= last:
        # Too few remain, so they are added to the nearest bar with records.
        while bars[-1].before == 0:
            bars.pop()
        bars.append(_bar(bars.pop().first, last, original, released))
    return tuple(bars)


def _bar(first: int, last: int, original: Ints, released: Ints) -> Bar:
    covered = slice(first, last + 1)
    return Bar(first, last, int(original[covered].sum()), int(released[covered].sum()))
