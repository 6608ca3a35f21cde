"""Sets of categories for searches among records: each attribute's categories, halved repeatedly.

A set is a single category or one of the two halves of a larger set, and so two sets are disjoint
or one holds the other. What a set's nearest and farthest category add to a squared distance is
then known for all sets of an attribute after one pass over them (`fill`).

Sets are numbered over all attributes: of each first the single categories, by their places in
its matrix of distances, then the larger ones; a half has a smaller number than what it is of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.categories.categories import Categories
from core.kernels.categories.semantic_distance import Codes
from core.kernels.compilation.bare import bare


class CategorySets(NamedTuple):
    """The sets of `q` nominal attributes, `s` in all.

    Attributes
    ----------
    codes : numpy.ndarray, flat
        The attributes' matrices (`core.kernels.categories.categories.Categories.codes`), by rows,
        one after the other.
    squares : numpy.ndarray of float64, flat
        What each distance adds to a squared distance, one attribute after the other.
    codes_begin, squares_begin : numpy.ndarray of int64, shape (q,)
        Where those of each attribute begin.
    begin : numpy.ndarray of int64, shape (q + 1,)
        The sets of attribute `a` are ``begin[a]..begin[a + 1] - 1``.
    width : numpy.ndarray of int64, shape (q,)
        How many of them are single categories.
    up : numpy.ndarray of int32, shape (s,)
        The set of which each is a half; itself if there is none.
    low, high : numpy.ndarray of int32, shape (s,)
        The two halves of each set; of a single category itself.
    rank, middle : numpy.ndarray of int32, shape (s,)
        A category in a set belongs to its lower half if its `rank` is below the set's `middle`.
    gap : numpy.ndarray of float64, shape (s,)
        The mean of what two records add to a squared distance that hold categories of the two
        halves.
    """

    codes: Codes
    squares: Floats
    codes_begin: Ints
    squares_begin: Ints
    begin: Ints
    width: Ints
    up: Int32s
    low: Int32s
    high: Int32s
    rank: Int32s
    middle: Int32s
    gap: Floats


def category_sets(nominal: Sequence[Categories]) -> CategorySets:
    """Build the sets of all categories that occur in some attributes."""
    counts = [np.bincount(a.places, minlength=len(a.codes)) for a in nominal]
    widths = [len(a.codes) for a in nominal]
    sizes = [
        len(of_attribute) + max(0, int(np.count_nonzero(of_attribute)) - 1)
        for of_attribute in counts
    ]
    begin = np.append(0, np.cumsum(sizes)).astype(np.int64)
    up = np.arange(int(begin[-1]), dtype=np.int32)
    low, high, rank, middle = up.copy(), up.copy(), np.zeros_like(up), np.zeros_like(up)
    gap = np.zeros(len(up))
    for i, attribute in enumerate(nominal):
        of_attribute = slice(begin[i], begin[i + 1])
        tables = (
            up[of_attribute],
            low[of_attribute],
            high[of_attribute],
            rank[of_attribute],
            middle[of_attribute],
            gap[of_attribute],
        )
        _halve(attribute.codes, attribute.squares, counts[i], int(begin[i]), *tables)
    return CategorySets(
        np.concatenate([a.codes.ravel() for a in nominal]),
        np.concatenate([a.squares for a in nominal]),
        _begins([width * width for width in widths]),
        _begins([len(a.squares) for a in nominal]),
        begin,
        np.array(widths, dtype=np.int64),
        up,
        low,
        high,
        rank,
        middle,
        gap,
    )


def _begins(sizes: Sequence[int]) -> Ints:
    return np.append(0, np.cumsum(sizes)).astype(np.int64)[:-1]


def singles_of(nominal: Sequence[Categories], sets: CategorySets) -> Int32s:
    """List the categories of all records as sets, shape (n, q)."""
    places = np.column_stack([attribute.places for attribute in nominal])
    return np.ascontiguousarray(places + sets.begin[:-1], dtype=np.int32)


@njit(cache=True, nogil=True)
def _poles(codes: Codes, squares: Floats, counts: Ints, members: Ints) -> tuple[int, int]:
    """Find two of some categories far from each other: one far from the commonest, and so on."""
    commonest = members[0]
    for j in members:
        if counts[j] > counts[commonest]:
            commonest = j
    first_pole = members[0]
    for j in members:
        d, best = squares[codes[commonest, j]], squares[codes[commonest, first_pole]]
        if d > best or (d == best and counts[j] > counts[first_pole]):
            first_pole = j
    second_pole = -1
    for j in members:
        if j != first_pole:
            d = squares[codes[first_pole, j]]
            best = squares[codes[first_pole, second_pole]] if second_pole >= 0 else -1.0
            if d > best or (d == best and counts[j] > counts[second_pole]):
                second_pole = j
    return first_pole, second_pole


@njit(cache=True, nogil=True)
def _part(codes: Codes, squares: Floats, counts: Ints, members: Ints) -> int:
    """Reorder categories so that those nearer to one pole come first; return how many."""
    first_pole, second_pole = _poles(codes, squares, counts, members)
    lower, upper = np.empty(len(members), np.int64), np.empty(len(members), np.int64)
    lower[0], upper[0] = first_pole, second_pole
    below, above, weight, counter = 1, 1, counts[first_pole], counts[second_pole]
    for j in members:
        if j in (first_pole, second_pole):
            continue
        d, e = squares[codes[first_pole, j]], squares[codes[second_pole, j]]
        # Of a flat list all are equally far: the halves are to weigh the same.
        if d < e or (d == e and weight <= counter):
            lower[below] = j
            below += 1
            weight += counts[j]
        else:
            upper[above] = j
            above += 1
            counter += counts[j]
    members[:below] = lower[:below]
    members[below:] = upper[:above]
    return below


@njit(cache=True, nogil=True)
def _gap(codes: Codes, squares: Floats, counts: Ints, lower: Ints, upper: Ints) -> float:
    total, pairs = 0.0, 0.0
    for i in lower:
        for j in upper:
            n_pairs = float(counts[i]) * float(counts[j])
            total += n_pairs * squares[codes[i, j]]
            pairs += n_pairs
    return total / pairs


@njit(cache=True, nogil=True)
def _halve(
    codes: Codes,
    squares: Floats,
    counts: Ints,
    offset: int,
    up: Int32s,
    low: Int32s,
    high: Int32s,
    rank: Int32s,
    middle: Int32s,
    gap: Floats,
) -> None:
    """Halve the categories that occur until each is alone; write one attribute's tables.

    Sets are written with `offset` added to their numbers.
    """
    members = np.flatnonzero(counts)
    v = len(members)
    begin, end = np.empty(v + 1, np.int64), np.empty(v + 1, np.int64)
    set_numbers, top, free = np.empty(v + 1, np.int64), 1, len(up) - 1
    begin[0], end[0], set_numbers[0] = 0, v, free
    while top > 0 and v > 1:
        top -= 1
        b, e, x = begin[top], end[top], set_numbers[top]
        cut = b + _part(codes, squares, counts, members[b:e])
        middle[x] = cut
        gap[x] = _gap(codes, squares, counts, members[b:cut], members[cut:e])
        for half in range(2):
            first, last = (b, cut) if half == 0 else (cut, e)
            if last - first == 1:
                y = members[first]
            else:
                free -= 1
                y = free
                begin[top], end[top], set_numbers[top] = first, last, y
                top += 1
            up[y] = offset + x
            if half == 0:
                low[x] = offset + y
            else:
                high[x] = offset + y
    for i in range(v):
        rank[members[i]] = i


@njit(cache=True, nogil=True)
def common(up: Int32s, a: int, b: int) -> int:
    """Find the smallest set that holds two sets of an attribute."""
    while a != b:
        if a < b:
            a = up[a]
        else:
            b = up[b]
    return a


@bare
def _fill_one(sets: CategorySets, a: int, node: int, near: Floats, far: Floats) -> None:
    codes, squares, low, high = sets.codes, sets.squares, sets.low, sets.high
    c, b, s = sets.width[a], sets.begin[a], sets.squares_begin[a]
    row = sets.codes_begin[a] + node * c
    for j in range(c):
        d = squares[s + codes[row + j]]
        near[b + j], far[b + j] = d, d
    for x in range(b + c, sets.begin[a + 1]):
        near[x] = min(near[low[x]], near[high[x]])
        far[x] = max(far[low[x]], far[high[x]])


@bare
def fill(sets: CategorySets, places: Ints, near: Floats, far: Floats) -> None:
    """Write what the nearest and the farthest category of each set add to a squared distance.

    Parameters
    ----------
    sets : CategorySets
        Of `q` attributes.
    places : numpy.ndarray of int64, shape (q,)
        Of each attribute the place of the category from which distances are measured.
    near, far : numpy.ndarray of float64, shape (s,)
        Written.
    """
    for a in range(len(places)):
        _fill_one(sets, a, places[a], near, far)


@bare
def fill_around(
    sets: CategorySets, singles: Int32s, record: int, near: Floats, far: Floats
) -> None:
    """Fill (`fill`) for distances from a record, given the categories of all as sets."""
    for a in range(singles.shape[1]):
        _fill_one(sets, a, singles[record, a] - sets.begin[a], near, far)
