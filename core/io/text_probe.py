"""Guesses the layout of a text file: fixed-width, or delimited by what, and its decimal mark."""

from __future__ import annotations

from pathlib import Path

import pyarrow.compute as pc

from core.errors import Problem
from core.io.columns.cell_grammar import INTEGER, number_pattern
from core.io.delimited.csv_sample import Sample, cut_sample, read_sample
from core.io.delimited.guess_encoding import guess_encoding
from core.io.findings import DeclaredOptions, Guess, Probe
from core.io.fixed_width.column_dictionary import dictionary_beside, read_column_dictionary
from core.io.fixed_width.fixed_width_reader import guess_columns
from core.io.guessing.cut_sample import CutSample
from core.io.guessing.guess_header import guess_header
from core.io.guessing.guess_missing import guess_missing
from core.io.guessing.guess_rows_below import guess_rows_below
from core.model import FileKind, ReadOptions

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


def probe_text(path: Path, declared: DeclaredOptions) -> Probe:
    """Guess encoding, delimiter, decimal mark, header and missing codes."""
    encoding, guess = guess_encoding(path)
    reasons: list[Guess] = [Guess("kind", "guess-kind-text", value="csv"), guess]
    sample = read_sample(path, declared.encoding or encoding)
    delimiter, guess, cut = guess_delimiter(sample, path.name, declared.skip)
    reasons.append(guess)
    fixed = (
        None
        if declared.delimiter
        else _probe_fixed_width(path, encoding, sample, guess, declared.skip)
    )
    if fixed is not None:
        return fixed
    if declared.delimiter and declared.delimiter != delimiter:
        cut = cut_sample(sample, declared.delimiter, path.name, declared.skip)
    decimal, guess = guess_decimal(cut, declared.delimiter or delimiter)
    header, header_guess = guess_header(cut, declared.decimal or decimal)
    missing, hints = guess_missing(cut, declared.decimal or decimal, header)
    below = guess_rows_below(cut.records, cut.columns) if cut.complete else ()
    reasons += [guess, header_guess, *hints, *below]
    options = ReadOptions(encoding, delimiter, decimal, header, None, missing)
    problems = cut.problems
    if not problems and not cut.records:
        problems = (Problem("sample-no-record", params={"file": path.name}),)
    return Probe(FileKind.CSV, options, tuple(reasons), problems=problems)


def _probe_fixed_width(
    path: Path, encoding: str, sample: Sample, cut_by: Guess, skip: int
) -> Probe | None:
    """Guess the columns of text of fixed width without a delimiter."""
    beside = dictionary_beside(path)
    if beside is None and cut_by.code != "guess-delimiter-single":
        return None
    columns = read_column_dictionary(beside) if beside else guess_columns(sample.text, skip)
    if not columns:
        return None
    kind = FileKind.FIXED_WIDTH
    code = "guess-columns-beside" if beside else "guess-columns-blank"
    params: dict[str, object] = {"count": len(columns)}
    if beside:
        params["file"] = beside.name
    kind_guess = Guess("kind", "guess-kind-fixed-width", value=kind.value)
    reasons = (kind_guess, Guess("columns", code, params))
    return Probe(kind, ReadOptions(encoding=encoding, columns=columns), reasons)


def guess_delimiter(sample: Sample, file: str, skip: int = 0) -> tuple[str, Guess, CutSample]:
    """Guess the delimiter with which all records have the same number of cells.

    If there is none, the one with the fewest ragged records. A text in which no candidate splits
    the first record has one column. The first `skip` lines are skipped.

    Returns
    -------
    delimiter : str
    guess : Guess
        The reason.
    cut : CutSample
        The records with this delimiter.
    """
    cuts = {sign: cut_sample(sample, sign, file, skip) for sign in _DELIMITERS}
    several = [sign for sign in _DELIMITERS if cuts[sign].columns > 1]
    if not several:
        return ",", Guess("delimiter", "guess-delimiter-single", {}, ","), cuts[","]
    best = min(several, key=lambda sign: cuts[sign].ragged / len(cuts[sign].records))
    cut = cuts[best]
    if cut.ragged:
        params = {"count": cut.ragged, "columns": cut.columns}
        return best, Guess("delimiter", "guess-delimiter-mostly", params, best), cut
    params = {"count": cut.columns, "rows": len(cut.records)}
    return best, Guess("delimiter", _NAMES[best], params, best), cut


def guess_decimal(cut: CutSample, delimiter: str) -> tuple[str, Guess]:
    """Guess the decimal mark with which more cells are numbers, and the reason."""
    if delimiter == ",":
        return ".", Guess("decimal", "guess-decimal-delimiter", {}, ".")
    # The cells that are numbers but not integers.
    decimal_counts = {".": 0, ",": 0}
    for sign in decimal_counts:
        for index in range(min(cut.columns, _COLUMNS)):
            cells = cut.column(index)
            number = pc.match_substring_regex(cells, number_pattern(sign))
            is_integer = pc.match_substring_regex(cells, INTEGER)
            decimal_counts[sign] += pc.sum(pc.and_not(number, is_integer)).as_py() or 0
    best = "," if decimal_counts[","] > decimal_counts["."] else "."
    if not decimal_counts[best]:
        return ".", Guess("decimal", "guess-decimal-none", {}, ".")
    code = "guess-decimal-comma" if best == "," else "guess-decimal-point"
    return best, Guess("decimal", code, {"count": decimal_counts[best]}, best)
