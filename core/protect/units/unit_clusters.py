"""Clusters of units that share their whole released profile.

Each unit is a vector: its own columns, then its members slot by slot. Units with the same pattern
(number of members in each stratum) are partitioned by the chosen method. Members without a declared
slot are matched twice: with slots common to the whole pattern, so that resembling units have
resembling vectors, and then with the slots of their cluster, which lowers the loss further.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Ints
from core.conditions import Limit, RecordLimit
from core.encode import by_first_appearance, take
from core.encode.content_numbers import content_numbers
from core.jobs import Job, run_parallel
from core.kernels.indexes.shared_passes import MOST, processors
from core.model import Attribute, Column, Step
from core.protect.clustering import Quasi, check_k
from core.protect.merging import merge_until
from core.protect.partition_method import PartitionMethod
from core.protect.protection_method import ProtectionMethod
from core.protect.representatives import NumberRepresentative, represent
from core.protect.representatives.representative_registry import MEAN
from core.protect.strata import keep_apart
from core.protect.task import Parameters, Task, whole
from core.protect.units.slot_matching import cheaper, match_slots
from core.protect.units.unit_file import UnitFile, UnitPattern, patterns_of
from core.protect.units.unit_merging import Renumbered, beyond, check_limits


@dataclass(frozen=True, slots=True, eq=False)
class UnitClusters:
    """Clusters of units, and the groups of members that have the same slot.

    Attributes
    ----------
    units : numpy.ndarray of int64, shape (units,)
        Cluster of each unit, numbered by first appearance.
    records : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered by first appearance. The records of a group belong to
        different units of one cluster.
    patterns : int
        Number of patterns, each of which was partitioned separately.
    steps : tuple of Step
        Steps of the method, pattern by pattern.
    """

    units: Ints
    records: Ints
    patterns: int
    steps: tuple[Step, ...]


class _Encoded(NamedTuple):
    """The masked quasi-identifiers, in the form that a method requires and in their own units.

    `apart` are those of the members with further coordinates that separate states.
    """

    units: Quasi
    members: Quasi
    apart: Quasi
    unit_columns: tuple[tuple[Column, Attribute], ...]
    member_columns: tuple[tuple[Column, Attribute], ...]


class _PatternClusters(NamedTuple):
    """The partition of a pattern.

    `labels` is the cluster of each unit, shape (u,), and `rows` its members in the order of the
    slots of this cluster, shape (u, m); `common` is their order in slots common to the pattern.
    """

    pattern: UnitPattern
    labels: Ints
    rows: Ints
    common: Ints
    steps: tuple[Step, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Number of clusters, and of slots in each."""
        return int(self.labels.max()) + 1, self.rows.shape[1]


def takes_units(method: ProtectionMethod, parameters: Parameters) -> bool:
    """Return whether a method can protect units that consist of several records.

    It must partition all quasi-identifiers together, so that k holds for the whole profile, and
    without regard to the confidential attributes, whose values differ by member. A limit
    t is kept by merging afterwards.
    """
    partial_profile = method.column_by_column or bool(parameters.get("blocks"))
    one_column = method.quasi_identifiers is not None
    confidential = method.partitions_by_confidential(parameters)
    return method.forms_groups and not (partial_profile or one_column or confidential)


def cluster_units(
    method: PartitionMethod,
    file: UnitFile,
    parameters: Parameters,
    job: Job,
    limits: Sequence[RecordLimit] = (),
    threads: int | None = None,
) -> UnitClusters:
    """Form clusters of at least `k` units with the same number of members in each stratum.

    Parameters
    ----------
    method : PartitionMethod
        A method that `takes_units`.
    job : Job
        Enters the phases "encoding" and "clustering", and "merging" if there are limits.
    limits : sequence of RecordLimit, optional
        Limits on groups of the file's records, which are merged until they are kept. A group has
        one record of each unit of a cluster, so each unit counts once.
    threads : int, optional
        Number of patterns in parallel; default: the number of processors. The clusters do not
        depend on it.

    Raises
    ------
    PromiseBroken
        If there are fewer than `k` units with some pattern, or a limit cannot be kept.
    """
    assert takes_units(method, parameters)
    job.start_phase("encoding", 2)
    encoded = _encode(file, job)
    patterns, k = list(patterns_of(file, whole(parameters, "k"), limits)), whole(parameters, "k")
    check_k(min(len(pattern.units) for pattern in patterns), k)
    parts = [partial(_partition, method, encoded, p, parameters) for p in patterns]
    job.start_phase("clustering", int(file.unit.max()) + 1)
    threads = threads or min(processors(), MOST)
    idle = set() if parameters.get("refine", 1) else {"improving"}
    phases_taken = {"relating", "clustering", "improving", "repairing"} & set(method.phases) - idle
    sizes, phases = [len(pattern.units) for pattern in patterns], [len(phases_taken)] * len(parts)
    clusters_by_pattern = run_parallel(parts, sizes, phases, job, threads)
    if limits:
        job.start_phase("merging")
        clusters_by_pattern = _within(
            encoded, clusters_by_pattern, limits, _list_signed_limits(file, patterns), job
        )
    units = _number_clusters(clusters_by_pattern, int(file.unit.max()) + 1)
    steps = tuple(step for clustered in clusters_by_pattern for step in clustered.steps)
    labels = by_first_appearance(units), by_first_appearance(_groups(clusters_by_pattern))
    clusters = UnitClusters(*labels, len(clusters_by_pattern), steps)
    check_limits(limits, clusters.records)
    check_k(int(np.bincount(clusters.units).min()), k)
    return clusters


def _list_signed_limits(file: UnitFile, patterns: Sequence[UnitPattern]) -> list[Limit]:
    """List the limits on groups with losses; a group has one record of a unit at most."""
    part_sizes = np.empty(len(file.unit), dtype=np.int64)
    for pattern in patterns:
        part_sizes[pattern.rows] = len(pattern.units)
    return file.list_signed_limits(file.masked, part_sizes)


def represent_columns(
    file: UnitFile, clusters: UnitClusters, of_numbers: NumberRepresentative = MEAN
) -> tuple[Column, ...]:
    """Compute the released columns, in the file's order.

    Columns of the unit get the representative of the units of a cluster, in which each unit counts
    once, whatever its number of members; columns of members get that of the group.
    """
    released, of_units = [], set(file.masked_of_unit())
    attribute_of = file.schema.named
    unit_columns = {name: file.once_each(name) for name in file.masked_of_unit()}
    contents_of_units = content_numbers(
        [(column, attribute_of(name)) for name, column in unit_columns.items()],
        int(file.unit.max()) + 1,
    )
    masked = [(file.named(name), attribute_of(name)) for name in file.masked]
    contents = content_numbers(masked, len(file.unit))
    for column in file.columns:
        attribute = file.schema.named(column.name)
        is_weight = column.name == file.weight
        if column.name in of_units:
            weights = None if is_weight else file.unit_weights()
            unit_column = unit_columns[column.name]
            unit_column = represent(
                unit_column,
                attribute,
                clusters.units,
                of_numbers,
                weights,
                contents=contents_of_units,
            )
            released.append(take(unit_column, file.unit))
        elif column.name in file.masked:
            weights = None if is_weight else file.weights
            groups = clusters.records
            released.append(
                represent(column, attribute, groups, of_numbers, weights, file.unit, contents)
            )
        elif attribute.role.is_released:
            released.append(column)
    return tuple(released)


def _encode(file: UnitFile, job: Job) -> _Encoded:
    units = file.quasi_of_units()
    job.update(1)
    members = file.quasi_of_members()
    job.update(2)
    attribute_of = file.schema.named
    of_units = tuple((file.once_each(name), attribute_of(name)) for name in file.masked_of_unit())
    of_members = tuple((file.named(name), attribute_of(name)) for name in file.masked_of_members())
    # A distant coordinate for each state keeps members in different states apart.
    far = [
        keep_apart(members.points, bits.astype(np.int64), members.nominal)[:, -1:]
        for _, bits in file.states
        if bits.any()
    ]
    points = np.ascontiguousarray(np.hstack((members.points, *far)))
    return _Encoded(units, members, Quasi(points, members.nominal), of_units, of_members)


def _of_pattern(encoded: _Encoded, pattern: UnitPattern) -> _Encoded:
    """Return the quasi-identifiers that keep the states of a joined pattern apart if possible."""
    return encoded._replace(members=encoded.apart) if pattern.joins else encoded


def _partition(
    method: PartitionMethod,
    encoded: _Encoded,
    pattern: UnitPattern,
    parameters: Parameters,
    job: Job,
) -> _PatternClusters:
    """Partition the units of a pattern and match their members."""
    encoded = _of_pattern(encoded, pattern)
    members, together = encoded.members, np.zeros(len(pattern.units), dtype=np.int64)
    common = _match_runs(members, pattern, pattern.rows, together, job)
    partition = method.partition(_task(encoded, pattern.units, common, parameters), job)
    rows = _match_runs(members, pattern, common, partition.labels, job)
    # The fixed order, from which the search did not start, may cost less in a few groups.
    rows = cheaper(members, rows, pattern.rows, partition.labels)
    labels = by_first_appearance(partition.labels)
    return _PatternClusters(pattern, labels, rows, common, partition.steps)


def _match_runs(quasi: Quasi, pattern: UnitPattern, rows: Ints, labels: Ints, job: Job) -> Ints:
    """Match the members in each run of slots separately."""
    return np.hstack([match_slots(quasi, rows[:, slots], labels, job) for slots in pattern.runs])


def _task(encoded: _Encoded, units: Ints, rows: Ints, parameters: Parameters) -> Task:
    """Lay out the units as a method's input: their own columns, then those of each slot."""
    members = encoded.members
    points = [encoded.units.points[units], *(members.points[slot] for slot in rows.T)]
    nominal = [categories.part(units) for categories in encoded.units.nominal]
    columns = [(take(column, units), attribute) for column, attribute in encoded.unit_columns]
    for number, slot in enumerate(rows.T, start=1):
        nominal += [
            replace(categories.part(slot), name=_name(categories.name, number))
            for categories in members.nominal
        ]
        columns += [
            (take(column, slot), replace(attribute, name=_name(attribute.name, number)))
            for column, attribute in encoded.member_columns
        ]
    return Task(
        np.ascontiguousarray(np.hstack(points)),
        {},
        {},
        parameters,
        tuple(attribute for _, attribute in columns),
        tuple(column for column, _ in columns),
        tuple(nominal),
    )


def _name(name: str, number: int) -> str:
    return f"{name} ({number})"


def _within(
    encoded: _Encoded,
    clusters: Sequence[_PatternClusters],
    limits: Sequence[RecordLimit],
    signed: Sequence[Limit],
    job: Job,
) -> list[_PatternClusters]:
    """Merge clusters until their groups of records are within all limits, also those with losses.

    When clusters are merged, so are the groups in each slot. Where there are clusters to merge,
    members therefore return to the common slots, or to another order if those could not be within
    the limits however many clusters are merged. Afterwards, they move to slots of their cluster
    again unless its groups would then violate a limit.
    """
    all_limits = [*limits, *signed]
    over = [pattern_clusters.any() for pattern_clusters in _failing(all_limits, clusters)]
    clusters = [
        pattern_clusters._replace(rows=_mergeable(limits, pattern_clusters))
        if merging
        else pattern_clusters
        for pattern_clusters, merging in zip(clusters, over, strict=True)
    ]
    labels, numbers = _groups(clusters), _numbers(clusters)
    started = [(limit, limit.start(labels, int(labels.max()) + 1)) for limit in all_limits]
    merged = list(clusters)
    for i in np.flatnonzero(over).tolist():
        renumbered = [Renumbered(limit, excess, numbers[i]) for limit, excess in started]
        current = clusters[i]
        task = _task(_of_pattern(encoded, current.pattern), current.pattern.units, current.rows, {})
        together = merge_until(task.points, current.labels, renumbered, job, task.nominal)
        merged[i] = current._replace(labels=together)
    # A single cluster that violates a limit in the common slots does not in one of the orders for
    # which the patterns were joined.
    for order in range(2):
        merged = [
            pattern_clusters._replace(rows=pattern_clusters.pattern.orders[order])
            if failing.any()
            else pattern_clusters
            for pattern_clusters, failing in zip(merged, _failing(all_limits, merged), strict=True)
        ]
    moved = list(merged)
    for i in np.flatnonzero(over).tolist():
        current = merged[i]
        members = _of_pattern(encoded, current.pattern).members
        rows = _match_runs(members, current.pattern, current.rows, current.labels, job)
        moved[i] = current._replace(rows=rows)
    return [
        new._replace(rows=np.where(pattern_clusters[new.labels][:, None], old.rows, new.rows))
        for old, new, pattern_clusters in zip(
            merged, moved, _failing(all_limits, moved), strict=True
        )
    ]


def _mergeable(limits: Sequence[RecordLimit], clusters: _PatternClusters) -> Ints:
    """Find the first order of slots in which all units as one group are within all limits.

    The second order of a pattern that others joined mixes states, which only groups with units of a
    joined pattern may do.
    """
    orders = (clusters.common, *clusters.pattern.orders[: 1 if clusters.pattern.joins else 2])
    slots = np.tile(np.arange(clusters.rows.shape[1]), len(clusters.rows))
    within = (
        rows
        for rows in orders
        if not beyond([limit.part(rows.ravel()) for limit in limits], slots).any()
    )
    return next(within, clusters.common)


def _failing(limits: Sequence[Limit], clusters: Sequence[_PatternClusters]) -> list[Bools]:
    """Find the clusters of each pattern with a group that violates a limit."""
    over = beyond(limits, _groups(clusters))
    return [np.asarray(over[numbers].any(axis=1)) for numbers in _numbers(clusters)]


def _numbers(clusters: Sequence[_PatternClusters]) -> list[Ints]:
    """Count through the groups in the slots of all clusters, pattern by pattern."""
    sizes = [
        n_clusters * m
        for n_clusters, m in (pattern_clusters.shape for pattern_clusters in clusters)
    ]
    begin = np.cumsum([0, *sizes])
    return [
        (begin[i] + np.arange(size)).reshape(clusters[i].shape).astype(np.int64)
        for i, size in enumerate(sizes)
    ]


def _number_clusters(clusters: Sequence[_PatternClusters], units: int) -> Ints:
    """Find the cluster of each unit, numbered over all patterns, shape (units,)."""
    labels, count = np.empty(units, dtype=np.int64), 0
    for pattern_clusters in clusters:
        labels[pattern_clusters.pattern.units] = count + pattern_clusters.labels
        count += pattern_clusters.shape[0]
    return labels


def _groups(clusters: Sequence[_PatternClusters]) -> Ints:
    """Find the group of each record as `_numbers` counts them."""
    records = np.empty(
        sum(pattern_clusters.rows.size for pattern_clusters in clusters), dtype=np.int64
    )
    for pattern_clusters, numbers in zip(clusters, _numbers(clusters), strict=True):
        records[pattern_clusters.rows] = numbers[pattern_clusters.labels]
    return records
