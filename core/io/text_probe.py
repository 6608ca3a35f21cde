"""Guesses the layout of a text file: delimited or fixed-width."""

from __future__ import annotations

from pathlib import Path

from core.errors import Problem
from core.io.delimited.csv_sample import Sample, cut_sample, read_sample
from core.io.delimited.guess_encoding import guess_encoding
from core.io.delimited.guess_layout import guess_decimal, guess_delimiter
from core.io.findings import DeclaredOptions, Guess, Probe
from core.io.fixed_width.column_dictionary import dictionary_beside, read_column_dictionary
from core.io.fixed_width.fixed_width_reader import guessed_columns
from core.io.guessing.guess_header import guess_header
from core.io.guessing.guess_missing import guess_missing
from core.model import FileKind, ReadOptions


def probe_text(path: Path, given: DeclaredOptions) -> Probe:
    """Return guesses of encoding, delimiter, decimal mark, header and missing codes."""
    encoding, guess = guess_encoding(path)
    reasons: list[Guess] = [Guess("kind", "guess-kind-text", value="csv"), guess]
    sample = read_sample(path, given.encoding or encoding)
    delimiter, guess = guess_delimiter(sample, path.name, given.skip)
    reasons.append(guess)
    fixed = None if given.delimiter else _fixed_width(path, encoding, sample, guess, given.skip)
    if fixed is not None:
        return fixed
    cut = cut_sample(sample, given.delimiter or delimiter, path.name, given.skip)
    decimal, guess = guess_decimal(cut, given.delimiter or delimiter)
    header, header_guess = guess_header(cut, given.decimal or decimal)
    missing, hints = guess_missing(cut, given.decimal or decimal, header)
    reasons += [guess, header_guess, *hints]
    options = ReadOptions(encoding, delimiter, decimal, header, None, missing)
    problems = cut.problems
    if not problems and not cut.records:
        problems = (Problem("sample-no-record", params={"file": path.name}),)
    return Probe(FileKind.CSV, options, tuple(reasons), problems=problems)


def _fixed_width(
    path: Path, encoding: str, sample: Sample, cut_by: Guess, skip: int
) -> Probe | None:
    """Return the guesses for text of fixed width without a delimiter."""
    beside = dictionary_beside(path)
    if beside is None and cut_by.code != "guess-delimiter-single":
        return None
    columns = read_column_dictionary(beside) if beside else guessed_columns(sample.text, skip)
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
