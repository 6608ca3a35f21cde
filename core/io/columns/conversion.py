"""Converts columns to a kind that the user declared, or that a file of typed cells stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

import core.io.pyarrow_alone  # noqa: F401 - before the first array
from core.array_types import Bools, Floats, Int32s, Ints
from core.errors import Problem, Refused, Severity, Where
from core.io.columns import cell_grammar
from core.io.columns.cell_grammar import LARGEST_EXACT
from core.io.columns.odd_spellings import are_rounded
from core.io.columns.spelling import spell
from core.io.columns.text_columns import arrow_texts, encode_texts
from core.jobs import Job
from core.model import Column, ColumnKind, FileKind, Spellings

_FIRST = 5
_ROWS_AT_ONCE = 50_000


def number_failures(
    column: Column, decimal: str = ".", kind: ColumnKind = ColumnKind.NUMBER
) -> tuple[int, tuple[int, ...]]:
    """Count the present cells that are not numbers (or integers), and find the first of them.

    If the user declares numbers, text cells may have a plus sign and leading zeros.

    Parameters
    ----------
    column : Column
        Of any kind; dates are not numbers.
    kind : ColumnKind
        ``NUMBER``, or ``INTEGER`` for integers (including ``5.0``) within int64.

    Returns
    -------
    tuple of int and tuple of int
        Their number, and the positions of the first five.
    """
    numbers = _numbers(column, decimal)
    fitting = numbers.is_whole if kind is ColumnKind.INTEGER else np.isfinite(numbers.values)
    positions = np.flatnonzero(~fitting & ~column.missing)
    return len(positions), tuple(int(p) for p in positions[:_FIRST])


def as_kind(column: Column, kind: ColumnKind, decimal: str = ".") -> Column:
    """Convert `column` to `kind`; numbers and dates become texts spelled as in the file.

    Raises
    ------
    Refused
        If a cell cannot be converted; see `number_failures`.
    """
    if column.kind is kind:
        return column
    if kind is ColumnKind.TEXT:
        pieces = []
        for start in range(0, len(column), _ROWS_AT_ONCE):
            rows = np.arange(start, min(start + _ROWS_AT_ONCE, len(column)))
            texts = spell(column, rows, False, decimal)
            nulled = pc.if_else(pa.array(column.missing[rows]), pa.scalar(None, pa.string()), texts)
            pieces.append(nulled)
        categories, codes = encode_texts(pa.chunked_array(pieces, pa.string()), Job())
        return _with(column, ColumnKind.TEXT, codes, categories)
    count, _ = number_failures(column, decimal, kind)
    if kind is ColumnKind.DATE and not column.missing.all():
        count = len(column)
    if count:
        raise Refused(Problem(f"column-not-{kind}", Where(column.name), {"count": count}))
    if kind is ColumnKind.NUMBER:
        values = _numbers(column, decimal).values
        is_text = column.kind is ColumnKind.TEXT
        if not is_text:
            beyond = (column.values > LARGEST_EXACT) | (column.values < -LARGEST_EXACT)
            large = int(np.count_nonzero(beyond))
            if large:
                raise Refused(Problem("integers-too-large", Where(column.name), {"count": large}))
        converted = _with(column, ColumnKind.NUMBER, values, decimals=None if is_text else 0)
    else:
        converted = _with(column, kind, _numbers(column, decimal).integers)
    return replace(converted, spellings=_keep_spellings(column, converted, decimal))


def _keep_spellings(column: Column, converted: Column, decimal: str) -> Spellings | None:
    """Keep the original spellings that the values alone would not restore."""
    if column.kind is not ColumnKind.TEXT:
        return column.spellings
    present = ~column.missing
    # Any record of each category.
    used, record = np.unique(column.values[present], return_index=True)
    record = np.flatnonzero(present)[record]
    texts = [column.categories[code] for code in used.tolist()]
    plain: list[str] = []
    for start in range(0, len(record), _ROWS_AT_ONCE):
        plain += spell(converted, record[start : start + _ROWS_AT_ONCE], False, decimal).to_pylist()
    odd = [
        i for i, (text, restored) in enumerate(zip(texts, plain, strict=True)) if text != restored
    ]
    if not odd:
        return None
    index = np.full(len(column.categories) + 1, -1, dtype=np.int32)
    index[used[odd]] = np.arange(len(odd), dtype=np.int32)
    odd_texts = tuple(texts[i] for i in odd)
    lost = are_rounded(odd_texts, decimal)
    if converted.kind is ColumnKind.INTEGER:
        lost[:] = False
    return Spellings(odd_texts, index[column.values], lost, decimal)


def _with(
    column: Column,
    kind: ColumnKind,
    values: Ints | Floats | Int32s,
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
        labels=column.labels,
        stored=column.stored or column.kind,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Numbers:
    """The numeric values of cells, shape (n,) each: NaN, and 0 as integers, where they are none.

    Whole are those within int64.
    """

    values: Floats
    is_whole: Bools
    integers: Ints


def _numbers(column: Column, decimal: str) -> _Numbers:
    """Read the numeric values of a column's cells."""
    if column.kind is ColumnKind.TEXT:
        # An additional text that is not a number represents the missing cells.
        none = pa.array([None], pa.string())
        texts = pa.chunked_array([*arrow_texts(column.categories).chunks, none])
        by_category = _parse(texts, decimal)
        categories = column.values
        return _Numbers(
            by_category.values[categories],
            by_category.is_whole[categories],
            by_category.integers[categories],
        )
    missing = np.ones_like(column.missing) if column.kind is ColumnKind.DATE else column.missing
    values = np.where(missing, np.nan, column.values.astype(np.float64))
    if column.kind is ColumnKind.INTEGER:
        return _Numbers(values, ~missing, np.where(missing, 0, column.values).astype(np.int64))
    is_whole = _is_whole(values)
    return _Numbers(values, is_whole, np.where(is_whole, values, 0).astype(np.int64))


def _is_whole(values: Floats) -> Bools:
    is_whole: Bools = (np.abs(values) < 2.0**63) & (np.rint(values) == values)
    return is_whole


def _parse(texts: pa.ChunkedArray, decimal: str) -> _Numbers:
    """Read the numeric values of texts; integers beyond int64 are not numbers."""
    number = cell_grammar.number_pattern(decimal, lenient=True)
    parsed = cell_grammar.numbers(_only(texts, number), decimal)
    values = pc.fill_null(parsed, np.nan).to_numpy().copy()
    digits = _only(texts, "^[-+]?[0-9]+$")
    runs, is_whole = pc.is_valid(digits).to_numpy(), _is_whole(values)
    values[runs & ~is_whole] = np.nan
    short = pc.if_else(pa.array(is_whole), pc.utf8_ltrim(digits, "+"), None)
    exact = pc.fill_null(pc.cast(short, pa.int64()), 0).to_numpy()
    return _Numbers(
        values, is_whole, np.where(runs, exact, np.where(is_whole, values, 0).astype(np.int64))
    )


def _only(texts: pa.ChunkedArray, pattern: str) -> pa.ChunkedArray:
    """Set texts to null where they do not match."""
    return pc.if_else(pc.match_substring_regex(texts, pattern), texts, None)


def as_stored(column: Column) -> Column:
    """Convert the column to what files of typed cells store.

    Integers that became categories become integers again. Numbers that a float64 cannot represent
    exactly become text: such files store float64, and no digit of a cell released unchanged may
    change.
    """
    if _count_rounded(column):
        return as_kind(column, ColumnKind.TEXT)
    if column.kind is not ColumnKind.TEXT or column.stored is not ColumnKind.INTEGER:
        return column
    plain = all(text == "0" or text.lstrip("-")[:1] in "123456789" for text in column.categories)
    if not plain or not column.categories or number_failures(column, kind=ColumnKind.INTEGER)[0]:
        return column
    return as_kind(column, ColumnKind.INTEGER)


def rounding_problems(columns: Sequence[Column], kind: FileKind) -> tuple[Problem, ...]:
    """List warnings of columns that become text to keep their digits."""
    return tuple(
        Problem(
            "numbers-as-text-for",
            Where(column.name),
            {"kind": kind.value, "count": count},
            Severity.WARNING,
        )
        for column in columns
        if (count := _count_rounded(column))
    )


def _count_rounded(column: Column) -> int:
    """Count the cells whose digits a float64 does not represent."""
    odd = column.spellings
    return int(np.count_nonzero(odd.where_rounded() & ~column.missing)) if odd else 0
