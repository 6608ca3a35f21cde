"""Dissolves clusters of a leaf whose records lose less in the clusters around them.

Where all clusters have exactly `k` records, as those of MDAV have, records can only change places.
With a few clusters less, most can take one more record or can do without one, and a descent
(`core.kernels.blocks.leaf_descent`) ends lower, after fewer rounds.
"""

from __future__ import annotations

import numpy as np

from core.kernels.blocks.leaf import Leaf, join, put_mean
from core.kernels.blocks.leaf_distances import distance, fill_away
from core.kernels.compilation.bare import bare, copy_in

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
        margin = loss * _GAIN
        if _compute_gain(leaf, clusters, a) > margin and _choose(leaf, clusters, a) < loss - margin:
            for entry in range(leaf.size[a]):
                join(leaf, leaf.listed[entry], leaf.chosen[entry])
                _close_if_full(leaf, leaf.chosen[entry])
            leaf.size[a] = 0
        else:
            _close_if_full(leaf, a)
    return _without_gaps(leaf, clusters)


@copy_in
def _close_if_full(leaf: Leaf, c: int) -> None:
    leaf.closed[c] = _ZERO if leaf.size[c] < leaf.space[c] else _INFINITE


@copy_in
def _list_farthest_first(leaf: Leaf, a: int) -> np.float32:
    """List the records of `a`, the farthest from its mean first; return its loss."""
    loss = _ZERO
    for entry in range(leaf.size[a]):
        x = leaf.begin[a] + entry
        squared = distance(leaf.points[x], leaf.means[a])
        loss += squared
        slot = entry
        while slot > 0 and leaf.lost[slot - 1] < squared:
            leaf.lost[slot], leaf.listed[slot] = leaf.lost[slot - 1], leaf.listed[slot - 1]
            slot -= 1
        leaf.lost[slot], leaf.listed[slot] = squared, x
    return loss


@copy_in
def _compute_gain(leaf: Leaf, clusters: int, a: int) -> np.float32:
    """Compute by how much the loss falls if the listed records of `a` join other clusters.

    Once the farther ones of them together would lose more elsewhere, the others are not asked.
    """
    squares = leaf.mean_squares[:clusters]
    near, far = leaf.away[0, :clusters], leaf.away[1, :clusters]
    gain = _ZERO
    for first in range(0, leaf.size[a], 2):
        second = min(first + 1, leaf.size[a] - 1)
        x, y = leaf.listed[first], leaf.listed[second]
        fill_away(leaf.columns, squares, leaf.points[x], leaf.points[y], near, far)
        gain += leaf.lost[first] - _compute_additions(leaf, clusters, 0, x)
        if second > first:
            gain += leaf.lost[second] - _compute_additions(leaf, clusters, 1, y)
        if not gain > _ZERO:
            break
    return gain


@copy_in
def _compute_additions(leaf: Leaf, clusters: int, which: int, x: int) -> np.float32:
    """Compute how much the record would add to each cluster's loss, in place; return the least.

    Bits of numbers that are not negative have the numbers' order, and the least integer is found in
    the processor's vectors.
    """
    added, bits = leaf.away[which, :clusters], leaf.away_bits[which, :clusters]
    share, closed, square = leaf.share[:clusters], leaf.closed[:clusters], leaf.squares[x]
    for b in range(clusters):
        addition = (added[b] + square) * share[b] + closed[b]
        # Also for NaN, whose bits depend on the processor.
        added[b] = addition if addition > _ZERO else _ZERO
    smallest_bits = _INFINITE_BITS
    for b in range(clusters):
        smallest_bits = bits[b] if bits[b] < smallest_bits else smallest_bits
    leaf.smallest_bits[0] = smallest_bits
    smallest: np.float32 = leaf.smallest[0]
    return smallest


@bare
def _choose(leaf: Leaf, clusters: int, a: int) -> np.float32:
    """Choose a cluster for each listed record of `a`; return what all of them add, or infinity.

    Unlike that of `_compute_gain`, the sum is one of differences, which are exact where both are
    far away.
    """
    added, size, n_chosen = _ZERO, leaf.size[a], 0
    while n_chosen < size:
        x = leaf.listed[n_chosen]
        b = _nearest(leaf, clusters, x)
        if b < 0:
            break
        added += distance(leaf.points[x], leaf.means[b]) * leaf.share[b]
        leaf.chosen[n_chosen] = b
        n_chosen += 1
        # It has one place less for the others.
        leaf.size[b] += 1
        _close_if_full(leaf, b)
    for entry in range(n_chosen):
        leaf.size[leaf.chosen[entry]] -= 1
        leaf.closed[leaf.chosen[entry]] = _ZERO
    return added if n_chosen == size else _INFINITE


@copy_in
def _nearest(leaf: Leaf, clusters: int, x: int) -> int:
    """Find the cluster to whose loss a record adds least; -1 if none can take it."""
    squares, point = leaf.mean_squares[:clusters], leaf.points[x]
    near, unused = leaf.away[0, :clusters], leaf.away[1, :clusters]
    fill_away(leaf.columns, squares, point, point, near, unused)
    smallest = _compute_additions(leaf, clusters, 0, x)
    if smallest < _INFINITE:
        for b in range(clusters):
            if near[b] == smallest:
                return b
    return -1


@copy_in
def _without_gaps(leaf: Leaf, clusters: int) -> int:
    """Close the gaps that dissolved clusters have left; return the number of the others."""
    n_kept = 0
    for c in range(clusters):
        if leaf.size[c] == 0:
            continue
        if n_kept < c:
            leaf.begin[n_kept], leaf.size[n_kept] = leaf.begin[c], leaf.size[c]
            leaf.space[n_kept], leaf.number[n_kept] = leaf.space[c], leaf.number[c]
            leaf.share[n_kept] = leaf.share[c]
            for i in range(leaf.means.shape[1]):
                leaf.means[n_kept, i] = leaf.means[c, i]
            put_mean(leaf, n_kept)
        n_kept += 1
    return n_kept
