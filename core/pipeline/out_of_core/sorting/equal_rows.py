"""Brings records together that are equal in some cells, bucket by bucket."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn
from core.io.scratch.raw_rows import row_type
from core.io.scratch.row_files import RoutedRows, Rows
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.pipeline.out_of_core.scratch_rows import parts_of_rows
from core.pipeline.out_of_core.workplace import Workplace

_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def hashes(cells: Sequence[NDArray[np.generic]]) -> NDArray[np.uint64]:
    """Return a hash of each record's cells; equal cells have the same."""
    found = np.zeros(len(cells[0]), np.uint64)
    for raw in cells:
        if raw.dtype.kind == "f":
            # Adding zero gives both zeros the same bits.
            bits = (raw.astype(np.float64) + 0.0).view(np.uint64)
        else:
            bits = raw.astype(np.int64).view(np.uint64)
        found = (found ^ bits) * _FACTOR
        found ^= found >> np.uint64(29)
    return found * _FACTOR >> np.uint64(16)


def equal_rows(
    parts: Iterable[Rows],
    kinds: np.dtype[Any],
    fields: Sequence[str],
    place: Path,
    buckets: int,
    job: Job,
) -> Iterator[Rows]:
    """Yield the rows of `parts` in other parts: those with equal cells in `fields` are in one.

    They are sorted into `buckets` at `place`, a file that is made and removed again.
    """
    with RoutedRows(place, kinds, buckets) as routed:
        for rows in job.each(parts):
            routed.add(rows, hashes([rows[field] for field in fields]) % np.uint64(buckets))
        for at in job.each(range(buckets)):
            rows = routed.bucket(at)
            if len(rows):
                yield rows


def equal_records(
    columns: Sequence[StoredColumn], first: int, name: str, work: Workplace, job: Job
) -> Iterator[Rows]:
    """Yield the rows of some columns; those with equal cells in the `first` ones come together.

    They are sorted in a file of the given name.
    """
    fields, buckets = [f"c{i}" for i in range(first)], work.buckets(len(columns[0]))
    parts = parts_of_rows(columns, work.rows)
    return equal_rows(parts, row_type(columns), fields, work.place(name), buckets, job)


def joint_sizes(labels: Sequence[StoredColumn], work: Workplace, job: Job) -> NDArray[np.int64]:
    """Return how many records have each combination of labels that occurs, shape (c,)."""
    found = []
    for rows in equal_records(labels, len(labels), "joint", work, job):
        own = [np.ascontiguousarray(rows[f"c{i}"]) for i in range(len(labels))]
        found.append(np.bincount(reduce(refine, own, np.zeros(len(rows), np.int64))))
    return np.concatenate(found).astype(np.int64, copy=False)
