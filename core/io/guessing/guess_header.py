"""Guesses whether the first row of a table is a header."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from core.array_types import Bools
from core.io.columns.cell_grammar import DATE_FORMATS, date_pattern, number_pattern
from core.io.findings import Guess
from core.io.guessing.cut_sample import CutSample

# Further rows and columns add no information.
_ROWS = 1000
_COLUMNS = 200


def are_values(cells: pa.Array, decimal: str) -> Bools:
    """Check whether each of n cells looks like a number or a date; shape (n,)."""
    dates = (date_pattern(layout) for layout in DATE_FORMATS)
    pattern = "|".join((number_pattern(decimal), *dates))
    is_value: Bools = pc.match_substring_regex(cells, pattern).to_numpy(False)
    return is_value


def guess_header(cut: CutSample, decimal: str) -> tuple[bool, Guess]:
    """Check whether the first row is a header, and the reason.

    Texts above numbers or dates indicate a header; numbers or dates in the first row indicate none.
    In a file with only texts, the first row is a header if none of its cells recurs below.
    """
    above, within = 0, 0
    for index in range(min(cut.columns, _COLUMNS)):
        cells = cut.column(index).slice(0, _ROWS + 1)
        first, *below = are_values(cells, decimal).tolist()
        is_header = not first and cells[0].as_py() != ""
        above += is_header and sum(below) * 2 > len(below)
        within += first
    if above or within:
        header = above >= within
        code = "guess-header-above" if header else "guess-header-values"
        return header, Guess("header", code, {"count": above if header else within}, header)
    first = cut.records[0] if cut.records else ()
    below = {cell for record in cut.records[1:_ROWS] for cell in record}
    is_header = all(first) and len(set(first)) == len(first) and not set(first) & below
    code = "guess-header-distinct" if is_header else "guess-header-repeated"
    return is_header, Guess("header", code, {}, is_header)
