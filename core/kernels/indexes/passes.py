"""An index of passes over all that remains: quadratic, and the fastest where trees do not help.

One pass finds the nearest to a record and the farthest from it. The record farthest from the
mean comes from an outer list. A pass can be cut into ranges of slots that are looked at by
several threads; what is found does not depend on the cut.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.compilation.bare import bare
from core.kernels.indexes import index
from core.kernels.indexes.scan import BLOCK, distances, farthest, outside
from core.kernels.numerics import exact, heap
from core.kernels.trees import outer_list
from core.kernels.trees.outer_list import OuterList

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


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
        Entries of the heap (`core.kernels.numerics.heap`), which holds the `room` nearest.
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


class Passes(NamedTuple):
    """The index.

    Attributes
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
        Exact sums of the records that remain (`core.kernels.numerics.exact`).
    bits, exponent : int
        Layout of `sums`.
    centre : numpy.ndarray of float64, shape (m,)
        Scratch.
    key, place : numpy.ndarray, shape (k,)
        A heap of the nearest records; scratch.
    out : numpy.ndarray of float64, shape (BLOCK,)
        Scratch.
    """

    rest: Remaining
    outer: OuterList
    points: Floats
    labels: Ints
    sums: Ints
    bits: int
    exponent: int
    centre: Floats
    key: Floats
    place: Ints
    out: Floats


def passes(
    outer: OuterList, points: Floats, labels: Ints, sums: Ints, layout: tuple[int, int], k: int
) -> Passes:
    """Return the index of the records without a label; shapes as in `Passes`."""
    return Passes(
        remaining(points, labels),
        outer,
        points,
        labels,
        sums,
        *layout,
        centre=np.empty(points.shape[1]),
        key=np.empty(k),
        place=np.empty(k, dtype=np.int64),
        out=np.empty(BLOCK),
    )


@index.serves(index.first, Passes)
def _first(own: Passes, count: int) -> tuple[int, int]:
    for i in range(len(own.centre)):
        own.centre[i] = exact.value_of(own.sums[i], own.bits, own.exponent) / count
    if own.outer.state[outer_list.SCANNED] > 4 * count:
        outer_list.sort_anew(own.outer, own.points, own.labels, own.centre)
    record, sure = outer_list.farthest(own.outer, own.points, own.labels, own.centre)[1:3]
    if not sure:
        rest = own.rest
        record = rest.position[farthest(rest.columns, rest.position, 0, count, own.centre, own.out)]
    # The two passes of a round, which the other operations need not count.
    return record, 2 * count


@index.serves(index.farthest, Passes)
def _farthest(own: Passes, record: int, count: int) -> tuple[int, int]:
    rest = own.rest
    at = farthest(rest.columns, rest.position, 0, count, own.points[record], own.out)
    return rest.position[at], 0


@index.serves(index.take, Passes)
def _take(own: Passes, record: int, count: int, label: int) -> None:
    slot = own.rest.slots[record]
    own.labels[record] = label
    exact.add_record(own.sums, own.points, record, -1, own.bits, own.exponent)
    leave(own.rest, slot, count - 1)


@index.serves(index.around, Passes)
def _around(own: Passes, record: int, room: int, count: int, _far: bool) -> tuple[int, int, int]:
    seed = own.points[record]
    size, _, far = look(own.rest, 0, count, seed, room, own.key, own.place, own.out)
    return size, far, 0


@index.serves(index.take_found, Passes)
def _take_found(own: Passes, _: int, size: int, count: int, label: int) -> None:
    for j in range(size):
        index.take(own, own.place[j], count - j, label)
