"""Passes over records of numbers and categories, a block at a time.

As in `core.kernels.indexes.scan` the records stand column by column, those that remain first, and
`position` holds the record of the file in each slot. What a category adds to the squared
distance from a centre is looked up in `rows`: of attribute `a`, the entry ``begin[a] + place``.
Numbers are added first, then categories, each in the order given. Of records at the same
distance the one with the smallest position counts as first.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.indexes.scan import BLOCK
from core.kernels.numerics import exact, heap


@njit(cache=True, nogil=True)
def distances(
    columns: Floats,
    places: Int32s,
    start: int,
    size: int,
    centre: Floats,
    rows: Floats,
    begin: Ints,
    out: Floats,
) -> None:
    """Fill ``out[:size]`` with the squared distances of the slots from `start` to a centre."""
    out[:size] = 0.0
    for i in range(len(columns)):
        column, c = columns[i, start : start + size], centre[i]
        for j in range(size):
            out[j] += (column[j] - c) * (column[j] - c)
    for a in range(len(places)):
        nodes, row = places[a, start : start + size], rows[begin[a] : begin[a + 1]]
        for j in range(size):
            out[j] += row[nodes[j]]


@njit(cache=True, nogil=True)
def all_distances(
    columns: Floats, places: Int32s, count: int, centre: Floats, rows: Floats, begin: Ints
) -> Floats:
    """Compute the squared distances of the first `count` slots to a centre."""
    out = np.empty(count)
    for start in range(0, count, BLOCK):
        size = min(BLOCK, count - start)
        distances(columns, places, start, size, centre, rows, begin, out[start : start + size])
    return out


@njit(cache=True, nogil=True)
def around(
    columns: Floats,
    places: Int32s,
    position: Ints,
    count: int,
    centre: Floats,
    rows: Floats,
    begin: Ints,
    key: Floats,
    heap_records: Ints,
) -> tuple[int, int]:
    """Fill the heap with the records nearest to a centre; return its size and the farthest."""
    out, n_wanted = np.empty(BLOCK), len(key)
    size_of_heap, largest, farthest_slot = 0, -1.0, -1
    for start in range(0, count, BLOCK):
        size = min(BLOCK, count - start)
        distances(columns, places, start, size, centre, rows, begin, out)
        for j in range(size):
            d = out[j]
            if d >= largest and (d > largest or position[start + j] < position[farthest_slot]):
                largest, farthest_slot = d, start + j
            if n_wanted > 0 and (size_of_heap < n_wanted or d <= key[0]):
                size_of_heap = heap.offer(
                    key, heap_records, size_of_heap, n_wanted, d, position[start + j]
                )
    return size_of_heap, int(position[farthest_slot])


@njit(cache=True, nogil=True)
def take_out(
    columns: Floats,
    places: Int32s,
    position: Ints,
    slots: Ints,
    sums: Ints,
    counts: Ints,
    begin: Ints,
    records: Ints,
    count: int,
    bits: int,
    exponent: int,
) -> int:
    """Take records out: the last ones move to their slots. Return how many remain."""
    for record in records:
        slot, last = slots[record], count - 1
        for i in range(len(columns)):
            exact.add(sums[i], columns[i, slot], -1, bits, exponent)
            columns[i, slot] = columns[i, last]
        for a in range(len(places)):
            counts[begin[a] + places[a, slot]] -= 1
            places[a, slot] = places[a, last]
        position[slot] = position[last]
        slots[position[slot]] = slot
        count = last
    return count
