"""Passes over the records that remain, a block at a time so that the processor's vectors serve.

The records are kept column by column, ``columns[i, slot]``; `position` holds the record of the
file in each slot. Squared distances are summed in column order. Of records at the same
distance the one with the smallest position counts as first.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare

BLOCK = 512


@bare
def distances(columns: Floats, start: int, size: int, centre: Floats, out: Floats) -> None:
    """Fill ``out[:size]`` with the squared distances of the slots from `start` to `centre`."""
    first_column = columns[0, start : start + size]
    c = centre[0]
    for j in range(size):
        out[j] = (first_column[j] - c) * (first_column[j] - c)
    # Two columns at once: `out` is gone through half as often.
    m = len(centre)
    for i in range(1, m - 1, 2):
        row, next_row = columns[i, start : start + size], columns[i + 1, start : start + size]
        c, d = centre[i], centre[i + 1]
        for j in range(size):
            out[j] = (out[j] + (row[j] - c) * (row[j] - c)) + (next_row[j] - d) * (next_row[j] - d)
    if m % 2 == 0:
        row = columns[m - 1, start : start + size]
        c = centre[m - 1]
        for j in range(size):
            out[j] += (row[j] - c) * (row[j] - c)


@bare
def outside(out: Floats, size: int, low: float, high: float) -> int:
    """Count how many of ``out[:size]`` are at most `low` or at least `high`."""
    count = 0
    for j in range(size):
        # Without a branch, so that vectors serve.
        count += (out[j] <= low) | (out[j] >= high)
    return count


@bare
def farther(
    columns: Floats,
    position: Ints,
    begin: int,
    end: int,
    centre: Floats,
    out: Floats,
    best: float,
    slot: int,
) -> tuple[float, int]:
    """Find squared distance and slot of the farthest of ``begin..end-1`` and of one before.

    `best` and `slot` are those of the one before; -1 if there is none.
    """
    for start in range(begin, end, BLOCK):
        size = min(BLOCK, end - start)
        distances(columns, start, size, centre, out)
        if slot >= 0 and outside(out, size, -1.0, best) == 0:
            continue
        for j in range(size):
            d = out[j]
            if d >= best and (d > best or position[start + j] < position[slot]):
                best, slot = d, start + j
    return best, slot


@bare
def farthest(
    columns: Floats, position: Ints, begin: int, end: int, centre: Floats, out: Floats
) -> int:
    """Find the slot in ``begin..end-1`` of the record farthest from `centre`; -1 if none."""
    return int(farther(columns, position, begin, end, centre, out, -1.0, -1)[1])


@bare
def nearest(
    columns: Floats, position: Ints, begin: int, end: int, centre: Floats, out: Floats
) -> int:
    """Find the slot in ``begin..end-1`` of the record nearest to `centre`; -1 if none."""
    best, slot = np.inf, -1
    for start in range(begin, end, BLOCK):
        size = min(BLOCK, end - start)
        distances(columns, start, size, centre, out)
        if slot >= 0 and outside(out, size, best, np.inf) == 0:
            continue
        for j in range(size):
            d = out[j]
            if d <= best and (d < best or slot < 0 or position[start + j] < position[slot]):
                best, slot = d, start + j
    return slot
