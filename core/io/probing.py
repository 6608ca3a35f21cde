"""Looks at a file and guesses how it is laid out."""

from __future__ import annotations

from pathlib import Path

from core.errors import Problem, Refused
from core.io.delimited.csv_sample import CutSample, Sample, cut_sample, read_sample
from core.io.delimited.guess_encoding import guess_encoding
from core.io.delimited.guess_layout import guess_decimal, guess_delimiter, guess_header
from core.io.delimited.guess_missing import guess_missing
from core.io.file_kinds import kind_of
from core.io.file_signs import SIGN_BYTES, sign_of
from core.io.files.input_files import opened, refuse
from core.io.findings import Given, Guess, Probe
from core.io.fixed_width.column_dictionary import dictionary_beside, read_column_dictionary
from core.io.fixed_width.fixed_width_reader import guessed_columns
from core.io.spreadsheets.sheet_probe import probe_sheet
from core.io.typed_tables.table_probe import probe_table
from core.model import FileKind, ReadOptions

# Files of these names are no text, or not what they are called.
_SUFFIXES = frozenset(f".{kind}" for kind in FileKind if not kind.is_text) | {".xlsm"}


def probe(path: Path, given: Given | None = None) -> Probe:
    """Guess a file's kind and layout from samples of it, each guess with a reason.

    What is `given` is not taken over into the guesses, but those that follow from it are made
    by it: a header below a title can only be seen once the title is skipped. Only a sheet that
    is given is the one in the options, because no other is looked at.

    Nothing is raised for what is in the file: what is wrong comes back in `Probe.problems`.
    """
    given = given or Given()
    kind = FileKind.CSV
    try:
        with opened(path) as handle:
            kind = kind_of(handle, path) or kind
            sign = sign_of(handle.read(SIGN_BYTES))
        if kind.is_sheet:
            return probe_sheet(path, kind, given)
        if kind is not FileKind.CSV:
            return probe_table(path, kind)
        if sign or path.suffix.lower() in _SUFFIXES:
            raise refuse(sign or "file-not-as-named", path, suffix=path.suffix)
        return _probe_csv(path, given)
    except Refused as refused:
        return Probe(kind, ReadOptions(), problems=refused.problems)


def _probe_csv(path: Path, given: Given) -> Probe:
    """Guess encoding, delimiter, decimal sign, header and missing codes, in this order."""
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
    return Probe(FileKind.CSV, options, tuple(reasons), problems=_problems(cut, path))


def _fixed_width(
    path: Path, encoding: str, sample: Sample, cut_by: Guess, skip: int
) -> Probe | None:
    """Return what is guessed of text that no sign divides but its places do."""
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
    told = Guess("kind", "guess-kind-fixed-width", value=kind.value)
    reasons = (told, Guess("columns", code, params))
    return Probe(kind, ReadOptions(encoding=encoding, columns=columns), reasons)


def _problems(cut: CutSample, path: Path) -> tuple[Problem, ...]:
    """Say what the sample already shows to be wrong."""
    if cut.problems or cut.records:
        return cut.problems
    return (Problem("sample-no-record", params={"file": path.name}),)
