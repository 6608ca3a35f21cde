"""Which units are nearest to their own released group, by the best matching of their members.

The matching is the assignment of least total distance. Matching each column by itself, which sorts
its values, gives a distance that is no larger and quickly computed, and rules most groups out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.numerics.assignment import assign

# Members of larger units are not matched one to one: their columns are compared one by one.
_MOST_MEMBERS = 32
# Two sums of the same squares in another order differ by less.
_ROUNDING = 1e-9


class UnitRecords(NamedTuple):
    """Units of `m` members each.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (units, m, d)
        Their standardised numbers.
    sorted_points : numpy.ndarray of float64, shape (units, d * m)
        The same, each column of a unit in ascending order.
    places : numpy.ndarray of int64, shape (units, m, q)
        Their categories.
    """

    points: Floats
    sorted_points: Floats
    places: Ints


@njit(cache=True, nogil=True)
def _least_total(costs: Floats, m: int) -> float:
    """Compute the least total cost of assigning `m` rows to `m` columns."""
    row_of = assign(costs, m)
    total = 0.0
    for j in range(1, m + 1):
        total += costs[row_of[j] - 1, j - 1]
    return total


@njit(cache=True, nogil=True)
def _bound(unit: Floats, group: Floats, enough: float) -> float:
    """Compute a bound below the distance of a unit from a group; above `enough` it may be less."""
    total = 0.0
    for i in range(len(unit)):
        total += (unit[i] - group[i]) * (unit[i] - group[i])
        if total > enough:
            break
    return total


@njit(cache=True, nogil=True)
def _distance(
    units: UnitRecords, unit: int, groups: UnitRecords, group: int, squares: Floats, costs: Floats
) -> float:
    """Compute the distance of a unit from a released one, by the best matching of members."""
    m = units.points.shape[1]
    if m > _MOST_MEMBERS:
        return _bound(units.sorted_points[unit], groups.sorted_points[group], np.inf)
    for i in range(m):
        for j in range(m):
            total = 0.0
            for x in range(units.points.shape[2]):
                gap = units.points[unit, i, x] - groups.points[group, j, x]
                total += gap * gap
            for x in range(units.places.shape[2]):
                total += squares[x, units.places[unit, i, x], groups.places[group, j, x]]
            costs[i, j] = total
    return costs[0, 0] if m == 1 else _least_total(costs, m)


@njit(cache=True, nogil=True)
def link_units(
    units: UnitRecords,
    group_of: Ints,
    groups: UnitRecords,
    sizes: Ints,
    squares: Floats,
) -> Floats:
    """Compute the probability that each unit is linked to its own released unit, shape (units,).

    Parameters
    ----------
    units : UnitRecords
        Originals, all of one number of members.
    group_of : numpy.ndarray of int64, shape (units,)
        The group of each.
    groups : UnitRecords
        The released unit that those of a group have become.
    sizes : numpy.ndarray of int64, shape (groups,)
        Released units of each group, among which an intruder has to choose.
    squares : numpy.ndarray of float64, shape (q, c, c)
        Squared distances of the categories of each nominal column.
    """
    members = min(units.points.shape[1], _MOST_MEMBERS)
    costs = np.empty((members, members))
    share = np.zeros(len(group_of))
    for unit in range(len(group_of)):
        own_group = group_of[unit]
        distance = _distance(units, unit, groups, own_group, squares, costs)
        least_tie = distance * (1.0 - _ROUNDING)
        largest_tie = distance * (1.0 + _ROUNDING) + _ROUNDING**2
        n_nearest = 0
        for group in range(len(sizes)):
            if group != own_group:
                sorted_unit = units.sorted_points[unit]
                if _bound(sorted_unit, groups.sorted_points[group], largest_tie) > largest_tie:
                    continue
                rival = _distance(units, unit, groups, group, squares, costs)
                if rival > largest_tie:
                    continue
                if rival < least_tie:
                    n_nearest = 0
                    break
            n_nearest += sizes[group]
        if n_nearest > 0:
            share[unit] = 1.0 / n_nearest
    return share
