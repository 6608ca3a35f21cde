"""Builds a table from the filled cells of a sheet.

Rows and columns without any filled cell are left out. The first remaining row is the header. In a
sheet with one column, an empty cell between filled ones is a record, as in a CSV file with one
column.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bytes, Floats, Ints
from core.errors import Problem, Refused, Where
from core.io.columns.cell_tags import EMPTY
from core.io.columns.column_names import check_names
from core.io.columns.tagged_columns import (
    TaggedCells,
    codes_of,
    spell_cells,
    type_tagged,
    with_spelled_numbers,
)
from core.io.columns.typed_columns import with_spellings
from core.io.spreadsheets.sheet_cells import SheetCells, SheetFaults, letters
from core.jobs import Job
from core.model import Column, ReadOptions


@dataclass(frozen=True, slots=True, eq=False)
class SheetTable:
    """A table in a sheet.

    Attributes
    ----------
    rows, columns : numpy.ndarray of int64
        Rows and columns of the sheet that belong to the table, ascending, counted from 1.
    order : numpy.ndarray of int64, shape (c,)
        Positions of the filled cells, column by column.
    ends : numpy.ndarray of int64, shape (m,)
        Number of filled cells up to the end of each column.
    """

    cells: SheetCells
    rows: Ints
    columns: Ints
    header: bool
    order: NDArray[Any]
    ends: Ints

    @property
    def records(self) -> Ints:
        """Rows of the sheet with records, shape (n,)."""
        return self.rows[1:] if self.header else self.rows

    def column_cells(self, column: int) -> tuple[Bytes, Floats]:
        """Read tags and values of a column, header included; both of shape (n + 1,)."""
        # Looking through all cells for each of 16,384 columns would take most of the time.
        position = int(np.searchsorted(self.columns, column))
        chosen = self.order[self.ends[position - 1] if position else 0 : self.ends[position]]
        row_positions = np.searchsorted(self.rows, self.cells.rows[chosen])
        tags = np.zeros(len(self.rows), dtype=np.uint8)
        values = np.zeros(len(self.rows))
        tags[row_positions], values[row_positions] = (
            self.cells.tags[chosen],
            self.cells.values[chosen],
        )
        return tags, values


def sheet_table(cells: SheetCells, header: bool, skip: int = 0, skip_end: int = 0) -> SheetTable:
    """Build the table, without the first `skip` rows and the last `skip_end` filled ones.

    Raises
    ------
    Refused
        If nothing remains.
    """
    if skip or skip_end:
        cells = cells.between(skip, skip_end)
        if not len(cells.rows):
            raise Refused(Problem("rows-all-skipped", params={"count": skip + skip_end}))
    rows = np.unique(cells.rows).astype(np.int64)
    columns, filled = np.unique(cells.columns, return_counts=True)
    if len(columns) == 1:
        rows = np.arange(rows[0], rows[-1] + 1)
    order = np.argsort(cells.columns, kind="stable")
    return SheetTable(cells, rows, columns.astype(np.int64), header, order, np.cumsum(filled))


def table_names(table: SheetTable) -> tuple[str, ...]:
    """Read the columns' names; raise `Refused` if some are empty or repeated."""
    if not table.header:
        return check_names(None, len(table.columns), 1)
    is_first = table.cells.rows == table.rows[0]
    places = table.cells.columns[is_first]
    cells = TaggedCells(table.cells.tags[is_first], table.cells.values[is_first], table.cells.texts)
    texts = spell_cells(cells)
    text_by_column = dict(zip(places.tolist(), texts.to_pylist(), strict=True))
    names = tuple(text_by_column.get(column, "") for column in table.columns.tolist())
    row = int(table.rows[0])
    problems = []
    for column, name in zip(table.columns.tolist(), names, strict=True):
        if not name.strip():
            tags, _ = table.column_cells(column)
            first = int(table.rows[int(np.argmax(tags != EMPTY))])
            params = {"letters": letters(column), "first": first}
            problems.append(Problem("sheet-column-unnamed", Where(row=row), params))
    if problems:
        raise Refused(*problems[:5])
    return check_names(names, len(names), row)


def fault_problems(faults: SheetFaults) -> tuple[Problem, ...]:
    """List problems of unreadable cells: errors such as #DIV/0!, formulas without a value."""
    problems = [
        Problem("cells-in-error", Where(row=row), {"count": count, "letters": letters(column)})
        for column, (count, row) in sorted(faults.errors.items())
    ]
    if faults.formulas:
        params = {"count": faults.formulas, "letters": letters(faults.formula_column)}
        position = Where(row=faults.formula_row)
        problems.append(Problem("formulas-without-value", position, params))
    return tuple(problems)


def last_rows(table: SheetTable, count: int) -> list[list[str]]:
    """Spell the filled cells of the last rows."""
    rows = table.rows[-count:]
    chosen = table.cells.rows >= rows[0]
    tags, values = table.cells.tags[chosen], table.cells.values[chosen]
    spelled = spell_cells(TaggedCells(tags, values, table.cells.texts)).to_pylist()
    places = np.searchsorted(rows, table.cells.rows[chosen])
    return [[spelled[cell] for cell in np.flatnonzero(places == row)] for row in range(len(rows))]


def table_column(
    table: SheetTable, column: int, name: str, options: ReadOptions, as_text: bool, job: Job
) -> Column:
    """Build a typed column; see `core.io.columns.tagged_columns`."""
    skip, codes = 1 if table.header else 0, options.missing
    tags, values = table.column_cells(column)
    cells = TaggedCells(tags[skip:], values[skip:], table.cells.texts)
    code = codes_of(cells, codes)
    if options.thousands and not as_text:
        cells = with_spelled_numbers(cells, code >= 0, options.decimal, options.thousands)
    column_of_cells = type_tagged(
        name, cells, code >= 0, as_text, lambda i: int(table.records[i]), job
    )
    # A preview may have a header without records.
    shared = len(table.records) > 0 and table.cells.spans.get(column, 0) >= table.records[0]
    return replace(with_spellings(column_of_cells, code, codes), shared_cells=bool(shared))
