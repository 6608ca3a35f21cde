"""Rows of cells as they are in the files of a scratch folder, with the record's position."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.cell_notes import NOTE
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.row_files import Rows, bytes_of
from core.io.scratch.scratch_folder import writing_in
from core.model import Column

AT = "at"
"""The field with the position of the record."""


def row_type(columns: Sequence[StoredColumn]) -> np.dtype[Any]:
    """Return the type of rows of these columns: cells, and notes on those of some columns."""
    cells = [(f"c{i}", column.dtype) for i, column in enumerate(columns)]
    notes = [(f"n{i}", NOTE) for i, column in enumerate(columns) if column.notes]
    return np.dtype([(AT, "<i8"), *cells, *notes])


def rows_of(first: int, columns: Sequence[StoredColumn], stop: int) -> Rows:
    """Return the rows of consecutive records, from position `first` to before `stop`."""
    rows = np.empty(stop - first, row_type(columns))
    rows[AT] = np.arange(first, stop)
    for i, column in enumerate(columns):
        rows[f"c{i}"] = column.raw(first, stop)
        if column.notes:
            rows[f"n{i}"] = column.raw_notes(first, stop)
    return rows


def columns_of(rows: Rows, columns: Sequence[StoredColumn]) -> tuple[Column, ...]:
    """Return the columns of some rows."""
    return tuple(
        column.typed(
            np.ascontiguousarray(rows[f"c{i}"]),
            np.ascontiguousarray(rows[f"n{i}"]) if column.notes else None,
        )
        for i, column in enumerate(columns)
    )


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
        self._notes = [
            folder / f"{stem}-{i}-notes" if column.notes else None
            for i, column in enumerate(columns)
        ]
        self._positions = folder / f"{stem}-at"
        self._rows = 0

    def add(self, rows: Rows) -> None:
        """Write rows."""
        for i, path in enumerate(self._paths):
            _append(path, rows[f"c{i}"])
        for i, notes in enumerate(self._notes):
            if notes is not None:
                _append(notes, rows[f"n{i}"])
        _append(self._positions, rows[AT])
        self._rows += len(rows)

    def finish(self) -> tuple[StoredTable, Path]:
        """Return the table in the order of the rows, and the file of the records' positions."""
        columns = (
            column.placed(path, self._rows, notes)
            for column, path, notes in zip(self._columns, self._paths, self._notes, strict=True)
        )
        return StoredTable(tuple(columns)), self._positions


def _append(path: Path, cells: NDArray[Any]) -> None:
    with writing_in(path.parent.parent), path.open("ab") as file:
        file.write(bytes_of(np.ascontiguousarray(cells)))
