"""Which categories lower a group's EMD if one of them comes in for a member."""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.closeness.exchange import Attributes, ExchangeGroup, count_of, edge, surplus
from core.kernels.compilation.bare import bare


@bare
def _add(spans: Ints, count: int, low: int, high: int) -> int:
    """Append the ranks ``low..high-1``, which come after all before; return the intervals."""
    if low == high:
        return count
    if count > 0 and spans[count - 1, 1] == low:
        spans[count - 1, 1] = high
        return count
    spans[count, 0], spans[count, 1] = low, high
    return count + 1


@bare
def _more(file: Attributes, a: int, rank: int, count: int, size: int) -> float:
    """Compute what one more member of a rank that `count` members have adds to the numerator."""
    added: float = surplus(file, a, rank, count + 1, size) - surplus(file, a, rank, count, size)
    return added


@bare
def of_list(file: Attributes, group: ExchangeGroup, a: int, spans: Ints) -> int:
    """Fill `spans` for an attribute whose EMD is the total variation; return the intervals.

    What a category coming in adds and what another one going out takes away do not depend on
    each other, so only the member whose going takes most away counts. Of the categories that
    no member has, the most frequent add least; they are numbered by frequency.
    """
    size, ranks = len(group.members), group.ranks[a]
    largest_relief = 0.0
    for j in range(size):
        n_members = count_of(ranks, ranks[j])
        largest_relief = min(largest_relief, -_more(file, a, ranks[j], n_members - 1, size))
    count, begin = 0, 0
    for j in range(size + 1):
        if 0 < j < size and ranks[j] == ranks[j - 1]:
            continue
        end = ranks[j] if j < size else file.values[a]
        low, high = begin, end
        while low < high:
            middle = (low + high) // 2
            if _more(file, a, middle, 0, size) + largest_relief < 0:
                high = middle
            else:
                low = middle + 1
        count = _add(spans, count, low, end)
        if j < size:
            n_members = count_of(ranks, end)
            helps = _more(file, a, end, n_members, size) + largest_relief < 0
            count = _add(spans, count, end, end + 1 if helps else end)
        begin = end + 1
    return count


@bare
def of_tree(file: Attributes, group: ExchangeGroup, a: int, cheapest: Floats, spans: Ints) -> int:
    """Fill `spans` for an attribute with a hierarchical EMD; return the intervals.

    A member that goes changes the edges above it, a category that comes in those above it, up
    to where the two ways meet. Going on beyond that changes no edge for the better, since what
    an edge adds is convex. So the least change up to each place is passed upwards from the
    members, then downwards to all categories.
    """
    size, start, end = len(group.members), file.tree_begin[a], file.tree_begin[a + 1]
    records = file.held[end - 1]
    for i in range(end - start):
        cheapest[i] = np.inf
    for j in range(size):
        cheapest[group.ranks[a, j]] = 0.0
    # `up` points to larger places.
    for node in range(start, end):
        parent, n_members = file.up[node], group.below[node]
        if parent >= 0 and n_members > 0:
            relief = edge(file, node, n_members - 1, size, records)
            relief -= edge(file, node, n_members, size, records)
            cheapest[parent] = min(cheapest[parent], cheapest[node - start] + relief)
    count = 0
    for node in range(end - 1, start - 1, -1):
        parent, n_members = file.up[node], group.below[node]
        if parent >= 0:
            added = edge(file, node, n_members + 1, size, records)
            added -= edge(file, node, n_members, size, records)
            cheapest[node - start] = min(cheapest[node - start], cheapest[parent] + added)
    for rank in range(file.values[a]):
        count = _add(spans, count, rank, rank + 1 if cheapest[rank] < 0 else rank)
    return count
