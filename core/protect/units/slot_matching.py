"""Matches the members of units with the slots of their group at least cost.

Members without a natural order, such as the children of a household, are assigned to the slots of
a group of units so that the members in a slot resemble each other. As in the search for k means,
representatives of the slots and assignments are found in turn until the costs hardly fall.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.encode import Nominal, find_representatives
from core.jobs import Job
from core.kernels.numerics.sums import group_means
from core.protect.clustering import Quasi
from core.protect.units.assignment import assignments, total_costs

# With more members of one kind, the order that the caller chose is kept.
_MOST_MATCHED = 64
ROUNDS = 50
"""The most rounds of a search."""
# Number of costs in memory at the same time.
_PART = 1 << 22
# A smaller improvement, relative to the cost, may be rounding.
_LEAST_GAIN = 1e-9
# A round that lowers the cost of a group by a smaller share is its last.
_LAST_GAIN = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """A representative for each of `m` slots of each group, attribute by attribute.

    Attributes
    ----------
    means : tuple of numpy.ndarray of float64, each of shape (groups, m)
        Of the numeric attributes.
    places : tuple of numpy.ndarray of int64, each of shape (groups, m)
        Of the nominal attributes.
    """

    quasi: Quasi
    means: tuple[Floats, ...]
    places: tuple[Ints, ...]

    def costs(self, rows: Ints, labels: Ints) -> Floats:
        """Compute the squared distance of each member from each slot of its group.

        Parameters
        ----------
        rows : numpy.ndarray of int64, shape (u, m)
            The records of each unit.
        labels : numpy.ndarray of int64, shape (u,)
            Group of each unit.

        Returns
        -------
        numpy.ndarray of float64, shape (u, m, m)
        """
        squares = np.zeros((*rows.shape, rows.shape[1]))
        for column, means in zip(self.quasi.points.T, self.means, strict=True):
            gaps = column[rows][:, :, None] - means[labels][:, None, :]
            squares += gaps * gaps
        for categories, places in zip(self.quasi.nominal, self.places, strict=True):
            squares += _squares(
                categories, categories.places[rows][:, :, None], places[labels][:, None, :]
            )
        return squares

    def distances(self, rows: Ints, labels: Ints) -> Floats:
        """Add up the squared distances of a unit's members from their slots, shape (u,)."""
        squares = np.zeros(rows.shape)
        for column, means in zip(self.quasi.points.T, self.means, strict=True):
            gaps = column[rows] - means[labels]
            squares += gaps * gaps
        for categories, places in zip(self.quasi.nominal, self.places, strict=True):
            squares += _squares(categories, categories.places[rows], places[labels])
        return np.asarray(squares.sum(axis=1))


def _squares(categories: Nominal, these: Ints, those: Ints) -> Floats:
    return np.asarray(categories.squares[categories.semantics.codes[these, those]])


def slots_of_groups(quasi: Quasi, rows: Ints, labels: Ints, groups: int) -> Slots:
    """Compute the mean, or the least marginal category, of each slot of each group."""
    m, members = rows.shape[1], rows.ravel()
    slots = (labels[:, None] * m + np.arange(m)).ravel()
    means = (
        group_means(np.ascontiguousarray(column[members]), slots, groups * m)
        for column in quasi.points.T
    )
    places = (
        find_representatives(categories.semantics, slots, categories.places[members])
        for categories in quasi.nominal
    )
    shape = groups, m
    return Slots(
        quasi,
        tuple(values.reshape(shape) for values in means),
        tuple(values.reshape(shape) for values in places),
    )


def _slots_of_units(quasi: Quasi, rows: Ints) -> Slots:
    """Take the members of one unit for each group as its slots; `rows` has shape (groups, m)."""
    means = tuple(column[rows] for column in quasi.points.T)
    return Slots(quasi, means, tuple(categories.places[rows] for categories in quasi.nominal))


def match_slots(quasi: Quasi, rows: Ints, labels: Ints, job: Job) -> Ints:
    """Order the members of each unit by their slots.

    The search starts twice: from the order of `rows`, and from the members of the unit of each
    group that is nearest to the group's mean. The better result is taken for each group.

    Parameters
    ----------
    quasi : Quasi
        The quasi-identifiers of `n` records.
    rows : numpy.ndarray of int64, shape (u, m)
        The records of each unit, which start in the slots ``0..m-1``.
    labels : numpy.ndarray of int64, shape (u,)
        Group of each unit, numbered from 0 without gaps.

    Returns
    -------
    numpy.ndarray of int64, shape (u, m)
        Each row is a permutation of that of `rows`. It does not depend on the order of the units,
        except for ties.
    """
    attributes = quasi.points.shape[1] + len(quasi.nominal)
    if attributes == 0 or not 1 < rows.shape[1] <= _MOST_MATCHED:
        return rows
    rows_from_order = _reassign_until_stable(quasi, rows, labels, job)
    order = np.lexsort((_distances(quasi, rows, labels), labels))
    leaders = order[np.flatnonzero(np.diff(labels[order], prepend=-1))]
    slots, rows_from_leaders = _slots_of_units(quasi, rows[leaders]), np.empty_like(rows)
    for piece in parts_of(rows):
        members = np.argsort(assignments(slots.costs(rows[piece], labels[piece])), axis=1)
        rows_from_leaders[piece] = np.take_along_axis(rows[piece], members, axis=1)
    rows_from_leaders = _reassign_until_stable(quasi, rows_from_leaders, labels, job)
    return cheaper(quasi, rows_from_order, rows_from_leaders, labels)


def cheaper(quasi: Quasi, rows: Ints, other_rows: Ints, labels: Ints) -> Ints:
    """Choose for each group the cheaper of two orders of the members.

    The search for one of them may end in a local minimum; then the other is taken.
    """
    cost, other_cost = (
        np.bincount(labels, _distances(quasi, order, labels)) for order in (rows, other_rows)
    )
    better = other_cost < (1 - _LEAST_GAIN) * cost
    return np.where(better[labels][:, None], other_rows, rows)


def _reassign_until_stable(quasi: Quasi, rows: Ints, labels: Ints, job: Job) -> Ints:
    """Reassign members until no group improves noticeably."""
    rows, groups = rows.copy(), int(labels.max()) + 1
    units = np.arange(len(labels))
    for _ in range(ROUNDS):
        job.check()
        costs_before, costs_after = _reassign(quasi, rows, labels, units)
        cost = np.bincount(labels[units], costs_before, groups)
        gain = cost - np.bincount(labels[units], costs_after, groups)
        units = np.flatnonzero((gain > _LAST_GAIN * cost)[labels])
        if len(units) == 0:
            break
    return rows


def _reassign(quasi: Quasi, rows: Ints, labels: Ints, units: Ints) -> tuple[Floats, Floats]:
    """Reorder the members of `units` where that is cheaper; return their costs before and after."""
    groups, group_of_unit = np.unique(labels[units], return_inverse=True)
    slots = slots_of_groups(quasi, rows[units], group_of_unit.astype(np.int64), len(groups))
    costs_before, costs_after = np.empty(len(units)), np.empty(len(units))
    for piece in parts_of(rows[units]):
        piece_rows = rows[units[piece]]
        rows[units[piece]], costs_before[piece], costs_after[piece] = _reassign_piece(
            slots, piece_rows, group_of_unit[piece]
        )
    return costs_before, costs_after


def _reassign_piece(slots: Slots, rows: Ints, labels: Ints) -> tuple[Ints, Floats, Floats]:
    """Order the members of units, shape (u, m), at least cost; return costs before and after."""
    costs, reordered = slots.costs(rows, labels), rows.copy()
    slot = assignments(costs)
    costs_before, least_costs = np.trace(costs, axis1=1, axis2=2), total_costs(costs, slot)
    better = least_costs < (1 - _LEAST_GAIN) * costs_before
    members = np.argsort(slot[better], axis=1)
    reordered[better] = np.take_along_axis(rows[better], members, axis=1)
    return reordered, costs_before, np.where(better, least_costs, costs_before)


def _distances(quasi: Quasi, rows: Ints, labels: Ints) -> Floats:
    """Compute the squared distance of each unit from its group's mean, shape (u,)."""
    return slots_of_groups(quasi, rows, labels, int(labels.max()) + 1).distances(rows, labels)


def parts_of(rows: Ints) -> list[slice]:
    """Split the units into pieces whose matrices of costs fit into memory."""
    piece_size = max(_PART // rows.shape[1] ** 2, 1)
    return [slice(begin, begin + piece_size) for begin in range(0, len(rows), piece_size)]
