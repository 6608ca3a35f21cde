"""Guesses the sign between two cells, the decimal sign and whether there is a header."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.io.columns.cell_grammar import DATE_FORMATS, INTEGER, date_pattern, number_pattern
from core.io.delimited.csv_sample import CutSample, Sample, cut_sample
from core.io.findings import Guess

# More rows and columns say nothing new.
_ROWS = 1000
_COLUMNS = 200

# In the order in which they are taken where several would do: signs that are rare in texts and
# in numbers first.
_DELIMITERS = ("\t", ";", "|", ",")

_NAMES = {
    "\t": "guess-delimiter-tab",
    ";": "guess-delimiter-semicolon",
    "|": "guess-delimiter-bar",
    ",": "guess-delimiter-comma",
}


def guess_delimiter(sample: Sample, file: str, skip: int = 0) -> tuple[str, Guess]:
    """Return the delimiter under which all records have equally many cells, and why.

    If there is none, the one that leaves the fewest records out; a text in which no candidate
    cuts the first record is of one column. `skip` lines at the top are left out.
    """
    cuts = {sign: cut_sample(sample, sign, file, skip) for sign in _DELIMITERS}
    several = [sign for sign in _DELIMITERS if cuts[sign].columns > 1]
    if not several:
        return ",", Guess("delimiter", "guess-delimiter-single", {}, ",")
    best = min(several, key=lambda sign: _ragged_share(cuts[sign]))
    cut = cuts[best]
    if cut.ragged:
        params = {"count": cut.ragged, "columns": cut.columns}
        return best, Guess("delimiter", "guess-delimiter-mostly", params, best)
    params = {"count": cut.columns, "rows": len(cut.records)}
    return best, Guess("delimiter", _NAMES[best], params, best)


def _ragged_share(cut: CutSample) -> float:
    return cut.ragged / len(cut.records)


def valued(cells: pa.Array, decimal: str) -> NDArray[np.bool_]:
    """Tell of each of n cells whether it is written like a number or a date; shape (n,)."""
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
    for index in range(min(cut.columns, _COLUMNS)):
        cells = cut.column(index)
        number = pc.match_substring_regex(cells, number_pattern(decimal))
        whole = pc.match_substring_regex(cells, INTEGER)
        count += pc.sum(pc.and_not(number, whole)).as_py() or 0
    return count


def guess_header(cut: CutSample, decimal: str) -> tuple[bool, Guess]:
    """Return whether the first row is a header, and why.

    Texts above numbers or dates speak for names, numbers or dates in the first row against
    them. In a file of texts alone the first row holds names if none of it stands again below.
    """
    above, within = 0, 0
    for index in range(min(cut.columns, _COLUMNS)):
        cells = cut.column(index).slice(0, _ROWS + 1)
        first, *below = valued(cells, decimal).tolist()
        named = not first and cells[0].as_py() != ""
        above += named and sum(below) * 2 > len(below)
        within += first
    if above or within:
        return _by_numbers(above, within)
    return _by_texts(cut)


def _by_numbers(above: int, within: int) -> tuple[bool, Guess]:
    header = above >= within
    code = "guess-header-above" if header else "guess-header-values"
    return header, Guess("header", code, {"count": above if header else within}, header)


def _by_texts(cut: CutSample) -> tuple[bool, Guess]:
    first = cut.records[0] if cut.records else ()
    below = {cell for record in cut.records[1:_ROWS] for cell in record}
    named = all(first) and len(set(first)) == len(first) and not set(first) & below
    code = "guess-header-distinct" if named else "guess-header-repeated"
    return named, Guess("header", code, {}, named)
