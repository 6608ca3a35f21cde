"""Pools of groups of a core, over which the spread inside groups is averaged.

Pools do not overlap: the difference of two that share groups would be the spread of a few records.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.encode.standard import standard

FEWEST_POOLED = 50
"""Records of a pool."""
# More than promised, because some records may have no value in a column.
_SPARE = 10
# More would only make the log longer.
_MOST_POOLS = 1000


def form_pools(points: Floats, sizes: Ints, patterns: Ints) -> Ints:
    """Form pools of near groups, each of at least `FEWEST_POOLED` records of one pattern.

    The groups of a pattern are halved across the coordinate in which they vary most, as long as
    both halves are large enough.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (g, d)
        The groups, on scales that can be compared.
    sizes : numpy.ndarray of int64, shape (g,)
        Their records.
    patterns : numpy.ndarray of int64, shape (g,)
        What the groups of a pool have in common.

    Returns
    -------
    numpy.ndarray of int64, shape (g,)
        Pool of each group, numbered from 0; -1 where a pattern has too few records.
    """
    fewest = max(FEWEST_POOLED + _SPARE, -(-int(sizes.sum()) // _MOST_POOLS))
    pools, n_pools = np.full(len(sizes), -1, dtype=np.int64), 0
    by_pattern = np.argsort(patterns, kind="stable")
    ends = np.cumsum(np.bincount(patterns))
    waiting = [by_pattern[end - count : end] for end, count in _last_first(ends)]
    while waiting:
        members = waiting.pop()
        if sizes[members].sum() < fewest:
            continue
        halves = _halve(points[members], sizes[members], fewest)
        if halves is None:
            pools[members] = n_pools
            n_pools += 1
        else:
            lower, upper = halves
            waiting += [members[upper], members[lower]]
    return pools


def _last_first(ends: Ints) -> list[tuple[int, int]]:
    counts = np.diff(ends, prepend=0)
    return [(int(end), int(count)) for end, count in zip(ends, counts, strict=True)][::-1]


def _halve(points: Floats, sizes: Ints, fewest: int) -> tuple[Ints, Ints] | None:
    """Halve groups, or return ``None`` where a half would have too few records."""
    n_records = int(sizes.sum())
    if n_records < 2 * fewest:
        return None
    # Rounded once, so that no machine takes another one of two columns that vary alike.
    variations = [standard(column).deviation for column in points.T]
    ordered = np.argsort(points[:, int(np.argmax(variations))], kind="stable")
    running = np.cumsum(sizes[ordered])
    middle = int(np.searchsorted(running, n_records / 2))
    for cut in (middle + 1, middle):
        below = int(running[cut - 1]) if cut else 0
        if min(below, n_records - below) >= fewest:
            return ordered[:cut], ordered[cut:]
    return None
