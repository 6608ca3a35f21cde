"""Which records are nearest to their own released group in three columns."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@njit(cache=True, nogil=True)
def _distance(
    point: Floats, group: Floats, columns: Ints, are_categories: Flags, unequal: Floats
) -> float:
    total = 0.0
    for x in columns:
        if are_categories[x]:
            total += 0.0 if point[x] == group[x] else unequal[x]
        else:
            total += (point[x] - group[x]) * (point[x] - group[x])
    return total


@njit(cache=True, nogil=True)
def link_by_triples(
    points: Floats,
    place_of: Ints,
    groups: Floats,
    sizes: Ints,
    triples: Ints,
    are_categories: Flags,
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
    for record in range(len(points)):
        point, own_group = points[record], place_of[record]
        start = np.searchsorted(values, point[first_column])
        for t in range(len(triples)):
            distance = _distance(point, groups[own_group], triples[t], are_categories, unequal)
            n_nearest, is_nearer = 0, False
            # Upwards first, then downwards.
            for step in (1, -1):
                group = start if step == 1 else start - 1
                while 0 <= group < len(values) and not is_nearer:
                    gap = values[group] - point[first_column]
                    if gap * gap > distance:
                        break
                    rival = _distance(point, groups[group], triples[t], are_categories, unequal)
                    is_nearer = rival < distance
                    if rival == distance:
                        n_nearest += sizes[group]
                    group += step
            if not is_nearer:
                shares[t] += 1.0 / n_nearest
    return shares / len(points)
