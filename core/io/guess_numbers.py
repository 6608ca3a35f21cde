"""Guesses the decimal sign, and which cells of a sample are numbers or dates."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.io.cell_grammar import DATE_FORMATS, INTEGER, date_pattern, number_pattern
from core.io.csv_sample import CutSample
from core.io.findings import Guess


def valued(cells: pa.Array, decimal: str) -> NDArray[np.bool_]:
    """Tell of each cell whether it is written like a number or a date."""
    dates = (date_pattern(layout) for layout in DATE_FORMATS)
    pattern = "|".join((number_pattern(decimal), *dates))
    found: NDArray[np.bool_] = pc.match_substring_regex(cells, pattern).to_numpy(False)
    return found


def guess_decimal(cut: CutSample, delimiter: str) -> tuple[str, Guess]:
    """Return the decimal sign under which more cells are numbers, and why."""
    if delimiter == ",":
        return ".", Guess("decimal", "guess-decimal-delimiter", {}, ".")
    found = {sign: _fractions(cut, sign) for sign in (".", ",")}
    best = "," if found[","] > found["."] else "."
    if not found[best]:
        return ".", Guess("decimal", "guess-decimal-none", {}, ".")
    code = "guess-decimal-comma" if best == "," else "guess-decimal-point"
    return best, Guess("decimal", code, {"count": found[best]}, best)


def _fractions(cut: CutSample, decimal: str) -> int:
    """Count the cells that are numbers, but no whole ones."""
    count = 0
    for index in range(min(cut.columns, 100)):
        cells = cut.column(index)
        number = pc.match_substring_regex(cells, number_pattern(decimal))
        whole = pc.match_substring_regex(cells, INTEGER)
        count += pc.sum(pc.and_not(number, whole)).as_py() or 0
    return count
