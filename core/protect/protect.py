"""Produces protected columns from a checked plan."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from core.conditions import Records, kept_records, limits_of, patterns_of
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Block, Column, Dataset, Plan, Role, Schema
from core.protect.aggregate import aggregated
from core.protect.attribute_blocks import Names, blocks_of
from core.protect.clustering import Clustered, Parts, Quasi, clustered, clusters_of
from core.protect.dependence_weight import joined
from core.protect.encode import encode_confidential, encode_nominal, encode_points
from core.protect.method_registry import METHODS
from core.protect.privacy import protect_privately
from core.protect.protected import Protected
from core.protect.task import Parameters, Task, number, whole


def protect(plan: Plan, dataset: Dataset, job: Job) -> Protected:
    """Return the protected columns and clusters of the kept records.

    Parameters
    ----------
    plan : Plan
        Without errors; `plan.parameters` complete.
    dataset : Dataset
        The dataset against which the plan was resolved.
    job : Job
        Enters the phases of the method's `MethodSpec.phases`.

    Returns
    -------
    Protected
        In every block, every cluster has at least `k` records and, if the method promises t, an EMD
        of at most `t` for every confidential attribute.

    Raises
    ------
    PromiseBroken
        If a promise cannot be kept.
    Cancelled
        If the job was cancelled.
    """
    if METHODS[plan.project.recipe.method.name].is_private:
        return protect_privately(plan, dataset, job)
    recipe, schema = plan.project.recipe, plan.project.schema
    records = kept_records(dataset, plan.kept, schema, recipe)
    parameters = METHODS[recipe.method.name].complete(plan.parameters)
    names = blocks_of(recipe.method, schema, recipe.strata)
    found = [_block(plan, records, block, parameters, job) for block in names]
    columns = _released(records, dict(zip(names, found, strict=True)), parameters, job)
    return _protected(records, names, found, columns)


def _block(
    plan: Plan, records: Records, names: Names, parameters: Parameters, job: Job
) -> Clustered:
    """Return the clusters of the block `names`."""
    kept = tuple(
        attribute
        for attribute in records.schema.attributes
        if attribute.role is not Role.QUASI_IDENTIFIER or attribute.name in names
    )
    schema = replace(records.schema, attributes=kept)
    job.start_phase("encoding", len(names))
    points = encode_points(records.columns, schema, job)
    quasi = Quasi(points, encode_nominal(records.columns, schema))
    spec = METHODS[plan.project.recipe.method.name]
    parts = Parts(
        patterns_of(records, names, whole(parameters, "k")),
        records.strata(),
        limits_of(records, names),
    )
    return clustered(spec, _task(quasi, records, schema, parameters), quasi, parts, job)


def _task(quasi: Quasi, records: Records, schema: Schema, parameters: Parameters) -> Task:
    share = number(parameters, "lambda") if "lambda" in parameters else 0.0
    points = quasi.points
    if share > 0.0:
        confidential = encode_points(records.columns, schema, role=Role.CONFIDENTIAL)
        masked = len(schema.with_role(Role.QUASI_IDENTIFIER))
        points = joined(quasi.points, confidential, share, masked)
    # With a lambda of 1, only the confidential attributes are used for partitioning.
    nominal = () if share >= 1.0 else quasi.nominal
    ranked = encode_confidential(records.columns, schema)
    attributes = schema.with_role(Role.QUASI_IDENTIFIER)
    columns = tuple(records.named(attribute.name) for attribute in attributes)
    return Task(points, ranked, ranked, parameters, attributes, columns, nominal)


def _released(
    records: Records, blocks: dict[Names, Clustered], parameters: Parameters, job: Job
) -> tuple[Column, ...]:
    """Return the released columns, in the file's order."""
    by = str(parameters.get("aggregate", "mean"))
    labels = {name: b.clusters.labels for names, b in blocks.items() for name in names}
    job.start_phase("aggregating", len(records.columns))
    released, survey_weights = [], records.weights()
    for done, column in enumerate(records.columns, start=1):
        attribute = records.schema.named(column.name)
        if column.name in labels:
            groups = labels[column.name]
            # A masked weight gets its unweighted mean. This preserves the sum of a group's weights
            # and so the weighted total of every column masked in the same groups.
            weights = None if column.name == records.recipe.weight else survey_weights
            released.append(aggregated(column, attribute, groups, by, weights))
        elif attribute.role.is_released:
            released.append(column)
        job.update(done)
    return tuple(released)


def _protected(
    records: Records, names: tuple[Names, ...], found: list[Clustered], columns: tuple[Column, ...]
) -> Protected:
    if len(found) == 1:
        (only,) = found
        return Protected(only.clusters, columns, only.steps, only.t_before_merge)
    joint = reduce(refine, (block.clusters.labels for block in found))
    clusters = clusters_of(joint, encode_confidential(records.columns, records.schema))
    blocks = tuple(Block(n, block.clusters) for n, block in zip(names, found, strict=True))
    steps = tuple(step for block in found for step in block.steps)
    return Protected(clusters, columns, steps, {}, blocks)
