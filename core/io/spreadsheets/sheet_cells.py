"""The filled cells of a sheet, as sent by the child process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa

from core.array_types import Bytes, Floats, Int32s
from core.io.columns.cell_tags import TEXT

BATCH = pa.schema(
    [
        ("row", pa.int32()),
        ("column", pa.int32()),
        ("tag", pa.uint8()),
        ("value", pa.float64()),
        ("text", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class SheetFaults:
    """Unreadable cells, found before the sheet is read.

    Attributes
    ----------
    errors : Mapping of int to tuple of int and int
        By column, counted from 1: number of cells with an error such as #DIV/0!, and the first row.
    formulas : int
        Number of formula cells without a computed value.
    formula_row, formula_column : int
        Row and column of the first of these, counted from 1.
    """

    errors: Mapping[int, tuple[int, int]]
    formulas: int = 0
    formula_row: int = 0
    formula_column: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class SheetCells:
    """Filled cells in the order of the file.

    Attributes
    ----------
    rows, columns : numpy.ndarray of int32, shape (c,)
        Rows and columns, counted from 1.
    tags : numpy.ndarray of uint8, shape (c,)
        Type of each cell.
    values : numpy.ndarray of float64, shape (c,)
        Number, days, 0 or 1, or the position of a text in `texts`.
    texts : pyarrow.Array of string
        Texts, with nulls that no cell refers to.
    complete : bool
        Whether these are all cells of the sheet.
    spans : Mapping of int to int
        Last row of cells merged over several rows, by column.
    hidden_rows, hidden_columns : int
        Number of hidden rows and columns with filled cells, in the scanned part of the file.
    """

    rows: Int32s
    columns: Int32s
    tags: Bytes
    values: Floats
    texts: pa.Array
    faults: SheetFaults
    complete: bool
    spans: Mapping[int, int] = field(default_factory=dict)
    hidden_rows: int = 0
    hidden_columns: int = 0

    def between(self, skip: int, skip_end: int) -> SheetCells:
        """Select the cells below the first rows of the sheet and above the last filled ones."""
        is_between = self.rows > skip
        filled = np.unique(self.rows[is_between])
        if skip_end:
            is_between &= np.isin(self.rows, filled[:-skip_end])
        return replace(
            self,
            rows=self.rows[is_between],
            columns=self.columns[is_between],
            tags=self.tags[is_between],
            values=self.values[is_between],
        )


def join_batches(
    batches: Sequence[pa.RecordBatch],
    faults: SheetFaults,
    complete: bool,
    spans: Mapping[int, int] | None = None,
    hidden: tuple[int, int] = (0, 0),
) -> SheetCells:
    """Join the batches of a sheet; `hidden` counts its hidden rows and columns."""
    table = pa.Table.from_batches(batches, BATCH).combine_chunks()
    rows, columns, tags, values = (
        table.column(name).to_numpy() for name in ("row", "column", "tag", "value")
    )
    texts = table.column("text").combine_chunks()
    values = np.where(tags == TEXT, np.arange(len(values)), values)
    return SheetCells(rows, columns, tags, values, texts, faults, complete, spans or {}, *hidden)


def letters(column: int) -> str:
    """Write a column's letters in spreadsheets: 1 is A, 27 is AA."""
    name = ""
    while column:
        column, digit = divmod(column - 1, 26)
        name = chr(65 + digit) + name
    return name
