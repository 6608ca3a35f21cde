"""Merges clusters within parts of a file until each is within all limits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions import Limit
from core.encode import by_first_appearance
from core.encode.unit_groups import first_records, units_in_groups
from core.errors import Problem, PromiseBroken
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.protect.clustering import Quasi
from core.protect.merging import merge_until


class EnoughUnits:
    """The number of units that a group has records of, in each stratum that occurs in it.

    Parameters
    ----------
    unit, strata : numpy.ndarray of int64, shape (n,)
        Unit and stratum of each record.
    """

    def __init__(self, unit: Ints, strata: Ints, k: int) -> None:
        self.bound = float(-k)
        self._unit, self._strata = unit, strata
        self._order = self._begin = np.empty(0, dtype=np.int64)
        self._held: dict[int, dict[int, set[int]]] = {}

    def start(self, labels: Ints, groups: int) -> Floats:
        """Compute minus the smallest number of units of each group, shape (groups,)."""
        self._held = {}
        self._order = np.argsort(labels, kind="stable")
        self._begin = np.concatenate(([0], np.cumsum(np.bincount(labels, minlength=groups))))
        pairs = refine(labels, self._strata)
        group = labels[first_records(pairs)]
        fewest_units = np.full(groups, len(labels), dtype=np.int64)
        np.minimum.at(fewest_units, group, units_in_groups(pairs, self._unit))
        return -fewest_units.astype(np.float64)

    def merge(self, into: int, gone: int) -> float:
        """Merge two groups; return minus the smallest number of units of their union."""
        union, merged_units = self._of(into), self._of(gone)
        for stratum, units in merged_units.items():
            union[stratum] |= units
        self._held[into] = union
        self._held.pop(gone, None)
        return -float(min(len(units) for units in union.values()))

    def _of(self, group: int) -> dict[int, set[int]]:
        if group in self._held:
            return self._held[group]
        units_by_stratum: dict[int, set[int]] = defaultdict(set)
        rows = self._order[self._begin[group] : self._begin[group + 1]]
        strata, units = self._strata[rows].tolist(), self._unit[rows].tolist()
        for stratum, unit in zip(strata, units, strict=True):
            units_by_stratum[stratum].add(unit)
        return units_by_stratum


class Renumbered:
    """A limit that was started on all groups of a file, for the clusters of a part of it.

    Parameters
    ----------
    limit : Limit
        Started.
    excess : numpy.ndarray of float64, shape (groups,)
        What it returned.
    groups : numpy.ndarray of int64, shape (clusters, m)
        The groups of each cluster. When two clusters are merged, so are their
        groups, in this order.
    """

    def __init__(self, limit: Limit, excess: Floats, groups: Ints) -> None:
        self.bound = limit.bound
        self._limit, self._excess, self._groups = limit, excess, groups

    def start(self, _labels: Ints, _groups: int) -> Floats:
        """Find the largest excess of each cluster's groups."""
        return np.asarray(self._excess[self._groups].max(axis=1))

    def merge(self, into: int, gone: int) -> float:
        """Merge two clusters; return the largest excess of the groups of their union."""
        pairs = zip(self._groups[into].tolist(), self._groups[gone].tolist(), strict=True)
        return max(self._limit.merge(a, b) for a, b in pairs)


def beyond(limits: Iterable[Limit], labels: Ints) -> Bools:
    """Return whether each group violates a limit, shape (groups,)."""
    groups = int(labels.max()) + 1
    is_over = np.zeros(groups, dtype=np.bool_)
    for limit in limits:
        is_over |= limit.start(labels, groups) > limit.bound
    return is_over


def check_limits(limits: Iterable[Limit], labels: Ints) -> None:
    """Raise `PromiseBroken` if a group violates a limit."""
    failing = int(np.count_nonzero(beyond(limits, labels)))
    if failing:
        raise PromiseBroken(Problem("units-too-far", params={"count": failing}))


def merge_within(
    quasi: Quasi, labels: Ints, cells: Ints, limits: Sequence[Limit], job: Job
) -> Ints:
    """Merge clusters with the nearest one of the same cell until each is within all limits.

    As `core.protect.merging.merge_until`, but the only cluster of a cell stays as it is.

    Parameters
    ----------
    quasi : Quasi
        The quasi-identifiers of `n` records.
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, numbered from 0 without gaps.
    cells : numpy.ndarray of int64, shape (n,)
        Parts of the file with whole clusters, numbered from 0 without gaps.
    limits : sequence of Limit
        On groups of the `n` records.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        The merged clusters, numbered by first appearance.
    """
    labels = by_first_appearance(labels)
    groups = int(labels.max()) + 1
    started = [(limit, limit.start(labels, groups)) for limit in limits]
    over = np.zeros(groups, dtype=np.bool_)
    for limit, excess in started:
        over |= excess > limit.bound
    order = np.argsort(cells, kind="stable")
    begin = np.concatenate(([0], np.cumsum(np.bincount(cells))))
    for cell in np.unique(cells[over[labels]]).tolist():
        rows = order[begin[cell] : begin[cell + 1]]
        cell_labels = by_first_appearance(labels[rows])
        if int(cell_labels.max()) == 0:
            continue
        names = labels[rows[first_records(cell_labels)]]
        here = [Renumbered(limit, excess, names[:, None]) for limit, excess in started]
        nominal = tuple(categories.part(rows) for categories in quasi.nominal)
        points = np.ascontiguousarray(quasi.points[rows])
        merged = merge_until(points, cell_labels, here, job, nominal)
        labels[rows] = names[cell_labels[first_records(merged)]][merged]
    return by_first_appearance(labels)
