"""Guesses the sign between two cells."""

from __future__ import annotations

from core.io.csv_sample import CutSample, Sample, cut_sample
from core.io.findings import Guess

# In the order in which they are taken where several would do: signs that are rare in texts and
# in numbers first.
CANDIDATES = ("\t", ";", "|", ",")

_NAMES = {
    "\t": "guess-delimiter-tab",
    ";": "guess-delimiter-semicolon",
    "|": "guess-delimiter-bar",
    ",": "guess-delimiter-comma",
}


def guess_delimiter(sample: Sample, file: str) -> tuple[str, Guess]:
    """Return the delimiter under which all records have equally many cells, and why.

    If there is none, the one that leaves the fewest records out; a text in which no candidate
    cuts the first record is of one column.
    """
    cuts = {sign: cut_sample(sample, sign, file) for sign in CANDIDATES}
    several = [sign for sign in CANDIDATES if cuts[sign].columns > 1]
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
