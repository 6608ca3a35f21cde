"""Protects a file in the scratch folder, a group of records after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.encode import Standard, numbers
from core.errors import Problem, PromiseBroken
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT, columns_of, row_type
from core.io.scratch.row_files import RoutedRows, Rows
from core.jobs import Job
from core.measure.long_dominance import LongDominance
from core.measure.table import with_lost
from core.model import Attribute, Block, Column, Plan, Project, Step, aggregate_of
from core.pipeline.out_of_core.conditions.large_rules import LargeSharing, large_judgement
from core.pipeline.out_of_core.conditions.large_totals import calibrated_table, numbered_groups
from core.pipeline.out_of_core.encoded.masked_columns import cells_of, masked_column, with_used
from core.pipeline.out_of_core.encoded.stored_numbers import StoredNumbers
from core.pipeline.out_of_core.large_measures import StoredPair
from core.pipeline.out_of_core.large_merging import LargeMerging, merges_clusters
from core.pipeline.out_of_core.large_points import LargePoints, large_points
from core.pipeline.out_of_core.parts.large_parts import LargeParts
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.parts.part_records import LABEL
from core.pipeline.out_of_core.scratch_rows import parts_of_rows
from core.pipeline.out_of_core.sorting.placing import labels_column, placed_table
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.aggregate import representatives_of
from core.protect.blocks import BlockEngine, ThreadEngine
from core.protect.edit_rules import shared_steps
from core.protect.task import whole

PROTECT_PHASES = (
    *("encoding", "cutting", "routing", "clustering", "repairing", "merging"),
    "aggregating",
)
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class LargeProtected:
    """The protected table in the scratch folder.

    Attributes
    ----------
    released : StoredTable
        The released columns, of the records in the order of the input.
    sizes : numpy.ndarray of int64, shape (c,)
        Number of records of each cluster.
    dominated : tuple of str
        Columns on which no figures are published.
    blocks : tuple of Block
        The clusters of each column, if each was masked on its own; without the records.
    paired : bool
        As of `core.model.Result`.
    """

    released: StoredTable
    sizes: Ints
    steps: tuple[Step, ...]
    dominated: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    paired: bool = True


def protect_large(
    plan: Plan,
    table: StoredTable,
    parts: PartsOfFile,
    work: Workplace,
    job: Job,
    engine: BlockEngine | None = None,
) -> LargeProtected:
    """Form clusters of the records of a table and replace each cluster's values by its means.

    The released values are those of `core.protect.protect` on the same records in memory.

    Parameters
    ----------
    plan : Plan
        Resolved, with a method that works in blocks, or that sorts the records once.
    table, parts : StoredTable and PartsOfFile
        The records to release, and which of them may be grouped together.
    work, job : Workplace and Job
        Where the records are sorted; enters the phases `PROTECT_PHASES`.
    engine : BlockEngine, optional
        Computes the pieces; default: the threads of this process.

    Raises
    ------
    PromiseBroken
        If a cluster is smaller than k, or farther from the file than t.
    """
    points = large_points(table, plan, parts, work.rows, job)
    schema, recipe = plan.project.schema, plan.project.recipe
    masked = tuple(map(masked_column, points.masked, points.attributes))
    # Totals are calibrated by groups once all records are masked.
    labelled = (*masked, *([labels_column()] if recipe.totals else []))
    kinds, dominance = row_type(labelled), KnownDominance(points.attributes, points.numbers)
    sums = large_judgement(plan.project, table, work.rows, job).sums
    sharing, names = LargeSharing(sums), [column.name for column in masked]
    with RoutedRows(work.place("clustered"), kinds, work.buckets(table.rows)) as clustered:

        def take(rows: Rows) -> None:
            columns = columns_of(rows, points.columns)
            before = columns[: len(points.attributes)]
            labels = np.unique(rows[LABEL], return_inverse=True)[1].astype(np.int64)
            records, by = Records(columns, schema, recipe), aggregate_of(plan.parameters)
            means = [representatives_of(records, column, labels, by) for column in before]
            shared = sharing.shared(records, means, dict.fromkeys(names, labels))
            numbered = (rows[LABEL],) if recipe.totals else ()
            found = masked_rows(rows[AT], shared, masked, numbered, kinds)
            clustered.add(found, found[AT] // work.rows)
            if not recipe.totals:
                dominance.add(rows[AT], before, shared, labels)

        groups = LargeParts(plan, points, parts, work, engine or ThreadEngine())
        sizes, steps = _grouped(groups, points, plan.project, parts.strata, work, take, job)
        sharing.finish()
        placed = in_order_of_file(clustered, labelled, table, work, job)
    released, more = _with_totals(plan, (table, placed), dominance, work, job)
    pairs = list(zip(points.masked, points.attributes, strict=True))
    dominated = dominated_on_disk(pairs, points.numbers, released, dominance.known, work.rows)
    return LargeProtected(released, sizes, (*steps, *shared_steps(sums), *more), dominated)


def _with_totals(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    dominance: KnownDominance,
    work: Workplace,
    job: Job,
) -> tuple[StoredTable, tuple[Step, ...]]:
    """Return the released table, calibrated if totals are to be kept, and what was done."""
    table, placed = tables
    released = with_masked(table, placed)
    if not plan.project.recipe.totals:
        return released, ()
    groups, sizes = numbered_groups(placed.columns[-1], "numbered-groups", work, job)
    masked = dict.fromkeys([column.name for column in placed.columns[:-1]], groups)
    released, steps = calibrated_table(plan, (table, released), masked, None, work, job)
    dominance.add_all(table, released, groups, sizes, work, job)
    return released, steps


class KnownDominance:
    """What is known of the groups of masked columns that have numbers.

    Parameters
    ----------
    encoded : sequence of StoredNumbers
        Those that have numbers.
    """

    def __init__(self, attributes: Sequence[Attribute], encoded: Sequence[StoredNumbers]) -> None:
        self._attributes = attributes
        self._means = {one.name: one.standard.mean for one in encoded}
        self.known = {name: LongDominance() for name in self._means}

    def add(
        self, positions: Ints, before: Sequence[Column], after: Sequence[Column], labels: Ints
    ) -> None:
        """Look at the masked columns of all records of some groups."""
        for attribute, *pair in zip(self._attributes, before, after, strict=True):
            if attribute.name in self.known:
                was, now = (numbers(column, attribute) for column in pair)
                mean = partial(float, self._means[attribute.name])
                now = with_lost(attribute, was, now, mean)
                self.known[attribute.name].add(positions, was, now, labels)

    def add_all(
        self,
        table: StoredTable,
        released: StoredTable,
        groups: StoredColumn,
        sizes: Ints,
        work: Workplace,
        job: Job,
    ) -> None:
        """Look at all records of two tables, whose groups may lie anywhere."""
        names = [attribute.name for attribute in self._attributes]
        pair = [[each.named(name) for name in names] for each in (table, released)]
        columns, bucket = [groups, *pair[0], *pair[1]], (np.cumsum(sizes) - sizes) // work.rows
        with RoutedRows(work.place("pairs"), row_type(columns), int(bucket[-1]) + 1) as routed:
            for rows in parts_of_rows(columns, work.rows):
                routed.add(rows, bucket[rows["c0"]])
                job.check()
            for at in np.unique(bucket).tolist():
                rows = routed.bucket(at)
                own, *cells = columns_of(rows, columns)
                labels = np.unique(own.values, return_inverse=True)[1].astype(np.int64)
                self.add(rows[AT], cells[: len(names)], cells[len(names) :], labels)
                job.check()


def _grouped(
    parts: LargeParts,
    points: LargePoints,
    project: Project,
    strata: Ints,
    work: Workplace,
    take: Callable[[Rows], None],
    job: Job,
) -> tuple[Ints, tuple[Step, ...]]:
    """Pass all records with their final clusters to `take`; return the sizes and the steps."""
    if not merges_clusters(points, project):
        found = parts.run(take, job)
        sizes, steps = found.sizes, found.steps
    else:
        with LargeMerging(points, project, work) as merging:
            found = parts.run(merging.take, job)
            sizes, more = merging.run(found.part, strata, take, job)
        steps = (*found.steps, *more)
    k, smallest = whole(points.parameters, "k"), int(sizes.min())
    if smallest < k:
        raise PromiseBroken(Problem("k-not-reached", params={"k": k, "reached": smallest}))
    return sizes, steps


def dominated_on_disk(
    masked: Sequence[tuple[StoredColumn, Attribute]],
    encoded: Sequence[StoredNumbers],
    released: StoredTable,
    dominance: Mapping[str, LongDominance],
    rows: int,
) -> tuple[str, ...]:
    """Return the columns whose figures are not published (`core.measure.dominance`)."""
    found = []
    original = {one.name: one.standard for one in encoded}
    for column, attribute in masked:
        if column.name not in dominance:
            continue
        pair = StoredPair(attribute, column, released.named(column.name), rows, Job())
        if is_dominated(pair, original[column.name], dominance[column.name]):
            found.append(column.name)
    return tuple(found)


def is_dominated(pair: StoredPair, original: Standard, known: LongDominance) -> bool:
    """Return whether the figures of a column are not published.

    Parameters
    ----------
    original : Standard
        Of its original values.
    """
    count, total = 0, 0.0
    for before, after in pair.parts():
        seen = ~np.isnan(before)
        count += int(seen.sum())
        total += float(after[seen].sum())
    return count > 0 and known.is_dominated(original, total / count, count)


def masked_rows(
    positions: Ints,
    means: Sequence[Column],
    masked: Sequence[StoredColumn],
    groups: Sequence[Ints],
    kinds: np.dtype[Any],
) -> Rows:
    """Return rows of masked columns and, after these, of numbers of groups."""
    found = np.empty(len(positions), kinds)
    found[AT] = positions
    for at, numbers_of_groups in enumerate(groups, len(masked)):
        found[f"c{at}"] = numbers_of_groups
    for i, column in enumerate(means):
        if column.kind is not masked[i].kind:
            raise TypeError(column.kind)
        found[f"c{i}"] = cells_of(column, masked[i])
    return found


def in_order_of_file(
    clustered: RoutedRows,
    masked: Sequence[StoredColumn],
    table: StoredTable,
    work: Workplace,
    job: Job,
) -> StoredTable:
    """Return the masked columns, with the records in the order of the input."""
    job.start_phase("aggregating", table.rows)
    found = placed_table(clustered, masked, "masked", table.rows, work, job)
    return StoredTable(tuple(with_used(column, work.rows, job) for column in found.columns))


def with_masked(table: StoredTable, masked: StoredTable) -> StoredTable:
    """Return the columns of the input with masked columns in the place of their originals."""
    named = {column.name: column for column in masked.columns}
    return StoredTable(tuple(named.get(column.name, column) for column in table.columns))
