"""Hierarchical EMD.

Li et al. (2007); manual: t-closeness#distance-of-a-group-from-the-file.

Moving mass between two values costs ``height(lowest common ancestor) / height(tree)``. With the
edge from a node up to its parent being ``(height(parent) - height(node)) / 2`` long, that is the
length of the path between them, and the EMD is the sum over all edges of length times the
difference of what lies below. It equals the published sum, over the inner nodes, of
``height(node)`` times the lesser of its children's surplus and deficit. All is counted in whole
numbers, so a distance that equals t is found equal to it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.closeness.emd import counts_of, sort_members

# Beyond this the counts could leave 64 bits; doubles then take over.
_SAFE = 2.0**62


@njit(cache=True, nogil=True)
def below(value_counts: Ints, up: Ints) -> Ints:
    """Count the records at or below every place of the tree; `up` points to larger places.

    `value_counts` are the records with each value (`core.kernels.closeness.emd.counts_of`).
    """
    counts = np.zeros(len(up), np.int64)
    counts[: len(value_counts)] = value_counts
    for node in range(len(up)):
        if up[node] >= 0:
            counts[up[node]] += counts[node]
    return counts


@njit(cache=True, nogil=True)
def idle_cost(in_file: Ints, rise: Ints) -> int:
    """Compute the sum over all edges of their length times the file's records below them."""
    total = 0
    for node in range(len(rise)):
        total += in_file[node] * rise[node]
    return total


@njit(cache=True, nogil=True)
def hierarchical_emd(
    members: Ints, in_file: Ints, idle: int, up: Ints, rise: Ints, height: int, scratch: Ints
) -> float:
    """Compute the EMD of a group, in O(c h) for `c` records and a tree of height `h`.

    Parameters
    ----------
    members : numpy.ndarray of int64, shape (c,)
        Ranks of the group's values, in any order.
    in_file : numpy.ndarray of int64, shape (w,)
        From `below`, over the whole file.
    idle : int
        From `idle_cost`.
    up : numpy.ndarray of int64, shape (w,)
        The place above each place; -1 for the root, which is the last. Places ``0..v-1`` are
        the values themselves, by rank.
    rise : numpy.ndarray of int64, shape (w,)
        Height of the place above minus the place's own.
    scratch : numpy.ndarray of int64, shape (w,)
        Zero before and after.
    """
    size, n = len(members), in_file[len(up) - 1]
    if size == 0 or height == 0:
        return 0.0
    for rank in members:
        node = rank
        while node >= 0:
            scratch[node] += 1
            node = up[node]
    exact = float(n) * float(size) * float(height) < _SAFE / 2
    counted, rough = idle * size if exact else 0, float(idle) * float(size)
    for rank in members:
        node = rank
        while node >= 0 and scratch[node]:
            if exact:
                theirs, ours = in_file[node] * size, scratch[node] * n
                counted += rise[node] * (abs(ours - theirs) - theirs)
            else:
                f, g = float(in_file[node]) * size, float(scratch[node]) * n
                rough += rise[node] * (abs(g - f) - f)
            scratch[node] = 0
            node = up[node]
    total = float(counted) if exact else rough
    return total / (2.0 * float(height) * float(n) * float(size))


@njit(cache=True, nogil=True)
def _each(members: Ints, begin: Ints, in_file: Ints, up: Ints, rise: Ints, height: int) -> Floats:
    scratch = np.zeros(len(up), np.int64)
    idle = idle_cost(in_file, rise)
    emds = np.empty(len(begin) - 1)
    for g in range(len(emds)):
        group = members[begin[g] : begin[g + 1]]
        emds[g] = hierarchical_emd(group, in_file, idle, up, rise, height, scratch)
    return emds


def hierarchical_emd_of_groups(
    labels: Ints,
    ranks: Ints,
    up: Ints,
    rise: Ints,
    height: int,
    file: Ints | None = None,
) -> Floats:
    """Compute the EMD of every group against the whole file, over the observed values.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0.
    ranks : numpy.ndarray of int64, shape (n,)
        Rank of each record's value; -1 where it is missing.
    up, rise, height
        As in `hierarchical_emd`.
    file : numpy.ndarray of int64, optional
        How many records of the whole file have each rank, where the records are a part of it.

    Returns
    -------
    numpy.ndarray of float64, shape (groups,)
        In [0, 1]; 0 for a group in which every value is missing.
    """
    groups = int(labels.max(initial=-1)) + 1
    members, begin = sort_members(labels, ranks, groups, len(up))
    in_file = below(counts_of(ranks, 0) if file is None else file, up)
    return np.asarray(_each(members, begin, in_file, up, rise, height))
