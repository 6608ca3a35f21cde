"""Protects a file in the scratch folder, block by block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, PromiseBroken
from core.io.scratch.raw_rows import AT, RowWriter, columns_of, row_type, rows_of
from core.io.scratch.routed_rows import RoutedRows, Rows
from core.io.scratch.stored_columns import StoredColumn, StoredTable, raw_cells
from core.jobs import Job
from core.kernels.blocks.cuts import CutTree, blocks_of, fitted, plan_cuts, sample_step
from core.model import Column, Plan, Step, aggregate_of
from core.pipeline.out_of_core.large_points import LargePoints, large_points
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import METHODS
from core.protect.aggregate import aggregated
from core.protect.task import Task, whole

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LargeProtected:
    """The protected table in the scratch folder.

    Attributes
    ----------
    released : StoredTable
        The released columns, of the records in the order of the input.
    sizes : numpy.ndarray of int64, shape (c,)
        Number of records of each cluster.
    steps : tuple of Step
        What was done.
    """

    released: StoredTable
    sizes: Ints
    steps: tuple[Step, ...]


def protect_large(plan: Plan, table: StoredTable, work: Workplace, job: Job) -> LargeProtected:
    """Cut the records of a table into blocks and replace each cluster's values by its means.

    The released values are those of `core.protect.protect` on the same records in memory.

    Raises
    ------
    PromiseBroken
        If a cluster is smaller than k.
    """
    points = large_points(table, plan.project.schema, work.rows, job)
    tree = _planned(points, plan, table.rows, job)
    masked = tuple(_masked(column, plan) for column in points.columns)
    path, kinds = work.place("clustered"), row_type(masked)
    with RoutedRows(path, kinds, work.buckets(table.rows)) as clustered:
        with RoutedRows(work.place("blocks"), row_type(points.columns), tree.blocks) as routed:
            _route(points, tree, routed, job)
            sizes = _all_blocks(plan, points, masked, routed, clustered, work.rows, job)
        released = _in_order(clustered, masked, table, work, job)
    counts = {"blocks": tree.blocks, "clusters": len(sizes)}
    return LargeProtected(released, sizes, (Step("blocks", counts),))


def _planned(points: LargePoints, plan: Plan, records: int, job: Job) -> CutTree:
    """Return the cuts: planned from a sample, and then fitted to the numbers of all records."""
    scale = plan.project.recipe.scale
    assert scale is not None
    job.start_phase("cutting", records)
    step = sample_step(records)
    sample = []
    for start, part in points.parts():
        sample.append(part[-start % step :: step])
        job.update(start)
    tree = plan_cuts(np.concatenate(sample), records, scale.block)
    sizes = np.zeros(tree.blocks, np.int64)
    for start, part in points.parts():
        sizes += np.bincount(blocks_of(part, start, tree), minlength=tree.blocks)
        job.check()

    def members(block: int) -> tuple[Floats, Ints]:
        found, places = [], []
        for start, part in points.parts():
            inside = np.flatnonzero(blocks_of(part, start, tree) == block)
            found.append(part[inside])
            places.append(inside + start)
            job.check()
        return np.concatenate(found), np.concatenate(places)

    return fitted(tree, sizes, scale.block, members)


def _route(points: LargePoints, tree: CutTree, routed: RoutedRows, job: Job) -> None:
    """Sort the records into their blocks."""
    job.start_phase("routing", points.columns[0].rows)
    for start, part in points.parts():
        routed.add(rows_of(start, points.columns, start + len(part)), blocks_of(part, start, tree))
        job.update(start)


def _all_blocks(
    plan: Plan,
    points: LargePoints,
    masked: Sequence[StoredColumn],
    routed: RoutedRows,
    clustered: RoutedRows,
    per_bucket: int,
    job: Job,
) -> Ints:
    """Cluster each block and pass on its released values; return the sizes of the clusters."""
    blocks = routed.sizes()
    job.start_phase("clustering", int(blocks.sum()))
    done, sizes = 0, []
    for block, records in enumerate(blocks.tolist()):
        rows = routed.bucket(block)
        columns = columns_of(rows, points.columns)
        labels = _labels(plan, points, columns)
        sizes.append(np.bincount(labels))
        by = aggregate_of(plan.parameters)
        pairs = zip(columns, points.attributes, strict=True)
        means = [aggregated(column, attribute, labels, by) for column, attribute in pairs]
        found = _rows_of(rows, means, masked)
        clustered.add(found, found[AT] // per_bucket)
        done += records
        job.update(done)
    found_sizes = np.concatenate(sizes)
    k, smallest = whole(plan.parameters, "k"), int(found_sizes.min())
    if smallest < k:
        raise PromiseBroken(Problem("k-not-reached", params={"k": k, "reached": smallest}))
    return found_sizes


def _labels(plan: Plan, points: LargePoints, columns: Sequence[Column]) -> Ints:
    spec = METHODS[plan.project.recipe.method.name]
    assert spec.partition is not None
    parameters = spec.complete(plan.parameters)
    place = np.ascontiguousarray(points.of(columns))
    task = Task(place, {}, {}, parameters, points.attributes, tuple(columns))
    return spec.partition(task, Job()).labels


def _rows_of(rows: Rows, means: Sequence[Column], masked: Sequence[StoredColumn]) -> Rows:
    found = np.empty(len(rows), row_type(masked))
    found[AT] = rows[AT]
    for i, column in enumerate(means):
        if column.kind is not masked[i].kind:
            raise TypeError(column.kind)
        found[f"c{i}"] = raw_cells(column)
    return found


def _masked(column: StoredColumn, plan: Plan) -> StoredColumn:
    """Return what a masked column is like, without records."""
    attribute = plan.project.schema.named(column.name)
    nobody = np.zeros(1, np.int64)
    one = column.typed(np.zeros(1, column.dtype))
    head = aggregated(one, attribute, nobody)
    head = Column(
        head.name, head.kind, head.values[:0], head.missing[:0], date_format=head.date_format
    )
    return StoredColumn(head, column.path, 0, column.ranks)


def _in_order(
    clustered: RoutedRows,
    masked: Sequence[StoredColumn],
    table: StoredTable,
    work: Workplace,
    job: Job,
) -> StoredTable:
    """Return the released table, with the records in the order of the input."""
    job.start_phase("aggregating", table.rows)
    writer = RowWriter(work.folder, "masked", masked)
    for bucket in range(work.buckets(table.rows)):
        writer.add(in_places(clustered.bucket(bucket), bucket * work.rows))
        job.update(bucket * work.rows)
    found, positions = writer.finish()
    positions.unlink()
    named = {column.name: column for column in found.columns}
    if found.rows != table.rows:
        raise PromiseBroken(Problem("large-records-lost"))
    return StoredTable(tuple(named.get(column.name, column) for column in table.columns))


def in_places(rows: Rows, first: int) -> Rows:
    """Return rows of consecutive records, the first at position `first`, in their order.

    Raises
    ------
    PromiseBroken
        If one is there twice or not at all.
    """
    placed = np.empty_like(rows)
    where = rows[AT] - first
    if not np.array_equal(np.sort(where), np.arange(len(rows))):
        raise PromiseBroken(Problem("large-records-lost"))
    placed[where] = rows
    return placed
