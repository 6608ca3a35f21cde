"""Makes a table of the filled cells of a sheet.

Rows and columns without any filled cell are left out, at the edges and between. The first row
that is left is the header. In a sheet of one column an empty cell between filled ones is a
record, as in a CSV file of one column.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.cell_grammar import LARGEST_EXACT
from core.io.column_names import checked_names
from core.io.sheet_cells import (
    BOOLEAN,
    DATE,
    EMPTY,
    NUMBER,
    TEXT,
    TIME,
    SheetCells,
    SheetFaults,
    letters,
)
from core.io.spelling import shortest
from core.io.text_columns import encode_texts
from core.io.typed_columns import with_spellings
from core.jobs import Job
from core.model import Column, ColumnKind


@dataclass(frozen=True, slots=True, eq=False)
class SheetTable:
    """A table in a sheet.

    Attributes
    ----------
    cells : SheetCells
        The filled cells.
    rows, columns : numpy.ndarray of int64
        Rows and columns of the sheet that belong to the table, ascending, counted from 1.
    header : bool
        Whether the first of the rows holds the names.
    """

    cells: SheetCells
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    header: bool

    @property
    def records(self) -> NDArray[np.int64]:
        """Rows of the sheet that hold records."""
        return self.rows[1:] if self.header else self.rows

    def column_cells(self, column: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """Return tags and values of a column, header included."""
        chosen = self.cells.columns == column
        at = np.searchsorted(self.rows, self.cells.rows[chosen])
        tags = np.zeros(len(self.rows), dtype=np.uint8)
        values = np.zeros(len(self.rows))
        tags[at], values[at] = self.cells.tags[chosen], self.cells.values[chosen]
        return tags, values


def sheet_table(cells: SheetCells, header: bool) -> SheetTable:
    """Find the rows and columns of the table."""
    rows = np.unique(cells.rows).astype(np.int64)
    columns = np.unique(cells.columns).astype(np.int64)
    if len(columns) == 1:
        rows = np.arange(rows[0], rows[-1] + 1)
    return SheetTable(cells, rows, columns, header)


def table_names(table: SheetTable) -> tuple[str, ...]:
    """Return the columns' names; raise `Refused` if some are empty or repeated."""
    if not table.header:
        return checked_names(None, len(table.columns), 1)
    names = header_cells(table)
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
    return checked_names(names, len(names), row)


def header_cells(table: SheetTable) -> tuple[str, ...]:
    """Return the first row as text."""
    first = table.cells.rows == table.rows[0]
    columns = table.cells.columns[first]
    texts = spelled_cells(table.cells.tags[first], table.cells.values[first], table.cells.texts)
    found = dict(zip(columns.tolist(), texts.to_pylist(), strict=True))
    return tuple(found.get(column, "") for column in table.columns.tolist())


def spelled_cells(
    tags: NDArray[np.uint8], values: NDArray[np.float64], texts: pa.Array
) -> pa.Array:
    """Return cells as text: dates as 2020-01-31, times as 08:30:00, truth as TRUE and FALSE."""
    index = np.where(tags == TEXT, values, len(texts)).astype(np.int64)
    found = pa.concat_arrays([texts, pa.array([""], pa.string())]).take(pa.array(index))
    for tag, spell in _SPELLINGS.items():
        chosen = tags == tag
        if chosen.any():
            found = pc.replace_with_mask(found, pa.array(chosen), spell(values[chosen]))
    return found


def _spell_dates(days: NDArray[np.float64]) -> pa.Array:
    seconds = np.rint(days * 86_400).astype(np.int64)
    stamps = pc.strftime(pa.array(seconds).cast(pa.timestamp("s")), "%Y-%m-%d %H:%M:%S")
    return pc.replace_substring_regex(stamps, " 00:00:00$", "")


def _spell_times(days: NDArray[np.float64]) -> pa.Array:
    seconds = np.rint(days * 86_400).astype(np.int64)
    texts = [
        f"{'-' if s < 0 else ''}{abs(s) // 3600:02d}:{abs(s) // 60 % 60:02d}:{abs(s) % 60:02d}"
        for s in seconds.tolist()
    ]
    return pa.array(texts, pa.string())


def _spell_truth(values: NDArray[np.float64]) -> pa.Array:
    return pa.array(["FALSE", "TRUE"]).take(pa.array((values != 0).astype(np.int8)))


def _spell_numbers(values: NDArray[np.float64]) -> pa.Array:
    """Spell whole numbers with all their digits, others with as few as possible."""
    whole = (np.rint(values) == values) & (np.abs(values) <= LARGEST_EXACT)
    digits = pc.cast(pa.array(np.where(whole, values, 0).astype(np.int64)), pa.string())
    return pc.if_else(pa.array(whole), digits, shortest(values))


_SPELLINGS: dict[int, Callable[[NDArray[np.float64]], pa.Array]] = {
    NUMBER: _spell_numbers,
    DATE: _spell_dates,
    TIME: _spell_times,
    BOOLEAN: _spell_truth,
}


def fault_problems(faults: SheetFaults) -> tuple[Problem, ...]:
    """Say which cells cannot be read: errors such as #DIV/0!, formulas without a value."""
    problems = [
        Problem("cells-in-error", Where(row=row), {"count": count, "letters": letters(column)})
        for column, (count, row) in sorted(faults.errors.items())
    ]
    if faults.formulas:
        params = {"count": faults.formulas, "letters": letters(faults.formula_column)}
        where = Where(row=faults.formula_row)
        problems.append(Problem("formulas-without-value", where, params))
    return tuple(problems)


def table_column(
    table: SheetTable, column: int, name: str, codes: tuple[str, ...], as_text: bool, job: Job
) -> Column:
    """Return a typed column.

    Only whole numbers that a float64 holds exactly: ``INTEGER``. Numbers: ``NUMBER``. Dates
    without a time of day: ``DATE``. Anything else, mixtures among them: ``TEXT``.
    """
    skip = 1 if table.header else 0
    tags, values = table.column_cells(column)
    tags, values = tags[skip:], values[skip:]
    code = _codes(tags, values, table.cells.texts, codes)
    missing = code >= 0
    kind = ColumnKind.TEXT if as_text else _kind(tags[~missing], values[~missing])
    if kind is ColumnKind.TEXT:
        texts = spelled_cells(tags, values, table.cells.texts)
        nulled = pc.if_else(pa.array(missing), pa.scalar(None, pa.string()), texts)
        categories, indices = encode_texts(pa.chunked_array([nulled]), job)
        made = Column(name, kind, indices, missing, categories)
    elif kind is ColumnKind.NUMBER:
        _refuse_infinite(table, name, values)
        made = Column(name, kind, np.where(missing, np.nan, values), missing)
    else:
        made = Column(name, kind, np.where(missing, 0, values).astype(np.int64), missing)
    return with_spellings(made, code, codes)


def _refuse_infinite(table: SheetTable, name: str, values: NDArray[np.float64]) -> None:
    """Raise if there are numbers beyond what a float64 holds."""
    infinite = np.isinf(values)
    count = int(np.count_nonzero(infinite))
    if count:
        row = int(table.records[int(np.argmax(infinite))])
        raise Refused(Problem("number-infinite", Where(name, row), {"count": count}))


def _kind(tags: NDArray[np.uint8], values: NDArray[np.float64]) -> ColumnKind:
    whole = bool((np.rint(values) == values).all() and (np.abs(values) <= LARGEST_EXACT).all())
    if not len(tags) or not (tags == tags[0]).all():
        return ColumnKind.TEXT
    if tags[0] == NUMBER:
        return ColumnKind.INTEGER if whole else ColumnKind.NUMBER
    return ColumnKind.DATE if tags[0] == DATE and whole else ColumnKind.TEXT


def _codes(
    tags: NDArray[np.uint8], values: NDArray[np.float64], texts: pa.Array, codes: tuple[str, ...]
) -> NDArray[np.int16]:
    """Return which missing code each cell is, or -1.

    A code that is written like a number stands for the number, too.
    """
    found = np.full(len(tags), -1, dtype=np.int16)
    text = tags == TEXT
    for index, code in enumerate(codes):
        if code == "":
            found[tags == EMPTY] = index
            continue
        same = pc.fill_null(pc.equal(texts, code), False).to_numpy(zero_copy_only=False)
        if same.any():
            found[text] = np.where(same[values[text].astype(np.int64)], index, found[text])
        number = _as_number(code)
        if number is not None:
            found[(tags == NUMBER) & (values == number)] = index
    return found


def _as_number(code: str) -> float | None:
    """Return the number that spells itself as `code`, if there is one."""
    try:
        number = float(code)
    except ValueError:
        return None
    return number if _spell_numbers(np.array([number]))[0].as_py() == code else None
