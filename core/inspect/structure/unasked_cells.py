"""Cells of a column that may mean that the question was not asked: empty, or one certain code."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.array_types import Bools, Floats
from core.model import Column, ColumnKind

# Fewer cells with the same code are answers that happen to be similar.
FEWEST_CELLS = 10
_NEGATIVE_CODE = re.compile(r"-(?:[1-9]|[6-9]{2,6})")
# In surveys 6 to 9, 66 to 99, 666 to 999 ... are codes if they are far above all answers.
_HIGH_CODE = re.compile(r"[6-9]|9{1,5}[5-9]|6{2,6}|7{2,6}|8{2,6}")
_MOST_CODES = 9
_LEAST_GAP = 2.0
_LARGEST_RATIO = 0.9
_INAPPLICABLE = frozenset(
    (
        *("na", "n a", "nap", "not applicable", "does not apply", "inapplicable", "inap", "skip"),
        *("not asked", "not in universe", "niu", "skipped", "legitimate skip", "valid skip"),
        *("nicht zutreffend", "trifft nicht zu", "entfallt", "tnz", "nicht gefragt"),
        *("sans objet", "non concerne", "non applicable", "no aplica", "no procede", "no consta"),
        *("nao se aplica", "non pertinente", "niet van toepassing", "nvt", "n v t"),
    )
)


@dataclass(frozen=True, slots=True, eq=False)
class UnaskedCells:
    """Cells that may mean that the question was not asked.

    Attributes
    ----------
    code : str
        Their spelling in the file; empty for empty cells.
    cells : numpy.ndarray of bool, shape (n,)
        Where they are.
    is_missing : bool
        Whether they are missing, of whatever spelling; refusals may be among them.
    """

    code: str
    cells: Bools
    is_missing: bool


def find_unasked_cells(column: Column) -> Iterator[UnaskedCells]:
    """Yield each set of cells that may mean that the question was not asked.

    All missing cells are one; each of several spellings of missing cells is one; each code among
    the present values is one, unless it is a text of fewer than `FEWEST_CELLS` cells.
    """
    if np.count_nonzero(column.missing) >= FEWEST_CELLS:
        if column.missing_text is None:
            yield UnaskedCells("", column.missing, True)
        else:
            spellings, index = column.missing_text
            times = np.bincount(index[column.missing], minlength=len(spellings))
            used = np.count_nonzero(times)
            spelling = spellings[int(times.argmax())] if used == 1 else ""
            yield UnaskedCells(spelling, column.missing, True)
            for code in np.flatnonzero(times >= FEWEST_CELLS).tolist() if used > 1 else ():
                yield UnaskedCells(spellings[code], column.missing & (index == code), False)
    if column.kind is ColumnKind.TEXT:
        counts = column.count_categories()
        # Of a column of names or numbers of persons no text is frequent enough to be looked at.
        for code in np.flatnonzero(counts >= FEWEST_CELLS).tolist():
            category = column.categories[code]
            # Empty cells of text are a category where they are not declared as missing.
            unaccented = unicodedata.normalize("NFKD", category).encode("ascii", "ignore").decode()
            plain = " ".join(re.findall(r"[a-z]+", unaccented.lower()))
            is_inapplicable = not category or plain in _INAPPLICABLE
            if is_inapplicable or _NEGATIVE_CODE.fullmatch(category.strip()):
                yield UnaskedCells(category, column.values == code, False)
    elif column.kind.is_numeric:
        yield from _numeric_codes(column)


def _numeric_codes(column: Column) -> Iterator[UnaskedCells]:
    present = column.values[~column.missing]
    if not len(present):
        return
    high = _HIGH_CODE.fullmatch(f"{float(present.max()):.15g}")
    if present.min() >= 0 and high is None:
        return
    distinct = np.unique(present).astype(np.float64)
    # Negative values are codes if all look like codes and there are others.
    negative = distinct[distinct < 0.0].tolist()
    if not 0 < len(negative) <= min(_MOST_CODES, len(distinct) - 1) or not all(
        _NEGATIVE_CODE.fullmatch(f"{value:.15g}") for value in negative
    ):
        negative = []
    for code in (*negative, *_high_codes(distinct)):
        yield UnaskedCells(f"{code:.15g}", ~column.missing & (column.values == code), False)


def _high_codes(distinct: Floats) -> list[float]:
    """Find the largest values that are codes, if they are far above all others; ascending."""
    codes: list[float] = []
    top = distinct[-_MOST_CODES - 1 :].tolist()
    for below, value in zip(top[-2::-1], top[:0:-1], strict=True):
        if not _HIGH_CODE.fullmatch(f"{value:.15g}"):
            return []
        codes.insert(0, value)
        if 0.0 <= below <= min(value - _LEAST_GAP, _LARGEST_RATIO * value):
            return codes
    return []
