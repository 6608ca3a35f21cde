"""Samples and previews the first records of a CSV file, including ragged ones."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from core.errors import Problem, Refused
from core.io.columns.column_names import name_problems
from core.io.delimited.csv_reader import check_options
from core.io.delimited.csv_records import RecordCutter
from core.io.delimited.encodings import text_blocks
from core.io.files.input_files import open_input
from core.io.findings import Preview
from core.io.guessing.cut_sample import CutSample
from core.io.signatures import refuse_other_kinds
from core.model import ReadOptions

SAMPLE_BYTES = 1 << 20

# Longer cells are shortened in the preview.
_SHOWN_LETTERS = 500


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The head of a text file.

    Attributes
    ----------
    text : str
        It may end within a record unless `complete`.
    complete : bool
        Whether this is the whole file.
    problems : tuple of Problem
        Why the text ends early, if it does.
    """

    text: str
    complete: bool
    problems: tuple[Problem, ...] = ()


def read_sample(path: Path, encoding: str) -> Sample:
    """Read the first part of a file; raise `Refused` if it cannot be opened."""
    pieces: list[str] = []
    with open_input(path) as handle:
        complete = os.fstat(handle.fileno()).st_size <= SAMPLE_BYTES
        try:
            for text in text_blocks(handle, path, encoding, lambda _: None, 1 << 16):
                pieces.append(text)
                if handle.tell() >= SAMPLE_BYTES and not complete:
                    break
        except Refused as refused:
            return Sample("".join(pieces), False, refused.problems)
    return Sample("".join(pieces), complete)


def cut_sample(
    sample: Sample, delimiter: str, file: str, skip: int = 0, skip_end: int = 0
) -> CutSample:
    """Split a sample into records, including ragged ones.

    The first `skip` lines are skipped, and the last `skip_end` of the file.
    """
    text, problems = sample.text, sample.problems
    if not sample.complete:
        text = text[: max(text.rfind("\n"), text.rfind("\r", 0, -1)) + 1]
    cutter = RecordCutter(Path(file), delimiter, skip, skip_end if sample.complete else 0)
    numbered_records: list[tuple[int, list[str]]] = []
    try:
        numbered_records.extend(cutter.records([text]))
    except Refused as refused:
        # A quote may be closed after the end of the sample.
        cut_off = not sample.complete and refused.problems[0].code == "quote-unclosed"
        problems += () if cut_off else refused.problems
    if cutter.ragged:
        problems += (cutter.describe_ragged(),)
    lines, records = zip(*numbered_records, strict=True) if numbered_records else ((), ())
    return CutSample(lines, records, sample.complete, cutter.ragged, problems)


def preview_csv(path: Path, options: ReadOptions, rows: int) -> Preview:
    """Read the first records; see `core.io.preview`."""
    check_options(options)
    with open_input(path) as handle:
        refuse_other_kinds(handle, path)
    sample = read_sample(path, options.encoding)
    cut = cut_sample(sample, options.delimiter, path.name, options.skip, options.skip_end)
    header = 1 if options.header else 0
    shown = cut.records[: rows + header]
    records = [tuple(cell[:_SHOWN_LETTERS] for cell in record) for record in shown]
    problems = cut.problems
    if options.header and records:
        problems = (*name_problems(records[0], cut.lines[0]), *problems)
        names = records[0]
    else:
        names = tuple(f"column_{i}" for i in range(1, cut.columns + 1))
    return Preview(names, tuple(records[header:]), problems)
