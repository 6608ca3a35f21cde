"""Which categories lower a group's EMD if one of them comes in for a member."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels.closeness.exchange import Attributes, ExchangeGroup, count_of, edge, surplus
from core.kernels.compilation.bare import bare

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@bare
def _add(found: Ints, count: int, low: int, high: int) -> int:
    """Append the ranks ``low..high-1``, which come after all before; return the intervals."""
    if low == high:
        return count
    if count > 0 and found[count - 1, 1] == low:
        found[count - 1, 1] = high
        return count
    found[count, 0], found[count, 1] = low, high
    return count + 1


@bare
def _more(file: Attributes, a: int, rank: int, count: int, size: int) -> float:
    """Compute what one more member of a rank that `count` members have adds to the numerator."""
    more: float = surplus(file, a, rank, count + 1, size) - surplus(file, a, rank, count, size)
    return more


@bare
def of_list(file: Attributes, group: ExchangeGroup, a: int, found: Ints) -> int:
    """Fill `found` for an attribute whose EMD is the total variation; return the intervals.

    What a category coming in adds and what another one going out takes away do not depend on
    each other, so only the member whose going takes most away counts. Of the categories that
    no member has, the most frequent add least; they are numbered by frequency.
    """
    size, ranks = len(group.members), group.ranks[a]
    least = 0.0
    for j in range(size):
        held = count_of(ranks, ranks[j])
        least = min(least, -_more(file, a, ranks[j], held - 1, size))
    count, begin = 0, 0
    for j in range(size + 1):
        if 0 < j < size and ranks[j] == ranks[j - 1]:
            continue
        end = ranks[j] if j < size else file.values[a]
        low, high = begin, end
        while low < high:
            middle = (low + high) // 2
            if _more(file, a, middle, 0, size) + least < 0:
                high = middle
            else:
                low = middle + 1
        count = _add(found, count, low, end)
        if j < size:
            held = count_of(ranks, end)
            helps = _more(file, a, end, held, size) + least < 0
            count = _add(found, count, end, end + 1 if helps else end)
        begin = end + 1
    return count


@bare
def of_tree(file: Attributes, group: ExchangeGroup, a: int, least: Floats, found: Ints) -> int:
    """Fill `found` for an attribute with a hierarchical EMD; return the intervals.

    A member that goes changes the edges above it, a category that comes in those above it, up
    to where the two ways meet. Going on beyond that changes no edge for the better, since what
    an edge adds is convex. So the least change up to each place is passed upwards from the
    members, then downwards to all categories.
    """
    size, start, end = len(group.members), file.tree_begin[a], file.tree_begin[a + 1]
    records = file.held[end - 1]
    for i in range(end - start):
        least[i] = np.inf
    for j in range(size):
        least[group.ranks[a, j]] = 0.0
    # `up` points to larger places.
    for place in range(start, end):
        parent, held = file.up[place], group.below[place]
        if parent >= 0 and held > 0:
            less = edge(file, place, held - 1, size, records)
            less -= edge(file, place, held, size, records)
            least[parent] = min(least[parent], least[place - start] + less)
    count = 0
    for place in range(end - 1, start - 1, -1):
        parent, held = file.up[place], group.below[place]
        if parent >= 0:
            more = edge(file, place, held + 1, size, records)
            more -= edge(file, place, held, size, records)
            least[place - start] = min(least[place - start], least[parent] + more)
    for rank in range(file.values[a]):
        count = _add(found, count, rank, rank + 1 if least[rank] < 0 else rank)
    return count
