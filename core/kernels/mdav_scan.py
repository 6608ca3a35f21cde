"""MDAV by passes over all that remains: quadratic, and the fastest where trees do not help."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact, heap
from core.kernels.scan import BLOCK, distances, farthest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def _take_out(
    columns: Floats,
    position: Ints,
    slots: Ints,
    labels: Ints,
    sums: Ints,
    record: int,
    count: int,
    label: int,
    bits: int,
    exponent: int,
) -> int:
    """Label a record, move the last one to its slot, and return how many remain."""
    last, slot = count - 1, slots[record]
    labels[record] = label
    position[slot] = position[last]
    slots[position[slot]] = slot
    for i in range(columns.shape[0]):
        exact.add(sums[i], columns[i, slot], -1, bits, exponent)
        columns[i, slot] = columns[i, last]
    return last


@njit(cache=True, nogil=True)
def _centre(sums: Ints, count: int, bits: int, exponent: int, centre: Floats) -> None:
    """Fill `centre` with the mean of the `count` records that remain."""
    for i in range(len(centre)):
        centre[i] = exact.value_of(sums[i], bits, exponent) / count


@njit(cache=True, nogil=True)
def _around(
    columns: Floats,
    position: Ints,
    count: int,
    seed: Floats,
    room: int,
    key: Floats,
    place: Ints,
    out: Floats,
) -> int:
    """Fill the heap with the `room` nearest to `seed`; return the farthest record."""
    size, best, at = 0, -1.0, -1
    for start in range(0, count, BLOCK):
        width = min(BLOCK, count - start)
        distances(columns, start, width, seed, out)
        for j in range(width):
            d = out[j]
            if d >= best and (d > best or position[start + j] < position[at]):
                best, at = d, start + j
            if size < room or d <= key[0]:
                size = heap.offer(key, place, size, room, d, position[start + j])
    return int(position[at])


@njit(cache=True, nogil=True)
def advance(
    columns: Floats,
    position: Ints,
    slots: Ints,
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
    columns : numpy.ndarray of float64, shape (m, r)
        The records, column by column; those that remain come first.
    position : numpy.ndarray of int64, shape (r,)
        Which record stands in each slot.
    slots : numpy.ndarray of int64, shape (records,)
        In which slot each record stands, by position.
    labels : numpy.ndarray of int64, shape (records,)
        Filled with the clusters.
    sums : numpy.ndarray of int64, shape (m, WORDS)
        Exact sums of the records that remain (`core.kernels.exact`).
    state : numpy.ndarray of int64, shape (2,)
        Records that remain, clusters that are finished.
    k : int
        Least size of a cluster, at least 2.
    bits, exponent : int
        Layout of `sums`.
    budget : int
        Distances after which to stop; what is computed does not depend on it.
    """
    m = columns.shape[0]
    centre, seed = np.empty(m), np.empty(m)
    out, key = np.empty(BLOCK), np.empty(k)
    place = np.empty(k, np.int64)
    count, label = state[0], state[1]
    while count > 0 and budget > 0:
        if count < 2 * k:
            for j in range(count):
                labels[position[j]] = label
            count, label = 0, label + 1
            break
        rounds = 2 if count >= 3 * k else 1
        budget -= 3 * count
        _centre(sums, count, bits, exponent, centre)
        chosen = position[farthest(columns, position, 0, count, centre, out)]
        for turn in range(rounds):
            if turn == 0:
                seed[:] = columns[:, slots[chosen]]
            else:
                if labels[chosen] >= 0:
                    chosen = position[farthest(columns, position, 0, count, seed, out)]
                seed[:] = columns[:, slots[chosen]]
            count = _take_out(
                columns, position, slots, labels, sums, chosen, count, label, bits, exponent
            )
            chosen = _around(columns, position, count, seed, k - 1, key, place, out)
            for j in range(k - 1):
                count = _take_out(
                    columns, position, slots, labels, sums, place[j], count, label, bits, exponent
                )
            label += 1
    state[0], state[1] = count, label
