"""Counts the records that share the groups of all columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn
from core.io.scratch.raw_rows import row_type, rows_of
from core.io.scratch.row_files import RoutedRows
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.pipeline.out_of_core.large_counts import hashes
from core.pipeline.out_of_core.workplace import Workplace


def joint_sizes(labels: Sequence[StoredColumn], work: Workplace, job: Job) -> NDArray[np.int64]:
    """Return how many records have each combination of labels that occurs, shape (c,)."""
    records, buckets = labels[0].rows, work.buckets(labels[0].rows)
    found = []
    with RoutedRows(work.place("joint"), row_type(labels), buckets) as routed:
        for start in range(0, records, work.rows):
            job.check()
            rows = rows_of(start, labels, min(start + work.rows, records))
            cells = [rows[f"c{i}"] for i in range(len(labels))]
            routed.add(rows, (hashes(cells) % np.uint64(buckets)).astype(np.int64))
        for bucket in range(buckets):
            job.check()
            rows = routed.bucket(bucket)
            if len(rows):
                own = [np.ascontiguousarray(rows[f"c{i}"]) for i in range(len(labels))]
                found.append(np.bincount(reduce(refine, own, np.zeros(len(rows), np.int64))))
    return np.concatenate(found).astype(np.int64, copy=False)
