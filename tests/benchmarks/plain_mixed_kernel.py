"""MDAV on numbers and categories as a good plain kernel: what the program's is compared with.

Compiled, contiguous, one thread, squared distances, records swapped out as they leave; what a
pair of categories adds is looked up in a table of its attribute. No tree, no blocks, no groups of
equal records. Ties by the smallest position; the mean from running sums, exact as the program's,
and the least marginal categories from running counts, which are looked at once a round.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact
from core.kernels.categories import Categories

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


@njit(nogil=True)
def _farthest(
    points: Floats, places: Ints, position: Ints, count: int, a: Floats, p: Ints, tables: Floats
) -> int:
    best, at = -1.0, -1
    for j in range(count):
        d = _distance(points, places, j, a, p, tables)
        if d > best or (d == best and position[j] < position[at]):
            best, at = d, j
    return at


@njit(nogil=True)
def _gather(
    points: Floats,
    places: Ints,
    position: Ints,
    labels: Ints,
    tables: Floats,
    total: Ints,
    layout: tuple[int, int],
    counts: Ints,
    count: int,
    at: int,
    k: int,
    c: int,
) -> int:
    """Make a cluster of the record in slot `at` and its nearest; return how many remain."""
    seed, own = points[at].copy(), places[at].copy()
    slots, found, size = np.empty(k, np.int64), np.empty(k), 1
    slots[0], found[0] = at, -1.0
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
    for slot in np.sort(slots)[::-1]:
        count -= 1
        labels[position[slot]] = c
        exact.add_record(total, points, slot, -1, *layout)
        for i in range(len(own)):
            counts[i, places[slot, i]] -= 1
        points[slot], places[slot], position[slot] = points[count], places[count], position[count]
    return count


@njit(nogil=True)
def _round(
    points: Floats,
    places: Ints,
    position: Ints,
    labels: Ints,
    tables: Floats,
    total: Ints,
    layout: tuple[int, int],
    counts: Ints,
    count: int,
    central: Ints,
    k: int,
    c: int,
) -> int:
    """Make two clusters, or one if fewer than ``3 k`` remain; return how many are left."""
    mean = exact.values_of(total, *layout) / count
    r = _farthest(points, places, position, count, mean, central, tables)
    centre, own = points[r].copy(), places[r].copy()
    pair = count >= 3 * k
    s = position[_farthest(points, places, position, count, centre, own, tables)]
    count = _gather(points, places, position, labels, tables, total, layout, counts, count, r, k, c)
    if pair:
        if labels[s] >= 0:
            at = _farthest(points, places, position, count, centre, own, tables)
        else:
            at = np.flatnonzero(position[:count] == s)[0]
        count = _gather(
            points, places, position, labels, tables, total, layout, counts, count, at, k, c + 1
        )
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
    points, tables = records.copy(), tables_of(nominal)
    places = np.column_stack([a.places for a in nominal])
    counts = np.array([np.bincount(a.places, minlength=tables.shape[1]) for a in nominal])
    count = len(points)
    position, labels = np.arange(count), np.full(count, -1)
    layout = exact.layout(float(np.abs(records).max(initial=0.0)), count)
    total, c = exact.column_sums(records.T, *layout), 0
    while count >= 2 * k:
        held = zip(nominal, counts, strict=True)
        central = np.array([a.central(own[: len(a.codes)]) for a, own in held])
        work = (points, places, position, labels, tables, total, layout, counts)
        c, count = c + (2 if count >= 3 * k else 1), _round(*work, count, central, k, c)
    labels[position[:count]] = c
    return labels
