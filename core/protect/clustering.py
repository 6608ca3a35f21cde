"""Forms the clusters of a block: partitions, then merges if t is promised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, Ranked, by_first_appearance, emd_of_groups
from core.errors import Problem, PromiseBroken
from core.jobs import Job
from core.model import Clusters, Step
from core.protect.merging import merge_until
from core.protect.spec import MethodSpec
from core.protect.strata import hold_apart, kept_apart, partition_strata
from core.protect.task import Parameters, Task, number, whole

Ints = NDArray[np.int64]
Emd = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class Clustered:
    """The clusters of a block, the steps that formed them, and the largest EMD before merging."""

    clusters: Clusters
    steps: tuple[Step, ...]
    t_before_merge: Mapping[str, float]


class Quasi(NamedTuple):
    """The quasi-identifiers as encoded by `core.protect.encode`."""

    points: NDArray[np.float64]
    nominal: tuple[Nominal, ...] = ()


def clustered(spec: MethodSpec, task: Task, quasi: Quasi, strata: Ints, job: Job) -> Clustered:
    """Partition the records of `task`; if t is promised, merge until it is kept.

    Parameters
    ----------
    spec : MethodSpec
        The method.
    task : Task
        All records.
    quasi : Quasi
        The quasi-identifiers alone, with whose centroids merging finds the nearest cluster.
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each record.
    job : Job
        Enters the method's phases.

    Raises
    ------
    PromiseBroken
        If a cluster is smaller than `k` or its EMD exceeds `t`.
    """
    assert spec.partition is not None
    phases = _phases(spec, task.parameters)
    partition = partition_strata(spec.partition, task, strata, job, phases)
    labels = by_first_appearance(partition.labels)
    before, steps = largest(emd_of(labels, task.file)), partition.steps
    if spec.keeps_t(task.parameters):
        job.start_phase("merging")
        groups, t = int(labels.max()) + 1, number(task.parameters, "t")
        points = kept_apart(quasi.points, strata, quasi.nominal)
        spread = tuple(task.file.values())
        labels = merge_until(points, labels, spread, t, job, quasi.nominal)
        hold_apart(labels, strata)
        steps = (*steps, _merge_step(before, groups, int(labels.max()) + 1))
    found = clusters_of(labels, task.file)
    _check(found, task.parameters, spec.keeps_t(task.parameters))
    return Clustered(found, steps, before)


def _phases(spec: MethodSpec, parameters: Parameters) -> int:
    """Return the number of phases that the method's partition starts."""
    phases = spec.phases[spec.phases.index("encoding") + 1 : spec.phases.index("aggregating")]
    idle = {"merging"} if parameters.get("refine", 1) else {"merging", "improving"}
    return len(set(phases) - idle)


def clusters_of(labels: Ints, confidential: Mapping[str, Ranked]) -> Clusters:
    """Return the clusters of `labels` with their sizes and EMDs."""
    return Clusters(labels, np.bincount(labels), emd_of(labels, confidential))


def emd_of(labels: Ints, confidential: Mapping[str, Ranked]) -> Emd:
    """Return the EMD of each group for each confidential attribute."""
    return {name: emd_of_groups(labels, ranked) for name, ranked in confidential.items()}


def largest(emd: Emd) -> dict[str, float]:
    """Return the largest EMD of a group for each confidential attribute."""
    return {name: float(values.max()) for name, values in emd.items()}


def _merge_step(before: Mapping[str, float], groups: int, clusters: int) -> Step:
    counts: dict[str, int | float | str] = {"merges": groups - clusters, "clusters": clusters}
    counts.update({f"t_before.{name}": value for name, value in before.items()})
    return Step("merging", counts)


def _check(clusters: Clusters, parameters: Parameters, promises_t: bool) -> None:
    """Raise `PromiseBroken` if k or t is violated; every method must guarantee them itself."""
    k, smallest = whole(parameters, "k"), int(clusters.sizes.min())
    if smallest < k:
        raise PromiseBroken(Problem("k-not-reached", params={"k": k, "reached": smallest}))
    if not promises_t:
        return
    t = number(parameters, "t")
    for name, reached in largest(clusters.emd).items():
        if reached > t:
            raise PromiseBroken(
                Problem("t-not-reached", params={"name": name, "t": t, "reached": reached})
            )
