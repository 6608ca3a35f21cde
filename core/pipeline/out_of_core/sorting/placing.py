"""Puts records that were dealt with in another order back in the order of the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from core.errors import Problem, PromiseBroken
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT, RowWriter, row_type
from core.io.scratch.row_files import RoutedRows, Rows
from core.jobs import Job
from core.pipeline.out_of_core.scratch_rows import parts_of_rows, whole_numbers
from core.pipeline.out_of_core.workplace import Workplace


def labels_column() -> StoredColumn:
    """Return a column, without records, for the group of each record."""
    return whole_numbers("", Path(), 0)


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


def placed_table(
    routed: RoutedRows,
    columns: Sequence[StoredColumn],
    stem: str,
    records: int,
    work: Workplace,
    job: Job,
) -> StoredTable:
    """Return a table of records in the order of the input.

    Parameters
    ----------
    routed : RoutedRows
        The records, each in the bucket ``position // work.rows``.
    columns : sequence of StoredColumn
        What their cells are.
    stem : str
        First part of the names of the table's files.
    work, job : Workplace and Job
        Where the files are; the caller starts a phase of as many units as records.

    Raises
    ------
    PromiseBroken
        If a record is there twice or not at all.
    """
    writer = RowWriter(work.folder, stem, columns)
    for bucket in range(work.buckets(records)):
        writer.add(in_places(routed.bucket(bucket), bucket * work.rows))
        job.update(bucket * work.rows)
    found, positions = writer.finish()
    positions.unlink()
    if found.rows != records:
        raise PromiseBroken(Problem("large-records-lost"))
    return found


def rows_in_order(
    columns: Sequence[StoredColumn], positions: Path | None, work: Workplace, job: Job
) -> Iterator[tuple[int, Rows]]:
    """Yield the first position and the rows of some records at a time, in the order of the input.

    Parameters
    ----------
    columns : sequence of StoredColumn
        What the rows hold, at least one.
    positions : pathlib.Path or None
        The file with the position in the input of each record; ``None``: the same order.
    """
    if positions is None:
        for rows in parts_of_rows(columns, work.rows):
            yield int(rows[AT][0]), rows
        return
    buckets = work.buckets(columns[0].rows)
    with RoutedRows(work.place("replaced"), row_type(columns), buckets) as routed:
        for rows in parts_of_rows(columns, work.rows):
            rows[AT] = np.fromfile(positions, "<i8", len(rows), offset=8 * int(rows[AT][0]))
            routed.add(rows, rows[AT] // work.rows)
            job.check()
        for at in range(buckets):
            first = at * work.rows
            yield first, in_places(routed.bucket(at), first)
