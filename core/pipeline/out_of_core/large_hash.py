"""The hash of a table's records, whatever their order, for a table on disk.

It is that of `core.pipeline.audit.table_hash`: the records are sorted, range by range.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.apart_columns import table_as_in_file
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.row_files import RoutedRows, bytes_of
from core.jobs import Job
from core.kernels.numerics.splitting import ranges_of
from core.model import ColumnKind
from core.pipeline.out_of_core.scratch_rows import append_rows, pieces_of
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]
# Records of a sample for each range: the ranges are then about equally large.
_SAMPLED = 64
_LOWER_BITS = np.int64(2**63 - 1)


def large_table_hash(table: StoredTable, work: Workplace, job: Job) -> str:
    """Return the SHA-256 of the records of a table, sorted; see `table_hash`."""
    table = table_as_in_file(table)
    job.start_phase("fingerprinting", 2 * table.rows)
    ranges = work.buckets(table.rows)
    # The first records of all ranges but one, from a sample spread over the table.
    splitters = np.empty((0, len(table.columns)), np.int64)
    if ranges > 1:
        starts = range(0, table.rows, max(1, table.rows // (ranges * _SAMPLED)))
        keys = np.concatenate([ordered_keys(table.columns, start, start + 1) for start in starts])
        keys = keys[np.lexsort(keys.T[::-1])]
        firsts = [len(keys) * i // ranges for i in range(1, ranges)]
        splitters = np.ascontiguousarray(keys[firsts])
    kinds = np.dtype([("keys", "<i8", (len(table.columns),))])
    paths = [work.place(f"sorted-{i}") for i in range(len(table.columns))]
    with RoutedRows(work.place("ranges"), kinds, ranges) as routed:
        for start in range(0, table.rows, work.rows):
            keys = ordered_keys(table.columns, start, start + work.rows)
            rows = np.empty(len(keys), kinds)
            rows["keys"] = keys
            routed.add(rows, ranges_of(keys, splitters))
            job.update(start)
        done = 0
        for at in range(ranges):
            keys = np.ascontiguousarray(routed.bucket(at)["keys"])
            order = np.lexsort(keys.T[::-1])
            for i, path in enumerate(paths):
                append_rows(path, keys[order, i])
            done += len(keys)
            job.update(table.rows + done)
    digest = hashlib.sha256()
    for column, path in zip(table.columns, paths, strict=True):
        head = "\x1f".join((column.name, str(column.kind), *column.head.categories))
        digest.update(head.encode() + b"\x1e")
        for part in job.each(pieces_of(path, np.dtype("<i8"), work.rows)):
            if column.kind is ColumnKind.NUMBER:
                cells = (part ^ ((part >> 63) & _LOWER_BITS)).view(np.float64)
                part = np.where(np.isnan(cells), np.nan, cells)
            digest.update(bytes_of(part))
        path.unlink()
    return digest.hexdigest()


def ordered_keys(columns: Sequence[StoredColumn], start: int, stop: int) -> Ints:
    """Return whole numbers in the order of the cells, shape (n, m)."""
    found = list[Ints]()
    for column in columns:
        raw = column.raw(start, stop)
        if column.kind is ColumnKind.TEXT:
            found.append(column.ranks[raw].astype(np.int64))
        elif column.kind is not ColumnKind.NUMBER:
            found.append(raw.astype(np.int64))
        else:
            # Missing values share one bit pattern; minus zero becomes zero.
            values = raw.astype(np.float64) + 0.0
            bits = np.where(np.isnan(values), np.nan, values).view(np.int64)
            found.append(bits ^ ((bits >> 63) & _LOWER_BITS))
    return np.ascontiguousarray(np.column_stack(found))
