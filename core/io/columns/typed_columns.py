"""Builds typed columns from texts, considering all cells of a column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.columns import cell_grammar
from core.io.columns.distinct_cells import distinct_cells, spread
from core.io.columns.odd_spellings import odd_dates, odd_numbers, odd_texts
from core.io.columns.text_columns import encode_texts
from core.jobs import Job, run_cancellable
from core.model import Column, ColumnKind

Code = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Grammar:
    """How cells are interpreted.

    Attributes
    ----------
    decimal : str
        Decimal sign.
    codes : tuple of str
        Missing codes, compared exactly with whole cells.
    as_text : frozenset of str
        Columns that are always text.
    thousands : str
        Declared thousands mark; empty if there is none.
    dates : str
        Declared ``strftime`` pattern of dates; empty if there is none.
    """

    decimal: str
    codes: tuple[str, ...]
    as_text: frozenset[str] = frozenset()
    thousands: str = ""
    dates: str = ""


def typed_column(
    name: str,
    pieces: list[pa.Array],
    grammar: Grammar,
    row_of: Callable[[int], int],
    job: Job,
) -> Column:
    """Return the column with its kind, values and missing cells.

    - Only whole numbers within int64: ``INTEGER``.
    - Whole and other numbers: ``NUMBER``, unless a whole one is more than a float64 holds.
    - Only dates of one layout: ``DATE``. If day and month can be exchanged (``05/06/2020``), at
      least one date of the column must be unambiguous.
    - Anything else, and a column without any value: ``TEXT``.

    Parameters
    ----------
    name, pieces : str and list of pyarrow.Array of string
        The column's name and its cells, which are taken out of the list to free their memory.
    grammar, row_of, job : Grammar, callable and Job
        How cells are interpreted; returns the file's row of a position; checked for cancellation.

    Raises
    ------
    Refused
        If a column of numbers contains an infinite number, or one that is too small for a float64.
    """
    count = sum(map(len, pieces))
    cells, index = run_cancellable(lambda: _few(pieces), job, count)
    cells, code = run_cancellable(lambda: _without_missing(cells, grammar), job, count)
    missing = code >= 0
    column = None
    if name not in grammar.as_text and not missing.all():
        column = run_cancellable(lambda: _valued(name, cells, missing, grammar, job), job, count)
    if column is None:
        categories, values = encode_texts(cells, job)
        column = Column(name, ColumnKind.TEXT, values, missing, categories)
    column = with_spellings(column, code, grammar.codes)
    if column.kind is ColumnKind.NUMBER:
        _refuse_unheld(column, cells, index, grammar.decimal, row_of)
    return column if index is None else spread(column, index)


def _few(pieces: list[pa.Array]) -> tuple[pa.ChunkedArray, NDArray[np.int32] | None]:
    """Return the distinct cells and the index of each record's, or all cells and ``None``."""
    # In one piece, because small chunks slow down all of the following calls.
    whole = pa.concat_arrays(pa.chunked_array(pieces).cast(pa.large_string()).chunks)
    pieces.clear()
    found = distinct_cells(whole)
    cells, index = (whole, None) if found is None else found
    return pa.chunked_array([cells]), index


def _without_missing(cells: pa.ChunkedArray, grammar: Grammar) -> tuple[pa.ChunkedArray, Code]:
    """Return the cells, null where missing, and the index of each cell's missing code, or -1."""
    found = pc.index_in(cells, pa.array(grammar.codes, cells.type))
    if found.null_count == len(cells):
        return cells, np.full(len(cells), -1, dtype=np.int16)
    cells = pc.if_else(pc.is_null(found), cells, pa.scalar(None, cells.type))
    code: Code = pc.cast(pc.fill_null(found, -1), pa.int16()).to_numpy()
    return cells, code


def _valued(
    name: str, raw: pa.ChunkedArray, missing: NDArray[np.bool_], grammar: Grammar, job: Job
) -> Column | None:
    """Return a column of numbers or dates; ``None`` if it is text."""
    decimal, thousands, cells = grammar.decimal, "", raw
    if grammar.thousands:
        whole_digits = cell_grammar.ungrouped(raw, decimal, grammar.thousands)
        if whole_digits is not None:
            cells, thousands = whole_digits, grammar.thousands
    if cell_grammar.all_integers(cells):
        whole = cell_grammar.integers(cells)
        if whole is None:
            return None
        found = _whole(name, ColumnKind.INTEGER, whole, missing)
        if not thousands:
            return found
        return replace(found, spellings=odd_texts(raw, cells, decimal, thousands, job))
    dated = _dated(cells, grammar.dates)
    if dated:
        found = _whole(name, ColumnKind.DATE, dated[1], missing, dated[0])
        return replace(found, spellings=odd_dates(raw, job))
    return _number(name, raw, cells, missing, decimal, thousands, job)


def _number(
    name: str,
    raw: pa.ChunkedArray,
    cells: pa.ChunkedArray,
    missing: NDArray[np.bool_],
    decimal: str,
    thousands: str,
    job: Job,
) -> Column | None:
    """Return a column of numbers, in `cells` without thousands marks; ``None`` if it is text."""
    usual = cell_grammar.usual_numbers(cells, decimal)
    if usual is None:
        return None
    values, places = np.empty(len(cells)), np.empty(len(cells), dtype=np.int8)
    for some, part in cell_grammar.in_parts(cells):
        job.check()
        if cell_grammar.beyond_float(part, decimal):
            return None
        values[some] = pc.fill_null(cell_grammar.numbers(part, decimal), np.nan).to_numpy()
        places[some] = cell_grammar.decimals(part, decimal, usual[some])
    if thousands:
        usual &= pc.fill_null(pc.equal(raw, cells), True).to_numpy()
    odd = odd_numbers(raw, usual, values, places, decimal, thousands, job)
    observed = places[~missing]
    least, most = int(observed.min()), int(observed.max())
    return Column(
        name,
        ColumnKind.NUMBER,
        values,
        missing,
        decimals=least if least == most and least >= 0 else None,
        cell_decimals=None if least == most else places,
        spellings=odd,
    )


def _dated(cells: pa.ChunkedArray, declared: str) -> tuple[str, pa.ChunkedArray] | None:
    """Return the layout and days of dates: the declared layout, or the only one that fits."""
    days = cell_grammar.declared_dates(cells, declared) if declared else None
    return cell_grammar.dates_of_one_layout(cells) if days is None else (declared, days)


def _whole(
    name: str,
    kind: ColumnKind,
    cells: pa.ChunkedArray,
    missing: NDArray[np.bool_],
    date_format: str = "%Y-%m-%d",
) -> Column:
    """Return a column of integers or days."""
    filled = pc.fill_null(cells, 0) if cells.null_count else cells
    values = filled.to_numpy().astype(np.int64, copy=False)
    return Column(name, kind, values, missing, date_format=date_format)


def _refuse_unheld(
    column: Column,
    cells: pa.ChunkedArray,
    index: NDArray[np.int32] | None,
    decimal: str,
    row_of: Callable[[int], int],
) -> None:
    """Raise `Refused` for numbers that a float64 does not hold, unless it rounds them.

    These are infinite ones, those too large, and those so small that they would be 0.
    """
    vanished = np.flatnonzero(column.values == 0.0)
    nonzero = pc.match_substring_regex(cells.take(pa.array(vanished)), f"^[-0\\{decimal}]*[1-9]")
    vanished = vanished[pc.fill_null(nonzero, False).to_numpy(zero_copy_only=False)]
    for code, cell in (
        ("number-infinite", np.flatnonzero(np.isinf(column.values))),
        ("number-vanishes", vanished),
    ):
        if len(cell):
            at = cell if index is None else np.flatnonzero(np.isin(index, cell))
            where = Where(column.name, row_of(int(at[0])))
            raise Refused(Problem(code, where, {"count": len(at)}))


def with_spellings(column: Column, code: Code, codes: tuple[str, ...]) -> Column:
    """Return the column with the spellings of missing cells, unless all were empty."""
    if not column.missing.any():
        return column
    used = np.unique(code[column.missing])
    if all(codes[c] == "" for c in used):
        return column
    index = np.full(len(codes) + 1, -1, dtype=np.int16)
    index[used] = np.arange(len(used), dtype=np.int16)
    spellings = tuple(codes[c] for c in used)
    return replace(column, missing_text=(spellings, index[code]))
