"""Individual ranking of a file in the scratch folder; see `core.protect.methods`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.recfunctions import require_fields
from numpy.typing import NDArray

from core.conditions import Records
from core.encode import numbers
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT, columns_of, row_type
from core.io.scratch.row_files import RoutedRows, Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.measure.long_dominance import LongDominance
from core.model import Attribute, Block, Clusters, Column, Plan, Step, aggregate_of
from core.pipeline.out_of_core.encoded.masked_columns import cells_of, masked_column, with_used
from core.pipeline.out_of_core.encoded.stored_numbers import StoredNumbers
from core.pipeline.out_of_core.large_measures import StoredPair
from core.pipeline.out_of_core.large_points import LargePoints, large_points
from core.pipeline.out_of_core.large_protect import LargeProtected, is_dominated
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.scratch_rows import parts_of_rows
from core.pipeline.out_of_core.sorting.equal_rows import joint_sizes
from core.pipeline.out_of_core.sorting.placing import labels_column, placed_table
from core.pipeline.out_of_core.sorting.rank_groups import rank_groups
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.aggregate import representatives_of
from core.protect.privacy.groups import FixedGroups
from core.protect.task import whole

Ints = NDArray[np.int64]
KEY = "key"
"""The field with what a record is sorted by."""

RANKING_PHASES = ("encoding", "clustering", "aggregating")


def rank_large(
    plan: Plan, table: StoredTable, parts: PartsOfFile, work: Workplace, job: Job
) -> LargeProtected:
    """Sort a table by each quasi-identifier and replace the values of groups by their means.

    The released values are those of `core.protect.protect` on the same records in memory.

    Parameters
    ----------
    plan : Plan
        Resolved, with the method ``individual-ranking``.
    table : StoredTable
        The records to release.
    parts : PartsOfFile
        A single one.
    work, job : Workplace and Job
        Where the records are sorted; enters the phases `RANKING_PHASES`.
    """
    points, k = large_points(table, plan, parts, work.rows, job), whole(plan.parameters, "k")
    groups = FixedGroups(table.rows, k)
    clusters = Clusters(np.empty(0, np.int64), groups.sizes(), {})
    found = [_Ranking(plan, points, at, groups, work).run(job) for at in range(len(points.masked))]
    named = {one.masked.name: one.masked for one in found}
    released = StoredTable(tuple(named.get(column.name, column) for column in table.columns))
    step = Step("individual-ranking", {"clusters": groups.count, "k": k})
    dominated = tuple(one.masked.name for one in found if one.is_dominated)
    if len(found) == 1:
        return LargeProtected(released, clusters.sizes, (step,), dominated)
    blocks = tuple(Block((name,), clusters) for name in named)
    sizes = joint_sizes([one.labels for one in found], work, job)
    return LargeProtected(released, sizes, (step,) * len(found), dominated, blocks)


@dataclass(frozen=True, slots=True, eq=False)
class _Ranked:
    """A masked column, the group of each record, and whether its figures are not published."""

    masked: StoredColumn
    labels: StoredColumn
    is_dominated: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Ranking:
    """Masks a single column.

    Attributes
    ----------
    at : int
        Number of the column among the quasi-identifiers.
    groups : FixedGroups
        Of the sorted records.
    """

    plan: Plan
    points: LargePoints
    at: int
    groups: FixedGroups
    work: Workplace

    @property
    def column(self) -> StoredColumn:
        """The column."""
        return self.points.masked[self.at]

    @property
    def attribute(self) -> Attribute:
        """What it means."""
        return self.points.attributes[self.at]

    @property
    def encoded(self) -> StoredNumbers | None:
        """Its numbers; ``None`` for a nominal column."""
        return next((one for one in self.points.numbers if one.name == self.column.name), None)

    def run(self, job: Job) -> _Ranked:
        """Sort the records, mask the column and put it in the order of the input."""
        masked, labels = masked_column(self.column, self.attribute), labels_column()
        records, rows, encoded = self.groups.records, self.work.rows, self.encoded
        kinds, buckets, dominance = row_type([masked, labels]), self.work.buckets(records), None
        if encoded is not None:
            dominance = LongDominance()
        with RoutedRows(self.work.place("clustered"), kinds, buckets) as clustered:
            for first, some, own in rank_groups(self._sorted(job), self.groups.begins()):
                before, after = self._means(some, own)
                found = np.empty(len(some), kinds)
                found[AT], found["c0"], found["c1"] = some[AT], cells_of(after, masked), first + own
                clustered.add(found, found[AT] // rows)
                if dominance is not None:
                    was, now = (numbers(column, self.attribute) for column in (before, after))
                    dominance.add(some[AT], was, now, own)
            job.start_phase("aggregating", records)
            stem = f"masked-{self.at}"
            table = placed_table(clustered, [masked, labels], stem, records, self.work, job)
        released = with_used(table.columns[0], rows, job)
        is_withheld = False
        if encoded is not None and dominance is not None:
            pair = StoredPair(self.attribute, self.column, released, rows, job)
            is_withheld = is_dominated(pair, encoded.standard, dominance)
        return _Ranked(released, table.columns[1], is_withheld)

    def _columns(self) -> list[StoredColumn]:
        """Return the column and, if they are another one, the survey weights."""
        weight = self.plan.project.recipe.weight
        others = [c for c in self.points.columns if c.name == weight != self.column.name]
        return [self.column, *others]

    def _sorted(self, job: Job) -> Iterator[Rows]:
        columns, records, key = self._columns(), self.groups.records, self._key()
        kinds, done = np.dtype([*row_type(columns).descr, (KEY, "<f8")]), 0

        def source() -> Iterator[Rows]:
            nonlocal done
            for found in parts_of_rows(columns, self.work.rows):
                rows = require_fields(found, kinds)
                rows[KEY] = key(columns_of(found, columns)[0])
                done += len(rows)
                job.update(done)
                yield rows

        job.start_phase("clustering", 3 * records)
        place = self.work.place("sorted")
        for part in sorted_parts(source, kinds, (KEY,), place, records, self.work.rows):
            yield part
            done += len(part)
            job.update(done)

    def _key(self) -> Callable[[Column], NDArray[Any]]:
        """Return what gives some records their key, as `individual_ranking` has it."""
        if self.encoded is not None:
            return self.encoded.of
        (nominal,) = (one for one in self.points.nominal if one.name == self.column.name)
        ranks = nominal.in_total_order()[1]
        return lambda column: ranks[nominal.place[column.values]]

    def _means(self, rows: Rows, labels: Ints) -> tuple[Column, Column]:
        """Return the column of some records before and after."""
        columns = columns_of(rows, self._columns())
        records = Records(columns, self.plan.project.schema, self.plan.project.recipe)
        by = aggregate_of(self.plan.parameters)
        return columns[0], representatives_of(records, columns[0], labels, by)
