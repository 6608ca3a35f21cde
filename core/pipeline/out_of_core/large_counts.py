"""Counts k, p and t in a table on disk.

Records go into buckets by a hash of their quasi-identifiers, so that equal combinations meet in one
bucket, and each bucket is counted on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.conditions import key_groups
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT, columns_of, row_type
from core.io.scratch.row_files import RoutedRows
from core.jobs import Job
from core.kernels.closeness.emd import distinct_of_members
from core.kernels.numerics.part_sums import PartSum
from core.measure.group_counts import groups_of, sum_of_emd
from core.model import Column, Project, Role, Schema
from core.pipeline.out_of_core.encoded.file_ranks import FileRanks, file_ranks, sorted_members
from core.pipeline.out_of_core.scratch_rows import parts_of_rows
from core.pipeline.out_of_core.sorting.equal_rows import equal_records, hashes
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import blocks_of

Ints = NDArray[np.int64]
Names = tuple[str, ...]


@dataclass(slots=True)
class GroupCounts:
    """What the groups of equal quasi-identifiers are like.

    Attributes
    ----------
    most : int
        Number of records of the table.
    records, groups, uniques, k, largest : int
        Number of records that were counted, of groups and of groups of one record; sizes of the
        smallest and of the largest group.
    p : dict of str to int
        Minimum number of distinct values of each confidential column in a group.
    t : dict of str to float
        Largest EMD of a group for each confidential column.
    emd : dict of str to pair of PartSum and int
        Sum of the EMD of the groups with a value, and their number.
    """

    most: int
    records: int = 0
    groups: int = 0
    uniques: int = 0
    k: int = 0
    largest: int = 0
    p: dict[str, int] = field(default_factory=dict)
    t: dict[str, float] = field(default_factory=dict)
    emd: dict[str, tuple[PartSum, int]] = field(default_factory=dict)

    def add(self, labels: Ints, ranks: Mapping[str, tuple[Ints, FileRanks]]) -> None:
        """Count the groups of a bucket, numbered from 0."""
        sizes = np.bincount(labels)
        smallest = int(sizes.min())
        self.k = min(self.k, smallest) if self.groups else smallest
        self.largest = max(self.largest, int(sizes.max()))
        self.uniques += int(np.count_nonzero(sizes == 1))
        for name, (own, file) in ranks.items():
            members, begin = sorted_members(labels, own, len(sizes))
            each = file.emd(members, begin)
            least = int(distinct_of_members(members, begin).min())
            self.p[name] = min(self.p.get(name, least), least)
            self.t[name] = max(self.t.get(name, 0.0), float(each.max()))
            total, count = self.emd.get(name) or (sum_of_emd(self.most), 0)
            seen = np.diff(begin) > 0
            total.add(each[seen])
            self.emd[name] = total, count + int(seen.sum())
        self.groups += len(sizes)
        self.records += len(labels)


@dataclass(frozen=True, slots=True, eq=False)
class GroupBuckets:
    """The groups of equal quasi-identifiers, each with all of its records in one bucket.

    Attributes
    ----------
    columns : tuple of StoredColumn
        What they have: the quasi-identifiers, and other columns after these.
    quasi : int
        Number of the quasi-identifiers.
    """

    routed: RoutedRows
    columns: tuple[StoredColumn, ...]
    quasi: int
    schema: Schema
    buckets: int

    def each(self) -> Iterator[tuple[Ints, tuple[Column, ...]]]:
        """Yield the groups of each bucket's records, numbered from 0, and the other columns."""
        for bucket in range(self.buckets):
            rows = self.routed.bucket(bucket)
            if len(rows):
                typed = columns_of(rows, self.columns)
                yield groups_of(typed, self.schema), tuple(typed[self.quasi :])


@contextmanager
def group_buckets(
    table: StoredTable, schema: Schema, more: Sequence[str], work: Workplace, job: Job
) -> Iterator[GroupBuckets]:
    """Sort the records of a table by their groups, with further columns.

    The caller starts a phase of as many units as records; a half of them is done then.
    """
    quasi = [table.named(a.name) for a in schema.with_role(Role.QUASI_IDENTIFIER)]
    columns = (*quasi, *(table.named(name) for name in more))
    buckets = work.buckets(table.rows)
    with RoutedRows(work.place("groups"), row_type(columns), buckets) as routed:
        for rows in parts_of_rows(columns, work.rows):
            cells = [rows[f"c{i}"] for i in range(len(quasi))]
            routed.add(rows, hashes(cells) % np.uint64(buckets))
            job.update(int(rows[AT][0]) // 2)
        yield GroupBuckets(routed, columns, len(quasi), schema, buckets)


def count_groups(table: StoredTable, schema: Schema, work: Workplace, job: Job) -> GroupCounts:
    """Count the groups of a table; the caller starts a phase of as many units as records."""
    ranks, found = file_ranks(table, schema, work.rows, job), GroupCounts(table.rows)
    with group_buckets(table, schema, tuple(ranks), work, job) as groups:
        for labels, confidential in groups.each():
            found.add(labels, {c.name: (ranks[c.name].of(c), ranks[c.name]) for c in confidential})
            job.update((table.rows + found.records) // 2)
    return found


def count_blocks(
    table: StoredTable, project: Project, work: Workplace, job: Job
) -> dict[Names, int]:
    """Return k of each attribute block; empty if all quasi-identifiers were masked together.

    Parameters
    ----------
    table : StoredTable
        The released records.
    project : Project
        Resolved.
    work, job : Workplace and Job
        Where they are sorted; enters the phase "recounting" for each block.
    """
    blocks, found = blocks_of(project.recipe.method, project.schema), dict[Names, int]()
    for names in blocks if len(blocks) > 1 else ():
        own = Schema(tuple(a for a in project.schema.attributes if a.name in names))
        job.start_phase("recounting", table.rows)
        found[names] = count_groups(table, own, work, job).k
    return found


def sizes_of_combinations(
    columns: Sequence[StoredColumn], schema: Schema, work: Workplace, job: Job
) -> Iterator[Ints]:
    """Yield how many records share each combination of the values of columns, bucket by bucket.

    Parameters
    ----------
    columns : sequence of StoredColumn
        At least one; how their cells are spelled does not matter.
    """
    plain = [replace(column, notes=None) for column in columns]
    names = [column.name for column in plain]
    for rows in equal_records(plain, len(plain), "combinations", work, job):
        yield np.bincount(key_groups(columns_of(rows, plain), names, schema))
