"""Cells with individual types, and their spelling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.io.columns.cell_grammar import LARGEST_EXACT
from core.io.columns.cell_tags import BOOLEAN, DATE, NUMBER, TEXT, TIME
from core.io.columns.spelling import shortest


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

    tags: NDArray[np.uint8]
    values: NDArray[np.float64]
    texts: pa.Array


def spelled_cells(cells: TaggedCells) -> pa.Array:
    """Return cells as texts: dates as 2020-01-31, times as 08:30:00, booleans as TRUE and FALSE."""
    tags, values, texts = cells.tags, cells.values, cells.texts
    index = np.where(tags == TEXT, values, len(texts)).astype(np.int64)
    found = pa.concat_arrays([texts, pa.array([""], texts.type)]).take(pa.array(index))
    for tag, spell in _SPELLINGS.items():
        chosen = tags == tag
        if chosen.any():
            spelled = spell(values[chosen]).cast(texts.type)
            found = pc.replace_with_mask(found, pa.array(chosen), spelled)
    return found


def number_of(code: str) -> float | None:
    """Return the number spelled as `code`, or ``None``."""
    try:
        number = float(code)
    except ValueError:
        return None
    return number if _spell_numbers(np.array([number]))[0].as_py() == code else None


def code_of(number: float) -> str:
    """Return a number as text, spelled like the cells."""
    return str(_spell_numbers(np.array([number]))[0])


def _spell_dates(days: NDArray[np.float64]) -> pa.Array:
    parts = np.rint(days * 86_400_000).astype(np.int64)
    stamps = pc.strftime(pa.array(parts).cast(pa.timestamp("ms")), "%Y-%m-%d %H:%M:%S")
    return pc.replace_substring_regex(stamps, r"(?: 00:00:00)?\.000$", "")


def _spell_times(days: NDArray[np.float64]) -> pa.Array:
    """Return durations, to the millisecond, as texts."""
    texts = []
    for part in np.rint(days * 86_400_000).astype(np.int64).tolist():
        seconds, rest = divmod(abs(part), 1000)
        clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        texts.append(f"{'-' if part < 0 else ''}{clock}{f'.{rest:03d}' if rest else ''}")
    return pa.array(texts, pa.string())


def _spell_numbers(values: NDArray[np.float64]) -> pa.Array:
    """Return integers as texts with all digits, other numbers with as few as possible."""
    whole = (np.rint(values) == values) & (np.abs(values) <= LARGEST_EXACT)
    digits = pc.cast(pa.array(np.where(whole, values, 0).astype(np.int64)), pa.string())
    return pc.if_else(pa.array(whole), digits, shortest(values))


_SPELLINGS: dict[int, Callable[[NDArray[np.float64]], pa.Array]] = {
    NUMBER: _spell_numbers,
    DATE: _spell_dates,
    TIME: _spell_times,
    BOOLEAN: lambda values: pa.array(["FALSE", "TRUE"]).take(
        pa.array((values != 0).astype(np.int8))
    ),
}
