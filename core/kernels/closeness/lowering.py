"""Which records lower a group's EMD if one of them comes in for a member.

For an attribute in an order the ranks that do so are a few intervals. Say `b` lies in the
segment between two consecutive ranks of the group. If a member of lower rank goes, what the
EMD's numerator changes by is a constant of that member plus a convex function of `b` that is
the same for all of them; so only the member of the least constant counts, and the ranks that
lower the EMD are an interval, found by bisection. The same holds for members of higher rank.
Categories are in `core.kernels.closeness.lowering_categories`.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.closeness import lowering_categories
from core.kernels.closeness.exchange import Attributes, ExchangeGroup, segment
from core.kernels.compilation.bare import bare


@bare
def _change(
    file: Attributes, a: int, begin: int, end: int, rank: int, level: int, size: int, upper: bool
) -> float:
    """Compute the change in a segment if a higher member leaves it, and if a lower one does.

    The segment ends before `end` or begins at `begin`.
    """
    if upper:
        raised = segment(file, a, rank, end, level + 1, size)
        return raised - segment(file, a, rank, end, level, size)
    lowered = segment(file, a, begin, rank, level - 1, size)
    return lowered - segment(file, a, begin, rank, level, size)


@bare
def _interval(
    file: Attributes,
    a: int,
    begin: int,
    end: int,
    level: int,
    size: int,
    constant: float,
    upper: bool,
) -> tuple[int, int]:
    """Find the ranks in ``begin..end-1`` at which `constant` plus the change is below 0."""
    # The change falls up to the rank where the two levels are equally near.
    bottom = min(max(file.bend[a, level + 1 if upper else level], begin), end - 1)
    if not constant + _change(file, a, begin, end, bottom, level, size, upper) < 0:
        return bottom, bottom
    first, high = begin, bottom
    while first < high:
        middle = (first + high) // 2
        if constant + _change(file, a, begin, end, middle, level, size, upper) < 0:
            high = middle
        else:
            first = middle + 1
    last, high = bottom, end - 1
    while last < high:
        middle = (last + high + 1) // 2
        if constant + _change(file, a, begin, end, middle, level, size, upper) < 0:
            last = middle
        else:
            high = middle - 1
    return first, last + 1


def sizes(file: Attributes, size: int) -> tuple[int, int]:
    """Return how much `intervals` needs: numbers of scratch, and intervals at most."""
    planted = file.height > 0
    places = int(np.diff(file.tree_begin)[planted].max(initial=0))
    runs = (int(file.values[planted].max(initial=0)) + 1) // 2
    return max(size + 1, places), max(2 * size + 2, runs)


@bare
def intervals(file: Attributes, group: ExchangeGroup, a: int, above: Floats, spans: Ints) -> int:
    """Fill `spans` with the intervals of ranks that lower the EMD of one attribute.

    Parameters
    ----------
    group : ExchangeGroup
        Settled.
    a : int
        The attribute.
    above : numpy.ndarray of float64, shape (w,)
        Scratch, as long as `sizes` says.
    spans : numpy.ndarray of int64, shape (r, 2)
        Filled with first rank and the one after the last, ascending and apart.

    Returns
    -------
    int
        How many there are.
    """
    size, ranks = len(group.members), group.ranks[a]
    if not file.apart and not file.ordered[a]:
        # Doubles may be too coarse to decide; all are tried.
        spans[0, 0], spans[0, 1] = 0, file.values[a]
        return 1
    if file.height[a] > 0:
        return int(lowering_categories.of_tree(file, group, a, above, spans))
    if not file.ordered[a]:
        return int(lowering_categories.of_list(file, group, a, spans))
    # The least constant of a member of higher rank, for every segment.
    above[size] = 0.0
    for s in range(size - 1, -1, -1):
        above[s] = 0.0 if s == size - 1 else min(0.0, above[s + 1] + group.up[a, s + 1])
    count, below = 0, 0.0
    for s in range(size + 1):
        # `below` is the least constant of a member of lower rank.
        if s > 1:
            below = min(0.0, below + group.down[a, s - 1])
        begin = ranks[s - 1] if s > 0 else 0
        end = ranks[s] if s < size else file.values[a]
        if begin == end:
            continue
        first, last = begin, begin
        if s > 0:
            first, last = _interval(file, a, begin, end, s, size, below, False)
        if s < size:
            upper_first, upper_last = _interval(file, a, begin, end, s, size, above[s], True)
            if first == last:
                first, last = upper_first, upper_last
            elif upper_first < upper_last and upper_first <= last and first <= upper_last:
                first, last = min(first, upper_first), max(last, upper_last)
            elif upper_first < upper_last and upper_first < first:
                spans[count, 0], spans[count, 1] = upper_first, upper_last
                count += 1
            elif upper_first < upper_last:
                spans[count, 0], spans[count, 1] = first, last
                count += 1
                first, last = upper_first, upper_last
        if first < last:
            spans[count, 0], spans[count, 1] = first, last
            count += 1
    return count
