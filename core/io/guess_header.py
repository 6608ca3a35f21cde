"""Guesses whether the first row holds column names."""

from __future__ import annotations

from core.io.csv_sample import CutSample
from core.io.findings import Guess
from core.io.guess_numbers import DATES, NUMERIC, column_cells
from core.kernels import cells

# More rows and columns say nothing new.
_ROWS = 1000
_COLUMNS = 200


def guess_header(cut: CutSample, decimal: str) -> tuple[bool, Guess]:
    """Return whether the first row is a header, and why.

    Texts above numbers or dates speak for names, numbers or dates in the first row against
    them. In a file of texts alone the first row holds names if none of it stands again below.
    """
    above, within = 0, 0
    for index in range(min(cut.columns, _COLUMNS)):
        classes, _ = column_cells(cut, index, decimal, ("",))
        valued = [c in NUMERIC or c in DATES for c in classes[: _ROWS + 1].tolist()]
        named = bool(len(classes) and classes[0] == cells.TEXT)
        above += named and sum(valued[1:]) * 2 > len(valued[1:])
        within += bool(valued[:1] and valued[0])
    if above or within:
        return _by_numbers(above, within)
    return _by_texts(cut)


def _by_numbers(above: int, within: int) -> tuple[bool, Guess]:
    header = above >= within
    code = "guess-header-above" if header else "guess-header-values"
    return header, Guess("header", code, {"count": above if header else within}, header)


def _by_texts(cut: CutSample) -> tuple[bool, Guess]:
    first = cut.record(0) if cut.records else ()
    shown = min(cut.records, _ROWS)
    below = {cell for i in range(1, shown) for cell in cut.record(i)}
    named = all(first) and len(set(first)) == len(first) and not set(first) & below
    code = "guess-header-distinct" if named else "guess-header-repeated"
    return named, Guess("header", code, {}, named)
