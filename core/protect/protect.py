"""Produces protected columns from a checked plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records, kept_records, limits_of, patterns_of
from core.encode import ranked_confidential
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Block, Column, Dataset, Plan, Role, Step, aggregate_of
from core.protect.aggregate import representatives_of
from core.protect.blocks import BlockEngine, cut_into_blocks
from core.protect.clustering import Clustered, Parts, Quasi, clustered, clusters_of
from core.protect.edit_rules import holders_of, judged, share_out, shared_steps
from core.protect.encode import encode_nominal, encode_points, joined
from core.protect.key_sets import key_sets_of
from core.protect.method_registry import METHODS, Names, blocks_of
from core.protect.privacy import protect_privately
from core.protect.protected import Protected
from core.protect.spec import MethodSpec
from core.protect.task import Parameters, Task, number, whole
from core.protect.totals import calibrated
from core.protect.units import protect_units


def protect(plan: Plan, dataset: Dataset, job: Job, engine: BlockEngine | None = None) -> Protected:
    """Return the protected columns and clusters of the kept records.

    Parameters
    ----------
    plan : Plan
        Without errors; `plan.parameters` complete.
    dataset : Dataset
        The dataset against which the plan was resolved.
    job : Job
        Enters the phases of the method's `MethodSpec.phases`.
    engine : BlockEngine, optional
        Computes the pieces of a partition in blocks; default: the threads of this process.

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
    recipe, schema = plan.project.recipe, plan.project.schema
    if METHODS[recipe.method.name].is_private:
        return protect_privately(plan, dataset, job)
    spec = cut_into_blocks(METHODS[recipe.method.name], recipe.scale, engine)
    records = kept_records(dataset, plan.kept, schema, recipe)
    parameters = spec.complete(plan.parameters)
    if recipe.unit is not None:
        return protect_units(records, spec, parameters, job)
    blocks = blocks_of(recipe.method, schema, recipe.strata)
    sums = judged(records).sums
    # Where each column is a block of its own, the parts of a sum that are shared out have the
    # clusters of their total.
    holders = holders_of(sums)
    block_of = {name: block for block in blocks for name in block}
    source = {block: block_of[holders.get(block[0], block[0])] for block in blocks}
    own = {
        block: _block(spec, records, block, parameters, job)
        for block in blocks
        if source[block] == block
    }
    found = {block: own[source[block]] for block in blocks}
    columns = _released(records, found, parameters, job)
    columns = share_out(records, columns, sums, _labels(found))
    columns, steps = calibrated(records, columns, _labels(found), job)
    return _protected(records, found, columns, (*shared_steps(sums), *steps))


def _labels(blocks: Mapping[Names, Clustered]) -> dict[str, NDArray[np.int64]]:
    """Return the cluster of each record for each masked column."""
    return {name: b.clusters.labels for names, b in blocks.items() for name in names}


def _block(
    spec: MethodSpec, records: Records, names: Names, parameters: Parameters, job: Job
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
    parts = Parts(
        patterns_of(records, names, whole(parameters, "k")),
        records.strata(),
        limits_of(records, names),
        key_sets_of(records, names, aggregate_of(parameters)),
    )
    share = number(parameters, "lambda") if "lambda" in parameters else 0.0
    attributes = schema.with_role(Role.QUASI_IDENTIFIER)
    if share > 0.0:
        confidential = encode_points(records.columns, schema, role=Role.CONFIDENTIAL)
        points = joined(points, confidential, share, len(attributes))
    ranked = ranked_confidential(records.columns, schema)
    columns = tuple(records.named(attribute.name) for attribute in attributes)
    # With a lambda of 1, only the confidential attributes are used for partitioning.
    nominal = () if share >= 1.0 else quasi.nominal
    task = Task(points, ranked, ranked, parameters, attributes, columns, nominal)
    return clustered(spec, task, quasi, parts, job)


def _released(
    records: Records, blocks: Mapping[Names, Clustered], parameters: Parameters, job: Job
) -> tuple[Column, ...]:
    """Return the released columns, in the file's order."""
    by = aggregate_of(parameters)
    labels = _labels(blocks)
    job.start_phase("aggregating", len(records.columns))
    released = []
    for done, column in enumerate(records.columns, start=1):
        if column.name in labels:
            released.append(representatives_of(records, column, labels[column.name], by))
        elif records.schema.named(column.name).role.is_released:
            released.append(column)
        job.update(done)
    return tuple(released)


def _protected(
    records: Records,
    found: Mapping[Names, Clustered],
    columns: tuple[Column, ...],
    more: Sequence[Step],
) -> Protected:
    # Blocks with the same clusters have the same steps.
    steps = tuple(step for block in dict.fromkeys(found.values()) for step in block.steps)
    steps = (*steps, *more)
    if len(found) == 1:
        (only,) = found.values()
        return Protected(only.clusters, columns, steps, only.t_before_merge)
    joint = reduce(refine, (block.clusters.labels for block in found.values()))
    clusters = clusters_of(joint, ranked_confidential(records.columns, records.schema))
    blocks = tuple(Block(names, block.clusters) for names, block in found.items())
    return Protected(clusters, columns, steps, {}, blocks)
