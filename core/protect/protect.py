"""From a checked plan to protected columns."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked, by_first_appearance, take
from core.errors import Problem, PromiseBroken
from core.jobs import Job
from core.kernels.closeness import emd_of_groups
from core.model import Clusters, Column, Dataset, Plan, Role, Schema, Step
from core.protect.aggregate import aggregated
from core.protect.dependence import joined
from core.protect.encode import encode_confidential, encode_points
from core.protect.merging import merge_until
from core.protect.protected import Protected
from core.protect.registry import METHODS
from core.protect.spec import MethodSpec, Parameters, Task, number, whole

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Emd = Mapping[str, NDArray[np.float64]]


def protect(plan: Plan, dataset: Dataset, job: Job) -> Protected:
    """Protect the kept records of a data set.

    Parameters
    ----------
    plan : Plan
        Without errors; `plan.parameters` complete.
    dataset : Dataset
        The data the plan was resolved against.
    job : Job
        Enters the phases of the method's `MethodSpec.phases`.

    Returns
    -------
    Protected
        Every cluster has at least `k` records and, for a method that promises t, an EMD of at
        most `t` for every confidential attribute.

    Raises
    ------
    PromiseBroken
        If a promise could not be kept.
    Cancelled
        If the job was cancelled.
    """
    schema = plan.project.schema
    spec = METHODS[plan.project.recipe.method.name]
    job.begin("encoding", len(schema.with_role(Role.QUASI_IDENTIFIER)))
    columns = [take(column, plan.kept) for column in dataset.columns]
    quasi = encode_points(columns, schema, job)
    task = _task(quasi, columns, schema, spec.complete(plan.parameters))
    clusters, steps, before = _clustered(spec, task, quasi, job)
    _check(clusters, task.parameters, spec.promises_t)
    by = str(task.parameters.get("aggregate", "mean"))
    released = _released(columns, schema, clusters.labels, by, job)
    return Protected(clusters, released, steps, before)


def _task(quasi: Floats, columns: list[Column], schema: Schema, parameters: Parameters) -> Task:
    points, share = quasi, number(parameters, "lambda") if "lambda" in parameters else 0.0
    if share > 0.0:
        points = joined(quasi, encode_points(columns, schema, role=Role.CONFIDENTIAL), share)
    named = {column.name: column for column in columns}
    attributes = schema.with_role(Role.QUASI_IDENTIFIER)
    return Task(
        points,
        encode_confidential(columns, schema),
        parameters,
        attributes,
        tuple(named[attribute.name] for attribute in attributes),
    )


def _clustered(
    spec: MethodSpec, task: Task, quasi: Floats, job: Job
) -> tuple[Clusters, tuple[Step, ...], Mapping[str, float]]:
    """Return the clusters, merged until t is kept, with the EMD that there was before."""
    partition = spec.partition(task, job)
    labels = by_first_appearance(partition.labels)
    emd, steps = _emd(labels, task.confidential), partition.steps
    before = _largest(emd)
    if spec.promises_t:
        job.begin("merging")
        groups, t = int(labels.max()) + 1, number(task.parameters, "t")
        labels = merge_until(quasi, labels, tuple(task.confidential.values()), t, job)
        emd = _emd(labels, task.confidential)
        steps = (*steps, _merge_step(before, groups, int(labels.max()) + 1))
    return Clusters(labels, np.bincount(labels), emd), steps, before


def _emd(labels: Ints, confidential: Mapping[str, Ranked]) -> Emd:
    return {
        name: emd_of_groups(labels, ranked.ranks, ranked.count, ranked.ordered)
        for name, ranked in confidential.items()
    }


def _largest(emd: Emd) -> dict[str, float]:
    return {name: float(values.max()) for name, values in emd.items()}


def _merge_step(before: Mapping[str, float], groups: int, clusters: int) -> Step:
    counts: dict[str, int | float | str] = {"merges": groups - clusters, "clusters": clusters}
    counts.update({f"t_before.{name}": value for name, value in before.items()})
    return Step("merging", counts)


def _check(clusters: Clusters, parameters: Mapping[str, object], promises_t: bool) -> None:
    """Raise if what was promised does not hold; every method must keep its word by itself."""
    k, smallest = whole(parameters, "k"), int(clusters.sizes.min())
    if smallest < k:
        raise PromiseBroken(Problem("k-not-reached", params={"k": k, "reached": smallest}))
    if not promises_t:
        return
    t = number(parameters, "t")
    for name, largest in _largest(clusters.emd).items():
        if largest > t:
            raise PromiseBroken(
                Problem("t-not-reached", params={"name": name, "t": t, "reached": largest})
            )


def _released(
    columns: list[Column], schema: Schema, labels: Ints, by: str, job: Job
) -> tuple[Column, ...]:
    """Return the columns to release, in the file's order."""
    job.begin("aggregating", len(columns))
    released = []
    for done, column in enumerate(columns, start=1):
        attribute = schema.named(column.name)
        if attribute.role is Role.QUASI_IDENTIFIER:
            released.append(aggregated(column, attribute, labels, by))
        elif attribute.role is not Role.IDENTIFIER:
            released.append(column)
        job.reach(done)
    return tuple(released)
