"""MDAV on numbers and categories as a good plain kernel: what the program's is compared with.

Compiled, contiguous, one thread, squared distances, records swapped out as they leave; what a
pair of categories adds is looked up in a table of its attribute. No tree, no blocks, no groups of
equal records. Ties by the smallest position; the mean from running sums, exact as the program's,
and the least marginal categories from running counts, which are looked at once a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.categories.categories import Categories
from core.kernels.numerics import exact

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(nogil=True)
def _distance(points: Floats, places: Ints, j: int, a: Floats, p: Ints, tables: Floats) -> float:
    total = 0.0
    for i in range(len(a)):
        total += (points[j, i] - a[i]) * (points[j, i] - a[i])
    for i in range(len(p)):
        total += tables[i, p[i], places[j, i]]
    return total


class Left(NamedTuple):
    """The records that are left, the first ones of each array."""

    points: Floats
    places: Ints
    position: Ints
    labels: Ints
    tables: Floats
    total: Ints
    layout: tuple[int, int]
    counts: Ints


@njit(nogil=True)
def _farthest(left: Left, count: int, a: Floats, p: Ints) -> int:
    points, places, position, tables = left.points, left.places, left.position, left.tables
    best, at = -1.0, -1
    for j in range(count):
        d = _distance(points, places, j, a, p, tables)
        if d > best or (d == best and position[j] < position[at]):
            best, at = d, j
    return at


@njit(nogil=True)
def _nearest(left: Left, count: int, at: int, slots: Ints, found: Floats) -> int:
    """Write the slots of the record in slot `at` and of those nearest to it."""
    points, places, position, tables = left.points, left.places, left.position, left.tables
    seed, own, k = points[at].copy(), places[at].copy(), len(slots)
    slots[0], found[0], size = at, -1.0, 1
    for j in range(count):
        if j == at:
            continue
        d = _distance(points, places, j, seed, own, tables)
        if size == k:
            if d > found[k - 1] or (d == found[k - 1] and position[j] > position[slots[k - 1]]):
                continue
            size -= 1
        i = size
        while i > 1 and (
            found[i - 1] > d or (found[i - 1] == d and position[slots[i - 1]] > position[j])
        ):
            found[i], slots[i] = found[i - 1], slots[i - 1]
            i -= 1
        found[i], slots[i] = d, j
        size += 1
    return size


@njit(nogil=True)
def _gather(left: Left, count: int, at: int, k: int, c: int) -> int:
    """Make a cluster of the record in slot `at` and its nearest; return how many remain."""
    slots, found = np.empty(k, np.int64), np.empty(k)
    size = _nearest(left, count, at, slots, found)
    points, places, position = left.points, left.places, left.position
    for slot in np.sort(slots[:size])[::-1]:
        count -= 1
        left.labels[position[slot]] = c
        exact.add_record(left.total, points, slot, -1, *left.layout)
        for i in range(places.shape[1]):
            left.counts[i, places[slot, i]] -= 1
        points[slot], places[slot], position[slot] = points[count], places[count], position[count]
    return count


@njit(nogil=True)
def _round(left: Left, count: int, central: Ints, k: int, c: int) -> int:
    """Make two clusters, or one if fewer than ``3 k`` remain; return how many are left."""
    mean = exact.values_of(left.total, *left.layout) / count
    r = _farthest(left, count, mean, central)
    centre, own = left.points[r].copy(), left.places[r].copy()
    pair = count >= 3 * k
    s = left.position[_farthest(left, count, centre, own)]
    count = _gather(left, count, r, k, c)
    if pair:
        if left.labels[s] >= 0:
            at = _farthest(left, count, centre, own)
        else:
            at = np.flatnonzero(left.position[:count] == s)[0]
        count = _gather(left, count, at, k, c + 1)
    return count


def tables_of(nominal: Sequence[Categories]) -> Floats:
    """Return what each pair of categories adds to a squared distance, shape (q, c, c)."""
    width = max(len(a.codes) for a in nominal)
    found = np.zeros((len(nominal), width, width))
    for own, a in zip(found, nominal, strict=True):
        own[: len(a.codes), : len(a.codes)] = a.squares[a.codes]
    return found


def mdav(records: Floats, nominal: Sequence[Categories], k: int) -> Ints:
    """Return the cluster of each record."""
    tables, count = tables_of(nominal), len(records)
    places = np.column_stack([a.places for a in nominal])
    counts = np.array([np.bincount(a.places, minlength=tables.shape[1]) for a in nominal])
    position, labels = np.arange(count), np.full(count, -1)
    layout = exact.layout(float(np.abs(records).max(initial=0.0)), count)
    total, c = exact.column_sums(records.T, *layout), 0
    left = Left(records.copy(), places, position, labels, tables, total, layout, counts)
    while count >= 2 * k:
        held = zip(nominal, counts, strict=True)
        central = np.array([a.central(own[: len(a.codes)]) for a, own in held])
        c, count = c + (2 if count >= 3 * k else 1), _round(left, count, central, k, c)
    labels[position[:count]] = c
    return labels
