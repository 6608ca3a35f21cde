"""Puts records that were dealt with in another order back in the order of the input."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.errors import Problem, PromiseBroken
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT, RowWriter
from core.io.scratch.routed_rows import RoutedRows, Rows
from core.jobs import Job
from core.model import Column, ColumnKind
from core.pipeline.out_of_core.workplace import Workplace


def labels_column() -> StoredColumn:
    """Return a column, without records, for the group of each record."""
    nothing = np.empty(0, np.int64), np.empty(0, np.bool_)
    head = Column("", ColumnKind.INTEGER, *nothing)
    return StoredColumn(head, Path(), 0, np.empty(0, np.int32))


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
    records : int
        Number of all records.
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
