"""Forms the clusters of a block: partitions, then merges if t is promised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.conditions import Limit, Patterns
from core.encode import Nominal, Ranked, by_first_appearance, emd_of_groups
from core.errors import Problem, PromiseBroken
from core.jobs import Job
from core.model import Clusters, Promise, Step
from core.protect.closeness_limit import ClosenessLimit
from core.protect.key_sets import KeySet, merge_for_key_sets
from core.protect.merging import SizeLimit, merge_until
from core.protect.partition_method import Partition, PartitionMethod
from core.protect.strata import hold_apart, keep_apart, partition_strata
from core.protect.task import Parameters, Task

Emd = Mapping[str, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Clustered:
    """The clusters of a block, the steps that formed them, and the largest EMD before merging."""

    clusters: Clusters
    steps: tuple[Step, ...]
    t_before_merge: Mapping[str, float]


class Quasi(NamedTuple):
    """The quasi-identifiers as encoded by `core.protect.encode`."""

    points: Floats
    nominal: tuple[Nominal, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What may be grouped together, and the limits that each group is within.

    Attributes
    ----------
    patterns : Patterns
        The parts that are partitioned separately.
    strata : numpy.ndarray of int64, shape (n,)
        The strata of the recipe; each consists of one or several patterns.
    limits : sequence of Limit
        Limits other than t.
    key_sets : sequence of KeySet
        Columns whose combinations must each be shared by a number of records.
    groups_to_merge : numpy.ndarray of int, shape (n,), or None
        Clusters that are merged instead of partitioning the records.
    """

    patterns: Patterns
    strata: Ints
    limits: Sequence[Limit]
    key_sets: Sequence[KeySet] = ()
    groups_to_merge: Ints | None = None


def form_clusters(
    method: PartitionMethod, task: Task, quasi: Quasi, parts: Parts, job: Job
) -> Clustered:
    """Partition the records of `task`; merge until t and the other limits are kept.

    Parameters
    ----------
    quasi : Quasi
        The quasi-identifiers alone, with whose centroids merging finds the nearest cluster.

    Raises
    ------
    PromiseBroken
        If a cluster is smaller than `k` or its EMD exceeds `t`, or a limit cannot be kept.
    """
    promise = method.promise(task.parameters)
    limits, steps = list(parts.limits), tuple[Step, ...]()
    if parts.groups_to_merge is None:
        partition = _partition(method, task, parts, job)
        labels, steps = by_first_appearance(partition.labels), partition.steps
    else:
        labels = by_first_appearance(parts.groups_to_merge)
        hold_apart(labels, parts.patterns.labels, "merges-apart")
    t_before_merge = largest(emd_of(labels, task.file))
    if promise.t is not None:
        limits.insert(0, ClosenessLimit(tuple(task.file.values()), promise.t))
    if parts.groups_to_merge is not None and promise.k is not None:
        limits.insert(0, SizeLimit(promise.k))
    if limits or parts.key_sets:
        job.start_phase("merging")
        labels, merge_steps = _merge(labels, quasi, parts, limits, t_before_merge, job)
        steps = (*steps, *merge_steps)
    clusters = clusters_of(labels, task.file)
    _check(clusters, promise)
    return Clustered(clusters, steps, t_before_merge)


def _partition(method: PartitionMethod, task: Task, parts: Parts, job: Job) -> Partition:
    """Form clusters by the method, in each pattern by itself."""
    first, last = method.phases.index("encoding") + 1, method.phases.index("aggregating")
    phases = len(set(method.phases[first:last]) - idle_phases(task.parameters) - {"merging"})
    if method.by_distance:
        # Records of a pattern that was joined to another one stay together as far as k allows.
        task = replace(
            task, points=keep_apart(task.points, parts.patterns.joined_number, task.nominal)
        )
    return partition_strata(method.partition, task, parts.patterns.labels, job, phases)


def _merge(
    labels: Ints,
    quasi: Quasi,
    parts: Parts,
    limits: Sequence[Limit],
    t_before_merge: Mapping[str, float],
    job: Job,
) -> tuple[Ints, list[Step]]:
    """Merge clusters until all limits are kept, each within one part; return labels and steps."""
    points = keep_apart(quasi.points, parts.patterns.labels, quasi.nominal)
    merged_labels, steps = labels, list[Step]()
    if limits:
        n_clusters = int(merged_labels.max()) + 1
        merged_labels = merge_until(points, merged_labels, limits, job, quasi.nominal)
        steps.append(_merge_step(t_before_merge, n_clusters, int(merged_labels.max()) + 1))
    if parts.key_sets:
        n_clusters, patterns = int(merged_labels.max()) + 1, parts.patterns.labels
        merged_labels = merge_for_key_sets(
            points, merged_labels, patterns, parts.key_sets, job, quasi.nominal
        )
        n_left = int(merged_labels.max()) + 1
        steps.append(Step("key-sets", {"merges": n_clusters - n_left, "clusters": n_left}))
    hold_apart(merged_labels, parts.strata, "strata-too-far")
    hold_apart(merged_labels, parts.patterns.labels, "patterns-too-far")
    return merged_labels, steps


def idle_phases(parameters: Parameters) -> set[str]:
    """Return the phases before the last that a method with these parameters does not enter."""
    return set() if parameters.get("refine", 1) else {"improving"}


def clusters_of(labels: Ints, confidential: Mapping[str, Ranked]) -> Clusters:
    """Return the clusters of `labels` with their sizes and EMDs."""
    return Clusters(labels, np.bincount(labels), emd_of(labels, confidential))


def emd_of(labels: Ints, confidential: Mapping[str, Ranked]) -> Emd:
    """Return the EMD of each group for each confidential attribute."""
    return {name: emd_of_groups(labels, ranked) for name, ranked in confidential.items()}


def largest(emd: Emd) -> dict[str, float]:
    """Return the largest EMD of a group for each confidential attribute."""
    return {name: float(values.max()) for name, values in emd.items()}


def _merge_step(t_before_merge: Mapping[str, float], n_before: int, n_after: int) -> Step:
    """Return the step of merging, with the largest EMD before it."""
    counts: dict[str, int | float | str] = {"merges": n_before - n_after, "clusters": n_after}
    counts.update({f"t_before.{name}": value for name, value in t_before_merge.items()})
    return Step("merging", counts)


def check_k(smallest: int, k: int | None) -> None:
    """Raise `PromiseBroken` if the smallest group has fewer than `k` records, or units."""
    if k is not None and smallest < k:
        raise PromiseBroken(Problem("k-not-reached", params={"k": k, "reached": smallest}))


def _check(clusters: Clusters, promise: Promise) -> None:
    """Raise `PromiseBroken` if k or t is violated; every method must guarantee them itself."""
    check_k(int(clusters.sizes.min()), promise.k)
    for name, reached in largest(clusters.emd).items():
        if promise.t is not None and reached > promise.t:
            params = {"name": name, "t": promise.t, "reached": reached}
            raise PromiseBroken(Problem("t-not-reached", params=params))
