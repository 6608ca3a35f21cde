"""Forms the clusters of a block: partitions, then merges if t is promised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.conditions import Limit, Patterns, held_scenarios
from core.encode import Nominal, Ranked, by_first_appearance, emd_of_groups
from core.errors import Problem, PromiseBroken
from core.jobs import Job
from core.model import Clusters, Recipe, Step
from core.protect.blocks import cut_into_blocks
from core.protect.closeness_limit import ClosenessLimit
from core.protect.key_sets import KeySet, merge_for_key_sets
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


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What may be grouped together, and the limits that each group is within.

    Attributes
    ----------
    patterns : Patterns
        The parts that are partitioned separately.
    strata : numpy.ndarray of int64, shape (n,)
        The strata of the recipe, of which each consists of one or several patterns.
    limits : sequence of Limit
        Limits other than t.
    key_sets : sequence of KeySet
        Columns of which each combination must be shared by a number of records.
    """

    patterns: Patterns
    strata: Ints
    limits: Sequence[Limit]
    key_sets: Sequence[KeySet] = ()


def clustered(spec: MethodSpec, task: Task, quasi: Quasi, parts: Parts, job: Job) -> Clustered:
    """Partition the records of `task`; merge until t and the other limits are kept.

    Parameters
    ----------
    spec : MethodSpec
        The method.
    task : Task
        All records.
    quasi : Quasi
        The quasi-identifiers alone, with whose centroids merging finds the nearest cluster.
    parts : Parts
        What may be grouped together.
    job : Job
        Enters the method's phases.

    Raises
    ------
    PromiseBroken
        If a cluster is smaller than `k` or its EMD exceeds `t`, or a limit cannot be kept.
    """
    assert spec.partition is not None
    own = spec.phases[spec.phases.index("encoding") + 1 : spec.phases.index("aggregating")]
    phases = len(set(own) - _idle(task.parameters) - {"merging"})
    if spec.by_distance:
        # Records of a pattern that was joined to another one stay together as far as k allows.
        task = replace(task, points=kept_apart(task.points, parts.patterns.own, task.nominal))
    partition = partition_strata(spec.partition, task, parts.patterns.labels, job, phases)
    labels = by_first_appearance(partition.labels)
    before, steps = largest(emd_of(labels, task.file)), partition.steps
    limits = list(parts.limits)
    if spec.keeps_t(task.parameters):
        limits.insert(0, ClosenessLimit(tuple(task.file.values()), number(task.parameters, "t")))
    if limits or parts.key_sets:
        job.start_phase("merging")
        labels, more = _merged(labels, quasi, parts, limits, before, job)
        steps = (*steps, *more)
    found = clusters_of(labels, task.file)
    _check(found, task.parameters, spec.keeps_t(task.parameters))
    return Clustered(found, steps, before)


def _merged(
    labels: Ints,
    quasi: Quasi,
    parts: Parts,
    limits: Sequence[Limit],
    before: Mapping[str, float],
    job: Job,
) -> tuple[Ints, list[Step]]:
    """Return the clusters merged until they keep all limits, each in one part, and the steps."""
    points = kept_apart(quasi.points, parts.patterns.labels, quasi.nominal)
    found, steps = labels, list[Step]()
    if limits:
        groups = int(found.max()) + 1
        found = merge_until(points, found, limits, job, quasi.nominal)
        steps.append(_merge_step(before, groups, int(found.max()) + 1))
    if parts.key_sets:
        groups, own = int(found.max()) + 1, parts.patterns.labels
        found = merge_for_key_sets(points, found, own, parts.key_sets, job, quasi.nominal)
        clusters = int(found.max()) + 1
        steps.append(Step("key-sets", {"merges": groups - clusters, "clusters": clusters}))
    hold_apart(found, parts.strata, "strata-too-far")
    hold_apart(found, parts.patterns.labels, "patterns-too-far")
    return found, steps


def phases_of(spec: MethodSpec, recipe: Recipe, parameters: Parameters) -> tuple[str, ...]:
    """Return the phases of a run with a method under the conditions of a recipe.

    Parameters
    ----------
    spec, recipe : MethodSpec and Recipe
        The method and what it works under.
    parameters : Mapping of str to object
        The method's parameters; phases that they make idle are left out.
    """
    if spec.is_private:
        return spec.phases
    phases = cut_into_blocks(spec, recipe.scale).phases
    merges = recipe.dominance is not None or (recipe.unit is not None and not recipe.unit.is_whole)
    merges |= recipe.unit is None and bool(held_scenarios(recipe))
    idle = _idle(parameters) | {"merging"}
    # The clusters of units are improved while they are formed.
    idle |= set() if recipe.unit is None else {"improving"}
    last = phases.index("aggregating")
    merging = ("merging",) if merges or spec.keeps_t(parameters) else ()
    before = tuple(phase for phase in phases[:last] if phase not in idle)
    return (*before, *merging, *phases[last:])


def _idle(parameters: Parameters) -> set[str]:
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


def _merge_step(before: Mapping[str, float], groups: int, clusters: int) -> Step:
    """Return the step of merging, with the largest EMD before it."""
    counts: dict[str, int | float | str] = {"merges": groups - clusters, "clusters": clusters}
    counts.update({f"t_before.{name}": value for name, value in before.items()})
    return Step("merging", counts)


def check_k(smallest: int, k: int) -> None:
    """Raise `PromiseBroken` if the smallest group has fewer than `k` records, or units."""
    if smallest < k:
        raise PromiseBroken(Problem("k-not-reached", params={"k": k, "reached": smallest}))


def _check(clusters: Clusters, parameters: Parameters, promises_t: bool) -> None:
    """Raise `PromiseBroken` if k or t is violated; every method must guarantee them itself."""
    check_k(int(clusters.sizes.min()), whole(parameters, "k"))
    if not promises_t:
        return
    t = number(parameters, "t")
    for name, reached in largest(clusters.emd).items():
        if reached > t:
            raise PromiseBroken(
                Problem("t-not-reached", params={"name": name, "t": t, "reached": reached})
            )
