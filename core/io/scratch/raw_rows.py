"""Rows of cells as they are in the files of a scratch folder, with the record's position."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.disk_errors import writing_in
from core.io.scratch.routed_rows import Rows, bytes_of
from core.model import Column

AT = "at"
"""The field with the position of the record."""


def row_type(columns: Sequence[StoredColumn]) -> np.dtype[Any]:
    """Return the type of rows of these columns."""
    return np.dtype([(AT, "<i8"), *((f"c{i}", column.dtype) for i, column in enumerate(columns))])


def rows_of(first: int, columns: Sequence[StoredColumn], stop: int) -> Rows:
    """Return the rows of consecutive records, from position `first` to before `stop`."""
    rows = np.empty(stop - first, row_type(columns))
    rows[AT] = np.arange(first, stop)
    for i, column in enumerate(columns):
        rows[f"c{i}"] = column.raw(first, stop)
    return rows


def columns_of(rows: Rows, columns: Sequence[StoredColumn]) -> tuple[Column, ...]:
    """Return the columns of some rows."""
    cells = (np.ascontiguousarray(rows[f"c{i}"]) for i in range(len(columns)))
    return tuple(column.typed(raw) for column, raw in zip(columns, cells, strict=True))


class RowWriter:
    """Writes rows one after another to files, column by column.

    Parameters
    ----------
    folder : pathlib.Path
        The scratch folder.
    stem : str
        First part of the files' names.
    columns : sequence of StoredColumn
        Columns whose cells the rows hold.
    """

    def __init__(self, folder: Path, stem: str, columns: Sequence[StoredColumn]) -> None:
        self._columns = columns
        self._paths = [folder / f"{stem}-{i}" for i in range(len(columns))]
        self._positions = folder / f"{stem}-at"
        self._rows = 0

    def add(self, rows: Rows) -> None:
        """Write rows."""
        for i, path in enumerate(self._paths):
            _append(path, rows[f"c{i}"])
        _append(self._positions, rows[AT])
        self._rows += len(rows)

    def finish(self) -> tuple[StoredTable, Path]:
        """Return the table in the order of the rows, and the file of the records' positions."""
        pairs = zip(self._columns, self._paths, strict=True)
        columns = (StoredColumn(c.head, path, self._rows, c.ranks) for c, path in pairs)
        return StoredTable(tuple(columns)), self._positions


def _append(path: Path, cells: NDArray[Any]) -> None:
    with writing_in(path.parent.parent), path.open("ab") as file:
        file.write(bytes_of(np.ascontiguousarray(cells)))
