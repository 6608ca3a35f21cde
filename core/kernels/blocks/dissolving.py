"""Dissolves clusters of a leaf whose records lose less in the clusters around them.

Where all clusters have exactly `k` records, as those of MDAV have, records can only change places.
With a few clusters less, most can take one more record or can do without one, and a descent
(`core.kernels.blocks.leaf_descent`) ends lower, after fewer rounds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels.blocks.leaf import Leaf, join, put_mean
from core.kernels.blocks.leaf_distances import distance, fill_away
from core.kernels.compilation.bare import bare, copied_in

Singles = NDArray[np.float32]

# A change gains more than this share of what the cluster loses, or it is rounding.
_GAIN = np.float32(1e-4)
_ZERO, _INFINITE = np.float32(0.0), np.float32(np.inf)
_INFINITE_BITS = np.float32(np.inf).view(np.int32)


@bare
def dissolve(leaf: Leaf, clusters: int) -> int:
    """Dissolve clusters of a leaf; return how many are left.

    Each is looked at once. It is dissolved if its records, each in the cluster to whose loss it
    adds least, add less than it loses; what each adds is reckoned as if no other joined.
    """
    for c in range(clusters):
        _close_if_full(leaf, c)
    for a in range(clusters):
        loss = _list_farthest_first(leaf, a)
        leaf.closed[a] = _INFINITE
        least = loss * _GAIN
        if _gained(leaf, clusters, a) > least and _choose(leaf, clusters, a) < loss - least:
            for at in range(leaf.size[a]):
                join(leaf, leaf.listed[at], leaf.chosen[at])
                _close_if_full(leaf, leaf.chosen[at])
            leaf.size[a] = 0
        else:
            _close_if_full(leaf, a)
    return _without_gaps(leaf, clusters)


@copied_in
def _close_if_full(leaf: Leaf, c: int) -> None:
    leaf.closed[c] = _ZERO if leaf.size[c] < leaf.space[c] else _INFINITE


@copied_in
def _list_farthest_first(leaf: Leaf, a: int) -> np.float32:
    """List the records of `a`, the farthest from its mean first; return its loss."""
    loss = _ZERO
    for at in range(leaf.size[a]):
        x = leaf.begin[a] + at
        own = distance(leaf.points[x], leaf.means[a])
        loss += own
        free = at
        while free > 0 and leaf.lost[free - 1] < own:
            leaf.lost[free], leaf.listed[free] = leaf.lost[free - 1], leaf.listed[free - 1]
            free -= 1
        leaf.lost[free], leaf.listed[free] = own, x
    return loss


@copied_in
def _gained(leaf: Leaf, clusters: int, a: int) -> np.float32:
    """Compute by how much the loss falls if the listed records of `a` join other clusters.

    Once the farther ones of them together would lose more elsewhere, the others are not asked.
    """
    squares = leaf.mean_squares[:clusters]
    near, far = leaf.away[0, :clusters], leaf.away[1, :clusters]
    gained = _ZERO
    for first in range(0, leaf.size[a], 2):
        second = min(first + 1, leaf.size[a] - 1)
        x, y = leaf.listed[first], leaf.listed[second]
        fill_away(leaf.columns, squares, leaf.points[x], leaf.points[y], near, far)
        gained += leaf.lost[first] - _least(leaf, clusters, 0, x)
        if second > first:
            gained += leaf.lost[second] - _least(leaf, clusters, 1, y)
        if not gained > _ZERO:
            break
    return gained


@copied_in
def _least(leaf: Leaf, clusters: int, which: int, x: int) -> np.float32:
    """Replace what is known of a record by what it adds to each cluster; return the least.

    Bits of numbers that are not negative have the numbers' order, and the least integer is found in
    the processor's vectors.
    """
    added, bits = leaf.away[which, :clusters], leaf.away_bits[which, :clusters]
    share, closed, square = leaf.share[:clusters], leaf.closed[:clusters], leaf.squares[x]
    for b in range(clusters):
        more = (added[b] + square) * share[b] + closed[b]
        # Also for NaN, whose bits depend on the processor.
        added[b] = more if more > _ZERO else _ZERO
    least = _INFINITE_BITS
    for b in range(clusters):
        least = bits[b] if bits[b] < least else least
    leaf.least_bits[0] = least
    found: np.float32 = leaf.least[0]
    return found


@bare
def _choose(leaf: Leaf, clusters: int, a: int) -> np.float32:
    """Choose a cluster for each listed record of `a`; return what all of them add, or infinity.

    Unlike that of `_gained`, the sum is one of differences, which are exact where both are far
    away.
    """
    added, size, found = _ZERO, leaf.size[a], 0
    while found < size:
        x = leaf.listed[found]
        b = _nearest(leaf, clusters, x)
        if b < 0:
            break
        added += distance(leaf.points[x], leaf.means[b]) * leaf.share[b]
        leaf.chosen[found] = b
        found += 1
        # It has one place less for the others.
        leaf.size[b] += 1
        _close_if_full(leaf, b)
    for at in range(found):
        leaf.size[leaf.chosen[at]] -= 1
        leaf.closed[leaf.chosen[at]] = _ZERO
    return added if found == size else _INFINITE


@copied_in
def _nearest(leaf: Leaf, clusters: int, x: int) -> int:
    """Return the cluster to whose loss a record adds least; -1 if none can take it."""
    squares, point = leaf.mean_squares[:clusters], leaf.points[x]
    near, unused = leaf.away[0, :clusters], leaf.away[1, :clusters]
    fill_away(leaf.columns, squares, point, point, near, unused)
    least = _least(leaf, clusters, 0, x)
    if least < _INFINITE:
        for b in range(clusters):
            if near[b] == least:
                return b
    return -1


@copied_in
def _without_gaps(leaf: Leaf, clusters: int) -> int:
    """Close the gaps that dissolved clusters have left; return the number of the others."""
    kept = 0
    for c in range(clusters):
        if leaf.size[c] == 0:
            continue
        if kept < c:
            leaf.begin[kept], leaf.size[kept] = leaf.begin[c], leaf.size[c]
            leaf.space[kept], leaf.number[kept] = leaf.space[c], leaf.number[c]
            leaf.share[kept] = leaf.share[c]
            for i in range(leaf.means.shape[1]):
                leaf.means[kept, i] = leaf.means[c, i]
            put_mean(leaf, kept)
        kept += 1
    return kept
