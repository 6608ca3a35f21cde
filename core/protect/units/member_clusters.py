"""Groups of equal records from at least k different units, for units that are not protected whole.

The columns of a unit must be equal in all its records, and records of one group must be equal in
them. Units are therefore clustered by their own columns first, and the members of each cluster of
units are partitioned by their own quasi-identifiers. Clusters of units are larger than `k`
(`SPREAD`), so that their members can be grouped by resemblance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.array_types import Ints
from core.conditions import Limit, RecordLimit
from core.encode import by_first_appearance
from core.encode.unit_groups import first_records, units_in_groups
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Step
from core.protect.clustering import Quasi, check_k
from core.protect.partition_method import Partition, PartitionMethod
from core.protect.strata import partition_strata
from core.protect.task import Parameters, Task, whole
from core.protect.units.member_parts import form_member_parts
from core.protect.units.unit_clusters import UnitClusters
from core.protect.units.unit_file import UnitFile
from core.protect.units.unit_limits import InStrata
from core.protect.units.unit_merging import EnoughUnits, check_limits, merge_within

SPREAD = 4
"""Minimum number of units in a cluster of units, in multiples of k."""


def cluster_members(
    method: PartitionMethod,
    file: UnitFile,
    parameters: Parameters,
    job: Job,
    limits: Sequence[RecordLimit] = (),
    of_units: Sequence[RecordLimit] = (),
    spread: int = SPREAD,
) -> UnitClusters:
    """Form groups of records from at least `k` units, and clusters of units around them.

    Parameters
    ----------
    method : PartitionMethod
        A method that `core.protect.units.takes_units`.
    job : Job
        Enters the phases "encoding", "clustering" and "merging".
    limits : sequence of RecordLimit, optional
        Further limits on groups of the file's records, which are merged until they are kept. A
        group may have several records of a unit (`unit_dominance_limits`).
    of_units : sequence of RecordLimit, optional
        Limits on groups of all records of the units that share their columns.
    spread : int
        Minimum size of a cluster of units, in multiples of `k`, at least 1.

    Raises
    ------
    PromiseBroken
        If a stratum has records of fewer than `k` units, or a limit cannot be kept.
    """
    k = whole(parameters, "k")
    job.start_phase("encoding", 2)
    units, members = file.quasi_of_units(), file.quasi_of_members()
    job.update(2)
    parts = form_member_parts(file, k, limits, of_units)
    file = parts.file
    outer = _cluster_units(method, file, units, parts.units, {**parameters, "k": spread * k}, job)
    enough = EnoughUnits(file.unit, file.strata, k)
    within = (InStrata(limit, file.strata) for limit in limits)
    part_sizes = np.bincount(parts.units[file.unit])[parts.units[file.unit]]
    signed = file.list_signed_limits(file.masked_of_unit(), part_sizes)
    required: list[Limit] = [enough, *within, *of_units, *signed]
    outer = replace(
        outer, labels=_merge_within_limits(file, units, outer.labels, parts.units, required, job)
    )
    cells = refine(outer.labels[file.unit], file.strata)
    check_k(int(units_in_groups(cells, file.unit).min()), k)
    inner = _partition(method, file, members, cells, parameters, job)
    job.start_phase("merging")
    signed = file.list_signed_limits(file.masked_of_members(), np.bincount(cells)[cells])
    labels = merge_within(members, inner.labels, cells, [enough, *limits, *signed], job)
    check_k(int(units_in_groups(labels, file.unit).min()), k)
    check_limits(limits, labels)
    check_limits(of_units, by_first_appearance(outer.labels[file.unit]))
    steps = (*outer.steps, *inner.steps)
    return UnitClusters(by_first_appearance(outer.labels), labels, 1, steps)


def _cluster_units(
    method: PartitionMethod,
    file: UnitFile,
    units: Quasi,
    parts: Ints,
    parameters: Parameters,
    job: Job,
) -> Partition:
    """Form clusters of units by their own columns; without these, one cluster for each part."""
    if not file.masked_of_unit():
        return Partition(parts, ())
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
    labels, clusters = np.empty_like(parts), 0
    steps: list[Step] = []
    for part in range(int(parts.max()) + 1):
        units_of_part = np.flatnonzero(parts == part)
        # Few units are left together.
        partition = Partition(np.zeros(len(units_of_part), dtype=np.int64))
        if len(units_of_part) >= 2 * task.k:
            partition = method.partition(task.part(units_of_part), job)
        labels[units_of_part] = clusters + partition.labels
        clusters += int(partition.labels.max()) + 1
        steps += partition.steps
    return Partition(labels, tuple(steps))


def _merge_within_limits(
    file: UnitFile, units: Quasi, labels: Ints, parts: Ints, limits: Sequence[Limit], job: Job
) -> Ints:
    """Merge clusters of units until their records are within the limits in each stratum."""
    if int(labels.max()) == 0:
        return labels
    nominal = tuple(categories.part(file.unit) for categories in units.nominal)
    records = Quasi(np.ascontiguousarray(units.points[file.unit]), nominal)
    rows = merge_within(records, labels[file.unit], parts[file.unit], limits, job)
    return rows[first_records(file.unit)]


def _partition(
    method: PartitionMethod,
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
    task = Task(
        members.points,
        {},
        {},
        parameters,
        tuple(file.schema.named(name) for name in names),
        tuple(file.named(name) for name in names),
        members.nominal,
    )
    partition = partition_strata(method.partition, task, cells, job)
    return Partition(partition.labels, partition.steps)
