"""MDAV by passes over all that remains: quadratic, and the fastest where trees do not help.

A round of two clusters takes two passes: each finds the nearest to a seed and the farthest from
it. The record farthest from the mean comes from an outer list. A pass can be cut into ranges of
slots that are looked at by several threads; what is found does not depend on the cut.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact, heap, outer_list
from core.kernels.bare import bare
from core.kernels.outer_list import OuterList
from core.kernels.scan import BLOCK, distances, farthest, outside

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COUNT, LABEL = 0, 1


class Remaining(NamedTuple):
    """The records that remain.

    Attributes
    ----------
    columns : numpy.ndarray of float64, shape (m, r)
        The records, column by column; those that remain come first.
    position : numpy.ndarray of int64, shape (r,)
        Which record stands in each slot.
    slots : numpy.ndarray of int64, shape (records,)
        In which slot each record stands, by position.
    """

    columns: Floats
    position: Ints
    slots: Ints


def remaining(points: Floats, labels: Ints) -> Remaining:
    """Return the records without a label; shapes (n, m) and (n,)."""
    position = np.flatnonzero(labels < 0)
    slots = np.zeros(len(labels), dtype=np.int64)
    slots[position] = np.arange(len(position))
    return Remaining(np.ascontiguousarray(points[position].T), position, slots)


@bare
def leave(rest: Remaining, slot: int, last: int) -> None:
    """Move the record in the slot `last` to a slot whose record has left."""
    columns, position, slots = rest.columns, rest.position, rest.slots
    position[slot] = position[last]
    slots[position[slot]] = slot
    for i in range(columns.shape[0]):
        columns[i, slot] = columns[i, last]


@bare
def take_out(
    rest: Remaining,
    labels: Ints,
    sums: Ints,
    record: int,
    count: int,
    label: int,
    bits: int,
    exponent: int,
) -> int:
    """Label a record, move the last one to its slot, and return how many remain."""
    slot = rest.slots[record]
    labels[record] = label
    for i in range(rest.columns.shape[0]):
        exact.add(sums[i], rest.columns[i, slot], -1, bits, exponent)
    leave(rest, slot, count - 1)
    return count - 1


@bare
def look(
    rest: Remaining,
    begin: int,
    end: int,
    seed: Floats,
    room: int,
    key: Floats,
    place: Ints,
    out: Floats,
) -> tuple[int, float, int]:
    """Search the slots ``begin..end-1`` for the nearest to `seed` and the farthest from it.

    `out` is scratch for `BLOCK` distances.

    Returns
    -------
    size : int
        Entries of the heap (`core.kernels.heap`), which holds the `room` nearest.
    best, record : float and int
        Squared distance and position of the farthest; -1 if there is none.
    """
    columns, position = rest.columns, rest.position
    size, best, at = 0, -1.0, -1
    for start in range(begin, end, BLOCK):
        width = min(BLOCK, end - start)
        distances(columns, start, width, seed, out)
        # Most blocks hold neither the farthest nor one of the nearest.
        if size == room and outside(out, width, key[0], best) == 0:
            continue
        for j in range(width):
            d = out[j]
            if d >= best and (d > best or position[start + j] < position[at]):
                best, at = d, start + j
            if size < room or d <= key[0]:
                size = heap.offer(key, place, size, room, d, position[start + j])
    return size, best, position[at] if at >= 0 else -1


@njit(cache=True, nogil=True)
def first_seed(
    rest: Remaining,
    outer: OuterList,
    points: Floats,
    labels: Ints,
    sums: Ints,
    count: int,
    bits: int,
    exponent: int,
) -> int:
    """Return the record farthest from the mean of those that remain."""
    centre = exact.values_of(sums, bits, exponent) / count
    if outer.state[outer_list.SCANNED] > 4 * count:
        outer_list.sort_anew(outer, points, labels, centre)
    _, record, sure, _ = outer_list.farthest(outer, points, labels, centre)
    if not sure:
        at = farthest(rest.columns, rest.position, 0, count, centre, np.empty(BLOCK))
        record = rest.position[at]
    return record


@njit(cache=True, nogil=True)
def advance(
    rest: Remaining,
    outer: OuterList,
    points: Floats,
    labels: Ints,
    sums: Ints,
    state: Ints,
    k: int,
    bits: int,
    exponent: int,
    budget: int,
) -> None:
    """Go on with MDAV for about `budget` distances, in whole rounds of two clusters.

    Parameters
    ----------
    rest : Remaining
        The records that remain.
    outer : OuterList
        Over at least these.
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters.
    sums : numpy.ndarray of int64, shape (m, WORDS)
        Exact sums of the records that remain (`core.kernels.exact`).
    state : numpy.ndarray of int64
        First of all: records that remain, clusters that are finished.
    k : int
        Least size of a cluster, at least 2.
    bits, exponent : int
        Layout of `sums`.
    budget : int
        Distances after which to stop; what is computed does not depend on it.
    """
    key, place = np.empty(k), np.empty(k, np.int64)
    seed, out = np.empty(points.shape[1]), np.empty(BLOCK)
    count, label = state[COUNT], state[LABEL]
    while count > 0 and budget > 0:
        if count < 2 * k:
            for j in range(count):
                labels[rest.position[j]] = label
            count, label = 0, label + 1
            break
        rounds = 2 if count >= 3 * k else 1
        budget -= 2 * count
        chosen = first_seed(rest, outer, points, labels, sums, count, bits, exponent)
        for turn in range(rounds):
            if turn == 1 and labels[chosen] >= 0:
                at = farthest(rest.columns, rest.position, 0, count, seed, out)
                chosen = rest.position[at]
            for i in range(len(seed)):
                seed[i] = points[chosen, i]
            count = take_out(rest, labels, sums, chosen, count, label, bits, exponent)
            size, _, chosen = look(rest, 0, count, seed, k - 1, key, place, out)
            for j in range(size):
                count = take_out(rest, labels, sums, place[j], count, label, bits, exponent)
            label += 1
    state[COUNT], state[LABEL] = count, label
