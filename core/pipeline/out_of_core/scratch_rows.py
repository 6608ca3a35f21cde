"""Rows of records, and single whole numbers of them, in files of the scratch folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.io.scratch.disk_columns import StoredColumn
from core.io.scratch.raw_rows import rows_of
from core.io.scratch.row_files import Rows, bytes_of
from core.io.scratch.scratch_folder import writing_in
from core.model import Column, ColumnKind


def parts_of_rows(columns: Sequence[StoredColumn], rows: int) -> Iterator[Rows]:
    """Yield the rows of all records of some columns, at least one, so many at a time."""
    records = len(columns[0])
    for start in range(0, records, rows):
        yield rows_of(start, columns, min(start + rows, records))


def append_rows(path: Path, rows: Rows) -> None:
    """Write rows, or numbers, after those that a file of the scratch folder has."""
    with writing_in(path.parent.parent), path.open("ab") as file:
        file.write(bytes_of(np.ascontiguousarray(rows)))


def pieces_of(path: Path, kinds: np.dtype[Any], rows: int) -> Iterator[Rows]:
    """Yield the rows of a file, so many at a time."""
    with path.open("rb", buffering=0) as file:
        while len(part := np.fromfile(file, kinds, rows)):
            yield part


def whole_numbers(name: str, path: Path, rows: int) -> StoredColumn:
    """Return the column of whole numbers that a file has."""
    nothing = np.empty(0, np.int64), np.empty(0, np.bool_)
    head = Column(name, ColumnKind.INTEGER, *nothing)
    return StoredColumn(head, path, rows, np.empty(0, np.int32))
