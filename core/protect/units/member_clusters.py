"""Groups of equal records from at least k different units, for units that are not protected whole.

The columns of a unit must be equal in all its records, and records of one group must be equal in
them. Units are therefore clustered by their own columns first, and the members of each cluster of
units are partitioned by their own quasi-identifiers. Clusters of units are larger than `k`
(`SPREAD`), so that their members can be grouped by resemblance.
"""

from __future__ import annotations

import heapq
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from core.encode import by_first_appearance
from core.encode.unit_groups import first_records, units_in_groups
from core.errors import Problem, PromiseBroken
from core.jobs import Job
from core.kernels.microaggregation.centroids import Centroids
from core.kernels.microaggregation.mixed_centroids import MixedCentroids
from core.kernels.numerics.grouping import refine
from core.protect.clustering import Quasi
from core.protect.spec import MethodSpec, Partition
from core.protect.strata import partition_strata
from core.protect.task import Parameters, Task, whole
from core.protect.units.unit_clusters import UnitClusters
from core.protect.units.unit_file import UnitFile

Ints = NDArray[np.int64]

SPREAD = 4
"""Minimum number of units in a cluster of units, in multiples of k."""


def failing_groups(labels: Ints, unit: Ints, k: int) -> Ints:
    """Return the groups of records that come from fewer than `k` different units, ascending.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 without gaps.
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record.
    k : int
        Required number of units.
    """
    return np.flatnonzero(units_in_groups(labels, unit) < k).astype(np.int64)


def cluster_members(
    spec: MethodSpec, file: UnitFile, parameters: Parameters, job: Job, spread: int = SPREAD
) -> UnitClusters:
    """Return groups of records from at least `k` units, and the clusters of units around them.

    Parameters
    ----------
    spec : MethodSpec
        A method that `core.protect.units.takes_units`.
    file : UnitFile
        The records.
    parameters : Mapping of str to object
        The method's parameters, complete.
    job : Job
        Enters the phases "encoding" and "clustering".
    spread : int
        Minimum size of a cluster of units, in multiples of `k`, at least 1.

    Raises
    ------
    PromiseBroken
        If a stratum has records of fewer than `k` units.
    """
    k = whole(parameters, "k")
    job.start_phase("encoding", 2)
    units, members = file.quasi_of_units(), file.quasi_of_members()
    job.update(2)
    outer = _cluster_units(spec, file, units, {**parameters, "k": spread * k}, k, job)
    cells = refine(outer.labels[file.unit], file.strata)
    _check(cells, file.unit, k)
    inner = _partition(spec, file, members, cells, parameters, job)
    labels = merge_until_enough(members, inner.labels, file.unit, file.strata, cells, k, job)
    _check(labels, file.unit, k)
    steps = (*outer.steps, *inner.steps)
    return UnitClusters(by_first_appearance(outer.labels), by_first_appearance(labels), 1, steps)


def _check(labels: Ints, unit: Ints, k: int) -> None:
    reached = int(units_in_groups(labels, unit).min())
    if reached < k:
        raise PromiseBroken(Problem("k-not-reached", params={"k": k, "reached": reached}))


def _cluster_units(
    spec: MethodSpec, file: UnitFile, units: Quasi, parameters: Parameters, k: int, job: Job
) -> Partition:
    """Return clusters of units in which each stratum that occurs has records of `k` units."""
    count = int(file.unit.max()) + 1
    together = np.zeros(count, dtype=np.int64)
    if not file.masked_of_unit() or count < 2 * whole(parameters, "k"):
        return Partition(together, ())
    assert spec.partition is not None
    names = file.masked_of_unit()
    task = Task(
        units.points,
        {},
        {},
        parameters,
        tuple(file.schema.named(name) for name in names),
        tuple(file.once_each(name) for name in names),
        units.nominal,
    )
    found = spec.partition(task, job)
    nominal = tuple(one.part(file.unit) for one in units.nominal)
    each = Quasi(np.ascontiguousarray(units.points[file.unit]), nominal)
    whole_file = np.zeros_like(file.unit)
    labels = found.labels[file.unit]
    rows = merge_until_enough(each, labels, file.unit, file.strata, whole_file, k, job)
    together[file.unit] = rows
    return Partition(together, found.steps)


def _partition(
    spec: MethodSpec,
    file: UnitFile,
    members: Quasi,
    cells: Ints,
    parameters: Parameters,
    job: Job,
) -> Partition:
    """Partition the records of each cell; cells without masked columns stay whole."""
    names = file.masked_of_members()
    if not names:
        return Partition(cells, ())
    assert spec.partition is not None
    task = Task(
        members.points,
        {},
        {},
        parameters,
        tuple(file.schema.named(name) for name in names),
        tuple(file.named(name) for name in names),
        members.nominal,
    )
    found = partition_strata(spec.partition, task, cells, job)
    return Partition(found.labels, found.steps)


def merge_until_enough(
    quasi: Quasi, labels: Ints, unit: Ints, strata: Ints, cells: Ints, k: int, job: Job
) -> Ints:
    """Merge clusters with the nearest one until each has records of `k` units in its strata.

    The cluster with the fewest units is merged first, with the cluster of the nearest centroid in
    the same cell, ties by first record. The only cluster of a cell stays as it is.

    Parameters
    ----------
    quasi : Quasi
        The quasi-identifiers of `n` records.
    labels, unit : numpy.ndarray of int64, shape (n,)
        Cluster, numbered from 0 without gaps, and unit of each record.
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each record. A cluster needs `k` units in each stratum of which it has records.
    cells : numpy.ndarray of int64, shape (n,)
        Parts of the file, numbered from 0 without gaps, of which each contains whole clusters.
    k : int
        Required number of units.
    job : Job
        Raises `Cancelled` if it is cancelled.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        The merged clusters, numbered by first appearance.
    """
    labels = by_first_appearance(labels)
    pairs = refine(labels, strata)
    failing = np.isin(pairs, failing_groups(pairs, unit, k))
    order = np.argsort(cells, kind="stable")
    begin = np.concatenate(([0], np.cumsum(np.bincount(cells))))
    for cell in np.unique(cells[failing]).tolist():
        job.check()
        rows = order[begin[cell] : begin[cell + 1]]
        own = by_first_appearance(labels[rows])
        names = labels[rows[first_records(own)]]
        held = _Held(own, unit[rows], strata[rows], k)
        labels[rows] = names[_merged(quasi, rows, own, held, job)]
    return by_first_appearance(labels)


def _merged(quasi: Quasi, rows: Ints, labels: Ints, held: _Held, job: Job) -> Ints:
    """Return the clusters of one cell after merging, each with the number of its first cluster."""
    points = np.ascontiguousarray(quasi.points[rows])
    nominal = [one.part(rows).for_kernel() for one in quasi.nominal]
    mixed = bool(nominal) or points.shape[1] == 0
    centroids = MixedCentroids(points, nominal, labels) if mixed else Centroids(points, labels)
    while (cluster := held.next()) is not None:
        job.check()
        held.merge(*centroids.merge(cluster))
    return held.roots()[labels]


class _Held:
    """The units that each cluster has records of; clusters with too few of them wait in a heap."""

    def __init__(self, labels: Ints, unit: Ints, strata: Ints, k: int) -> None:
        self._k, count = k, int(labels.max()) + 1
        self._unit, self._strata = unit, strata
        self._rows = np.argsort(labels, kind="stable")
        self._begin = np.concatenate(([0], np.cumsum(np.bincount(labels))))
        self._root, self._left = np.arange(count), count
        self._merged: dict[int, dict[int, set[int]]] = {}
        self._fewest = self._smallest(labels, count)
        self._waiting = [(int(n), g) for g, n in enumerate(self._fewest.tolist()) if n < k]
        heapq.heapify(self._waiting)

    def _smallest(self, labels: Ints, count: int) -> Ints:
        """Return the smallest number of units in a stratum of each cluster."""
        pairs = refine(labels, self._strata)
        cluster = np.empty(int(pairs.max()) + 1, dtype=np.int64)
        cluster[pairs] = labels
        found = np.full(count, len(labels), dtype=np.int64)
        np.minimum.at(found, cluster, units_in_groups(pairs, self._unit))
        return found

    def next(self) -> int | None:
        """Return the cluster to merge, or ``None`` if there is none or no other one left."""
        while self._waiting and self._left > 1:
            fewest, cluster = heapq.heappop(self._waiting)
            # The entry may be outdated.
            if self._root[cluster] == cluster and fewest == self._fewest[cluster]:
                return cluster
        return None

    def merge(self, into: int, gone: int) -> None:
        """Note that one cluster was merged into another one."""
        both, other = self._of(into), self._of(gone)
        for stratum, units in other.items():
            both[stratum] |= units
        self._merged.pop(gone, None)
        self._merged[into], self._root[gone] = both, into
        self._left -= 1
        self._fewest[into] = min(len(units) for units in both.values())
        if self._fewest[into] < self._k:
            heapq.heappush(self._waiting, (int(self._fewest[into]), into))

    def _of(self, cluster: int) -> dict[int, set[int]]:
        if cluster in self._merged:
            return self._merged[cluster]
        found: dict[int, set[int]] = defaultdict(set)
        rows = self._rows[self._begin[cluster] : self._begin[cluster + 1]]
        strata, units = self._strata[rows].tolist(), self._unit[rows].tolist()
        for stratum, unit in zip(strata, units, strict=True):
            found[stratum].add(unit)
        return found

    def roots(self) -> Ints:
        """Return the final cluster of each original one."""
        root = self._root.copy()
        for cluster in range(len(root)):
            # A root has a smaller number than the clusters merged into it.
            root[cluster] = root[root[cluster]]
        return root
