"""Turns a column into another kind when the user says that it is one."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io import cell_grammar
from core.io.cell_grammar import LARGEST_EXACT
from core.io.spelling import spelled
from core.io.text_columns import encode_texts
from core.jobs import Job
from core.model import Column, ColumnKind

_FIRST = 5
_ROWS_AT_ONCE = 50_000


def number_failures(
    column: Column, decimal: str = ".", kind: ColumnKind = ColumnKind.NUMBER
) -> tuple[int, tuple[int, ...]]:
    """Count the present cells that are not numbers (or not whole numbers).

    Where the user declares numbers, a plus sign and leading zeros may stand in text cells.

    Parameters
    ----------
    column : Column
        Of any kind; dates are no numbers.
    decimal : str
        Decimal sign of the file.
    kind : ColumnKind
        ``NUMBER``, or ``INTEGER`` for whole numbers (``5.0`` is one) within int64.

    Returns
    -------
    tuple of int and tuple of int
        How many, and the positions of the first five.
    """
    failing = ~_is_number(column, decimal, kind) & ~column.missing
    positions = np.flatnonzero(failing)
    return len(positions), tuple(int(p) for p in positions[:_FIRST])


def as_kind(column: Column, kind: ColumnKind, decimal: str = ".") -> Column:
    """Return `column` as `kind`; numbers and dates become text spelled as in the file.

    Raises
    ------
    Refused
        If a cell cannot be turned; `number_failures` says which.
    """
    if column.kind is kind:
        return column
    if kind is ColumnKind.TEXT:
        return _as_text(column, decimal)
    count, _ = number_failures(column, decimal, kind)
    if kind is ColumnKind.DATE and not column.missing.all():
        count = len(column)
    if count:
        raise Refused(Problem(f"column-not-{kind}", Where(column.name), {"count": count}))
    if kind is ColumnKind.NUMBER:
        return _as_number(column, decimal)
    return _with(column, kind, _whole(column, decimal))


def _with(
    column: Column,
    kind: ColumnKind,
    values: NDArray[np.int64] | NDArray[np.float64] | NDArray[np.int32],
    categories: tuple[str, ...] = (),
    decimals: int | None = None,
) -> Column:
    """Return the column with other values but the same missing cells."""
    return Column(
        column.name,
        kind,
        values,
        column.missing,
        categories,
        decimals,
        missing_text=column.missing_text,
    )


def _is_number(column: Column, decimal: str, kind: ColumnKind) -> NDArray[np.bool_]:
    """Tell of each cell whether it is a number of that kind."""
    if column.kind is ColumnKind.DATE:
        return np.zeros(len(column), dtype=np.bool_)
    if kind is not ColumnKind.INTEGER:
        if column.kind is ColumnKind.TEXT:
            numeric, _, numbers = _parsed(column, decimal)
            return (numeric & np.isfinite(numbers))[column.values]
        return np.ones(len(column), dtype=np.bool_)
    if column.kind is ColumnKind.TEXT:
        numeric, _, numbers = _parsed(column, decimal)
        return (numeric & _is_whole(numbers))[column.values]
    return _is_whole(column.values.astype(np.float64)) | (column.kind is ColumnKind.INTEGER)


def _is_whole(numbers: NDArray[np.float64]) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):
        whole: NDArray[np.bool_] = (np.abs(numbers) < 2.0**63) & (np.rint(numbers) == numbers)
    return whole


def _parsed(
    column: Column, decimal: str
) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.float64]]:
    """Parse the categories of a text column; one more entry stands for missing cells.

    Returns
    -------
    tuple of numpy.ndarray, shape (c + 1,)
        Whether each is a number, its value if it is written as a whole one, its value.
    """
    texts = pa.chunked_array([[*column.categories, None]], pa.string())
    numbers = cell_grammar.numbers(
        _only(texts, cell_grammar.number_pattern(decimal, lenient=True)), decimal
    )
    values: NDArray[np.float64] = pc.fill_null(numbers, np.nan).to_numpy()
    long = ~(np.abs(values) < 2.0**63)
    digits = _only(pc.if_else(pa.array(long), None, texts), "^[-+]?[0-9]+$")
    whole = pc.cast(pc.utf8_ltrim(digits, "+"), pa.int64())
    runs = pc.match_substring_regex(texts, "^[-+]?[0-9]+$")
    numeric = pc.fill_null(pc.and_not(pc.is_valid(numbers), pc.and_(runs, pa.array(long))), False)
    return numeric.to_numpy(), pc.fill_null(whole, 0).to_numpy(), values


def _only(texts: pa.ChunkedArray, pattern: str) -> pa.ChunkedArray:
    """Return the texts, null where they do not match."""
    return pc.if_else(pc.match_substring_regex(texts, pattern), texts, None)


def _as_number(column: Column, decimal: str) -> Column:
    """Return numbers; whole ones that a float64 does not hold are refused."""
    if column.kind is ColumnKind.TEXT:
        numbers = _parsed(column, decimal)[2][column.values]
        return _with(column, ColumnKind.NUMBER, numbers)
    values = column.values
    large = int(np.count_nonzero((values > LARGEST_EXACT) | (values < -LARGEST_EXACT)))
    if large:
        raise Refused(Problem("integers-too-large", Where(column.name), {"count": large}))
    numbers = np.where(column.missing, np.nan, values.astype(np.float64))
    return _with(column, ColumnKind.NUMBER, numbers, decimals=0)


def _whole(column: Column, decimal: str) -> NDArray[np.int64]:
    """Return whole numbers; 0 where missing."""
    if column.kind is ColumnKind.TEXT:
        numeric, integers, numbers = _parsed(column, decimal)
        exact = np.where(integers != 0, integers, np.where(numeric, numbers, 0).astype(np.int64))
        return exact[column.values]
    return np.where(column.missing, 0, column.values).astype(np.int64)


def _as_text(column: Column, decimal: str) -> Column:
    """Spell numbers or dates as in the file."""
    pieces = []
    for start in range(0, len(column), _ROWS_AT_ONCE):
        rows = np.arange(start, min(start + _ROWS_AT_ONCE, len(column)))
        texts = spelled(column, rows, False, decimal)
        pieces.append(_nulled(texts, column.missing[rows]))
    categories, values = encode_texts(pa.chunked_array(pieces, pa.string()), Job())
    return _with(column, ColumnKind.TEXT, values, categories)


def _nulled(texts: pa.Array, missing: NDArray[np.bool_]) -> pa.Array:
    return pc.if_else(pa.array(missing), pa.scalar(None, pa.string()), texts)
