"""Which records are nearest to their own released group in three columns."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Bools, Floats, Ints


@njit(cache=True, nogil=True)
def _square_gaps(
    point: Floats, group: Floats, are_categories: Bools, unequal: Floats, squares: Floats
) -> None:
    for x in range(len(point)):
        if are_categories[x]:
            squares[x] = 0.0 if point[x] == group[x] else unequal[x]
        else:
            squares[x] = (point[x] - group[x]) * (point[x] - group[x])


@njit(cache=True, nogil=True)
def link_by_triples(
    points: Floats,
    place_of: Ints,
    groups: Floats,
    sizes: Ints,
    triples: Ints,
    are_categories: Bools,
    unequal: Floats,
) -> Floats:
    """Compute the share of records that three columns link to the right released record.

    From the place of a record among the groups the search goes outwards, and ends where the first
    column alone is farther than the own group, or at a group that is nearer.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (q, m)
        What an intruder knows of some records.
    place_of : numpy.ndarray of int64, shape (q,)
        The group of each.
    groups : numpy.ndarray of float64, shape (g, m)
        The released groups, ascending in the first column of all triples, which is no category.
    sizes : numpy.ndarray of int64, shape (g,)
        Their records, among which an intruder has to choose.
    triples : numpy.ndarray of int64, shape (t, 3)
        Positions of the columns.
    are_categories : numpy.ndarray of bool, shape (m,)
        Columns of which only counts whether they are equal.
    unequal : numpy.ndarray of float64, shape (m,)
        The squared distance of different categories.

    Returns
    -------
    numpy.ndarray of float64, shape (t,)
        In [0, 1].
    """
    shares = np.zeros(len(triples))
    if not len(triples):
        return shares
    first_column = triples[0, 0]
    values = np.ascontiguousarray(groups[:, first_column])
    # The squared gaps of a record to the groups from `low` to `high`, which its triples share.
    squares = np.empty(groups.shape)
    own_squares = np.empty(groups.shape[1])
    for record in range(len(points)):
        point = points[record]
        _square_gaps(point, groups[place_of[record]], are_categories, unequal, own_squares)
        start = np.searchsorted(values, point[first_column])
        low = high = start
        for t in range(len(triples)):
            a, b, c = triples[t]
            distance = own_squares[a] + own_squares[b] + own_squares[c]
            n_nearest, is_nearer = 0, False
            # Upwards first, then downwards.
            for step in (1, -1):
                group = start if step == 1 else start - 1
                while 0 <= group < len(values) and not is_nearer:
                    if group >= high or group < low:
                        row = squares[group]
                        _square_gaps(point, groups[group], are_categories, unequal, row)
                        low, high = min(low, group), max(high, group + 1)
                    if squares[group, a] > distance:
                        break
                    rival = squares[group, a] + squares[group, b] + squares[group, c]
                    is_nearer = rival < distance
                    if rival == distance:
                        n_nearest += sizes[group]
                    group += step
            if not is_nearer:
                shares[t] += 1.0 / n_nearest
    # numba would name a quotient of whole arrays after an address in memory.
    for t in range(len(shares)):
        shares[t] /= len(points)
    return shares
