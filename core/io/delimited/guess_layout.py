"""Guesses the delimiter and the decimal mark of a CSV file."""

from __future__ import annotations

import pyarrow.compute as pc

from core.io.columns.cell_grammar import INTEGER, number_pattern
from core.io.delimited.csv_sample import Sample, cut_sample
from core.io.findings import Guess
from core.io.guessing.cut_sample import CutSample

# Further columns add no information.
_COLUMNS = 200

# In order of preference if several fit: characters that are rare in texts and numbers first.
_DELIMITERS = ("\t", ";", "|", ",")

_NAMES = {
    "\t": "guess-delimiter-tab",
    ";": "guess-delimiter-semicolon",
    "|": "guess-delimiter-bar",
    ",": "guess-delimiter-comma",
}


def guess_delimiter(sample: Sample, file: str, skip: int = 0) -> tuple[str, Guess]:
    """Return the delimiter with which all records have the same number of cells, and the reason.

    If there is none, the one with the fewest ragged records. A text in which no candidate splits
    the first record has one column. The first `skip` lines are skipped.
    """
    cuts = {sign: cut_sample(sample, sign, file, skip) for sign in _DELIMITERS}
    several = [sign for sign in _DELIMITERS if cuts[sign].columns > 1]
    if not several:
        return ",", Guess("delimiter", "guess-delimiter-single", {}, ",")
    best = min(several, key=lambda sign: cuts[sign].ragged / len(cuts[sign].records))
    cut = cuts[best]
    if cut.ragged:
        params = {"count": cut.ragged, "columns": cut.columns}
        return best, Guess("delimiter", "guess-delimiter-mostly", params, best)
    params = {"count": cut.columns, "rows": len(cut.records)}
    return best, Guess("delimiter", _NAMES[best], params, best)


def guess_decimal(cut: CutSample, delimiter: str) -> tuple[str, Guess]:
    """Return the decimal mark with which more cells are numbers, and the reason."""
    if delimiter == ",":
        return ".", Guess("decimal", "guess-decimal-delimiter", {}, ".")
    # The cells that are numbers but not integers.
    found = {".": 0, ",": 0}
    for sign in found:
        for index in range(min(cut.columns, _COLUMNS)):
            cells = cut.column(index)
            number = pc.match_substring_regex(cells, number_pattern(sign))
            whole = pc.match_substring_regex(cells, INTEGER)
            found[sign] += pc.sum(pc.and_not(number, whole)).as_py() or 0
    best = "," if found[","] > found["."] else "."
    if not found[best]:
        return ".", Guess("decimal", "guess-decimal-none", {}, ".")
    code = "guess-decimal-comma" if best == "," else "guess-decimal-point"
    return best, Guess("decimal", code, {"count": found[best]}, best)
