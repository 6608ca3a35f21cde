"""Cells with individual types, their spelling, and the typed columns built from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

import core.io.pyarrow_alone  # noqa: F401 - before the first array
from core.array_types import Bools, Bytes, Floats
from core.errors import Problem, Refused, Where
from core.io.columns.cell_grammar import (
    FIRST_DAY,
    LARGEST_EXACT,
    LAST_DAY,
    beyond_float,
    numbers,
    remove_thousands,
)
from core.io.columns.cell_tags import BOOLEAN, DATE, EMPTY, NUMBER, TEXT, TIME
from core.io.columns.spelling import shortest
from core.io.columns.text_columns import encode_texts
from core.jobs import Job
from core.model import Column, ColumnKind


@dataclass(frozen=True, slots=True, eq=False)
class TaggedCells:
    """The cells of a column, each with its type.

    Attributes
    ----------
    tags : numpy.ndarray of uint8, shape (n,)
        Type of each cell (`core.io.columns.cell_tags`).
    values : numpy.ndarray of float64, shape (n,)
        Number, days, 0 or 1, or the index of a text in `texts`.
    texts : pyarrow.Array of string
        Texts; no cell refers to the nulls.
    """

    tags: Bytes
    values: Floats
    texts: pa.Array


def spell_cells(cells: TaggedCells) -> pa.Array:
    """Write cells as texts: dates as 2020-01-31, times as 08:30:00, booleans as TRUE and FALSE."""
    tags, values, texts = cells.tags, cells.values, cells.texts
    index = np.where(tags == TEXT, values, len(texts)).astype(np.int64)
    spellings = pa.concat_arrays([texts, pa.array([""], texts.type)]).take(pa.array(index))
    for tag, spell in _SPELLINGS.items():
        chosen = tags == tag
        if chosen.any():
            chosen_spellings = spell(values[chosen]).cast(texts.type)
            spellings = pc.replace_with_mask(spellings, pa.array(chosen), chosen_spellings)
    return spellings


def number_of(code: str) -> float | None:
    """Return the number spelled as `code`, or ``None``."""
    try:
        number = float(code)
    except ValueError:
        return None
    return number if _spell_numbers(np.array([number]))[0].as_py() == code else None


def code_of(number: float) -> str:
    """Spell a number like the cells."""
    return str(_spell_numbers(np.array([number]))[0])


def _spell_dates(days: Floats) -> pa.Array:
    parts = np.rint(days * 86_400_000).astype(np.int64)
    stamps = pc.strftime(pa.array(parts).cast(pa.timestamp("ms")), "%Y-%m-%d %H:%M:%S")
    return pc.replace_substring_regex(stamps, r"(?: 00:00:00)?\.000$", "")


def _spell_times(days: Floats) -> pa.Array:
    """Write durations, to the millisecond, as texts."""
    texts = []
    for milliseconds in np.rint(days * 86_400_000).astype(np.int64).tolist():
        seconds, thousandths = divmod(abs(milliseconds), 1000)
        clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        fraction = f".{thousandths:03d}" if thousandths else ""
        texts.append(f"{'-' if milliseconds < 0 else ''}{clock}{fraction}")
    return pa.array(texts, pa.string())


def _spell_numbers(values: Floats) -> pa.Array:
    """Write integers as texts with all digits, other numbers with as few as possible."""
    is_integer = (np.rint(values) == values) & (np.abs(values) <= LARGEST_EXACT)
    digits = pc.cast(pa.array(np.where(is_integer, values, 0).astype(np.int64)), pa.string())
    return pc.if_else(pa.array(is_integer), digits, shortest(values))


_SPELLINGS: dict[int, Callable[[Floats], pa.Array]] = {
    NUMBER: _spell_numbers,
    DATE: _spell_dates,
    TIME: _spell_times,
    BOOLEAN: lambda values: pa.array(["FALSE", "TRUE"]).take(
        pa.array((values != 0).astype(np.int8))
    ),
}


def type_tagged(
    name: str,
    cells: TaggedCells,
    missing: Bools,
    as_text: bool,
    row_of: Callable[[int], int],
    job: Job,
) -> Column:
    """Build a typed column.

    Only integers that a float64 represents exactly: ``INTEGER``. Numbers: ``NUMBER``. Dates without
    a time of day: ``DATE``. Anything else, including mixtures: ``TEXT``.

    Parameters
    ----------
    missing : numpy.ndarray of bool, shape (n,)
        Which cells are missing.
    as_text, row_of, job : bool, callable and Job
        Whether to return a text column; returns the file's row of a position; checked for
        cancellation.

    Raises
    ------
    Refused
        If a number is infinite, or a date or time lies outside the calendar.
    """
    tags, values = cells.tags, cells.values
    # A date outside the years 1 to 9999, or such a long duration.
    dated = (values >= FIRST_DAY) & (values < LAST_DAY + 1)
    timed = np.abs(values) <= LAST_DAY - FIRST_DAY
    beyond: Bools = ((tags == DATE) & ~dated) | ((tags == TIME) & ~timed)
    refuse_undated(name, beyond & ~missing, row_of)
    kind, filled_tags, filled_values = ColumnKind.TEXT, tags[~missing], values[~missing]
    if not as_text and len(filled_tags) and (filled_tags == filled_tags[0]).all():
        are_whole = bool(
            (np.rint(filled_values) == filled_values).all()
            and (np.abs(filled_values) <= LARGEST_EXACT).all()
        )
        if filled_tags[0] == NUMBER:
            kind = ColumnKind.INTEGER if are_whole else ColumnKind.NUMBER
        elif filled_tags[0] == DATE and are_whole:
            kind = ColumnKind.DATE
    if kind is ColumnKind.TEXT:
        texts = spell_cells(cells)
        nulled = pc.if_else(pa.array(missing), pa.scalar(None, texts.type), texts)
        categories, indices = encode_texts(pa.chunked_array([nulled]), job)
        return Column(name, kind, indices, missing, categories)
    if kind is ColumnKind.NUMBER:
        refuse_infinite(name, np.where(missing, 0, values), row_of)
        return Column(name, kind, np.where(missing, np.nan, values), missing)
    return Column(name, kind, np.where(missing, 0, values).astype(np.int64), missing)


def with_spelled_numbers(
    cells: TaggedCells, missing: Bools, decimal: str, thousands: str
) -> TaggedCells:
    """Take texts for the numbers that they spell, unless a cell of the column is no number.

    Parameters
    ----------
    cells, missing : TaggedCells and numpy.ndarray of bool, shape (n,)
        The cells, and which of them are missing.
    """
    is_text = (cells.tags == TEXT) & ~missing
    if not is_text.any() or not np.isin(cells.tags[~missing], (TEXT, NUMBER)).all():
        return cells
    places = cells.values[is_text].astype(np.int64)
    texts = pa.chunked_array([cells.texts.take(pa.array(places)).cast(pa.large_string())])
    plain = remove_thousands(texts, decimal, thousands)
    if plain is None or beyond_float(plain, decimal):
        return cells
    tags, values = cells.tags.copy(), cells.values.copy()
    tags[is_text], values[is_text] = NUMBER, numbers(plain, decimal).to_numpy()
    return TaggedCells(tags, values, cells.texts)


def refuse_infinite(name: str, values: Floats, row_of: Callable[[int], int]) -> None:
    """Raise `Refused` for numbers beyond the range of a float64."""
    infinite = np.isinf(values)
    count = int(np.count_nonzero(infinite))
    if count:
        row = row_of(int(np.argmax(infinite)))
        raise Refused(Problem("number-infinite", Where(name, row), {"count": count}))


def refuse_undated(name: str, beyond: Bools, row_of: Callable[[int], int]) -> None:
    """Raise `Refused` if any cell is marked in `beyond` as a date outside the calendar."""
    count = int(np.count_nonzero(beyond))
    if count:
        row = row_of(int(np.argmax(beyond)))
        raise Refused(Problem("date-beyond-calendar", Where(name, row), {"count": count}))


def codes_of(cells: TaggedCells, codes: tuple[str, ...]) -> NDArray[np.int16]:
    """Find the index of each cell's missing code, or -1; shape (n,).

    A code that is spelled like a number also matches the number.
    """
    code_index = np.full(len(cells.tags), -1, dtype=np.int16)
    text = cells.tags == TEXT
    for index, code in enumerate(codes):
        if code == "":
            code_index[cells.tags == EMPTY] = index
            continue
        same = pc.fill_null(pc.equal(cells.texts, code), False).to_numpy(zero_copy_only=False)
        if same.any():
            positions = cells.values[text].astype(np.int64)
            code_index[text] = np.where(same[positions], index, code_index[text])
        number = number_of(code)
        if number is not None:
            code_index[(cells.tags == NUMBER) & (cells.values == number)] = index
    return code_index
