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
    labels: Ints,
    sums: Ints,
    slot: int,
    count: int,
    label: int,
    bits: int,
    exponent: int,
) -> int:
    """Label the record in `slot`, move the last one there, and return how many remain."""
    last = count - 1
    labels[position[slot]] = label
    position[slot] = position[last]
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
    slot: Ints,
    out: Floats,
) -> int:
    """Fill the heap with the `room` nearest to `seed`; return the slot of the farthest."""
    size, best, at = 0, -1.0, -1
    for start in range(0, count, BLOCK):
        width = min(BLOCK, count - start)
        distances(columns, start, width, seed, out)
        for j in range(width):
            d = out[j]
            if d >= best and (d > best or position[start + j] < position[at]):
                best, at = d, start + j
            if size < room or d <= key[0]:
                size = heap.offer(key, place, slot, size, room, d, position[start + j], start + j)
    return at


@njit(cache=True, nogil=True)
def advance(
    columns: Floats,
    position: Ints,
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
    columns : numpy.ndarray of float64, shape (m, n)
        The records, column by column; those that remain come first.
    position : numpy.ndarray of int64, shape (n,)
        Which record stands in each slot.
    labels : numpy.ndarray of int64, shape (n,)
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
    centre, seed, second = np.empty(m), np.empty(m), np.empty(m)
    out, key = np.empty(BLOCK), np.empty(k)
    place, slot = np.empty(k, np.int64), np.empty(k, np.int64)
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
        at = farthest(columns, position, 0, count, centre, out)
        for turn in range(rounds):
            seed[:] = columns[:, at] if turn == 0 else second
            count = _take_out(columns, position, labels, sums, at, count, label, bits, exponent)
            far = _around(columns, position, count, seed, k - 1, key, place, slot, out)
            chosen = position[far]
            second[:] = columns[:, far]
            # From the last slot down, so that the record moved in is never one to be taken.
            slot[: k - 1].sort()
            for j in range(k - 2, -1, -1):
                count = _take_out(
                    columns, position, labels, sums, slot[j], count, label, bits, exponent
                )
            label += 1
            if turn == 0 and rounds == 2:
                if labels[chosen] >= 0:
                    at = farthest(columns, position, 0, count, seed, out)
                    second[:] = columns[:, at]
                else:
                    at = -1
                    for j in range(count):
                        if position[j] == chosen:
                            at = j
                            break
    state[0], state[1] = count, label
