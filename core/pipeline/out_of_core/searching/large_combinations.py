"""Counts the records of a file on disk that published columns single out together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.row_files import RoutedRows
from core.io.structure.column_values import state_keys
from core.io.structure.table_blocks import RecordsOfColumn, TableBlocks
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.pipeline.out_of_core.large_counts import hashes
from core.pipeline.out_of_core.workplace import Workplace

_KEPT = "kept"


def singled_out(
    columns: Sequence[RecordsOfColumn],
    kept: Callable[[int, int], NDArray[np.bool_]],
    work: Workplace,
    job: Job,
) -> int:
    """Return how many released records no other record of the file equals in some columns.

    Parameters
    ----------
    columns : sequence of RecordsOfColumn
        Of all records.
    kept : callable
        Returns whether each of the records from a first to before a last one is released.
    work, job : Workplace and Job
        Where the records are sorted; can be cancelled.
    """
    table, fields = TableBlocks(columns, job), [f"c{i}" for i in range(len(columns))]
    kinds = np.dtype([(_KEPT, "?"), *((field, "<i8") for field in fields)])
    buckets, found = work.buckets(table.rows), 0
    with RoutedRows(work.place("combinations"), kinds, buckets) as routed:
        for start, parts in table.blocks(table.names):
            rows = np.empty(len(parts[0]), kinds)
            rows[_KEPT] = kept(start, start + len(rows))
            for field, part in zip(fields, parts, strict=True):
                rows[field] = state_keys(part)
            routed.add(rows, hashes([rows[field] for field in fields]) % np.uint64(buckets))
        for at in range(buckets):
            job.check()
            rows = routed.bucket(at)
            labels = np.zeros(len(rows), np.int64)
            for field in fields:
                labels = refine(labels, np.ascontiguousarray(rows[field]))
            alone = np.bincount(labels)[labels] == 1
            found += int(np.count_nonzero(alone & rows[_KEPT]))
    return found
