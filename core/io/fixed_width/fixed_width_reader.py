"""Reads fixed-width text with a dictionary of its columns."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from core.errors import Problem, Refused, Where
from core.io.columns.column_names import MOST_COLUMNS, check_names
from core.io.delimited.csv_reader import Cut, check_options, dataset_of, gather, grammar_of
from core.io.delimited.csv_records import columns_of, whole_lines
from core.io.delimited.csv_sample import read_sample
from core.io.delimited.encodings import HashedText
from core.io.delimited.last_lines import without_last_lines
from core.io.files.input_files import open_input, open_watched, refuse
from core.io.findings import Preview
from core.io.signatures import refuse_other_kinds
from core.jobs import Job
from core.model import Dataset, FixedColumn, Labels, ReadOptions

_RECORDS_AT_ONCE = 300
_WIDEST = 1_000_000


def check_columns(options: ReadOptions, path: Path) -> None:
    """Raise `Refused` unless the columns have names and positions."""
    check_options(replace(options, delimiter=ReadOptions().delimiter, decimal="."))
    if not options.columns:
        raise refuse("columns-not-told", path)
    if len(options.columns) > MOST_COLUMNS:
        params = {"file": path.name, "count": len(options.columns), "most": MOST_COLUMNS}
        raise Refused(Problem("columns-too-many", params=params))
    for column in options.columns:
        if column.start < 1 or column.width < 1 or column.start + column.width > _WIDEST:
            raise Refused(Problem("column-without-place", Where(column.name)))
    check_names([column.name for column in options.columns], len(options.columns), None)


def read_fixed_width(
    path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]
) -> Dataset:
    """Read a fixed-width file, or raise `Refused`; see `core.io.reading.read`."""
    check_columns(options, path)
    names = tuple(column.name.strip() for column in options.columns)
    cut = Cut(names, [[] for _ in names])
    with open_watched(path) as handle:
        refuse_other_kinds(handle, path)
        text = HashedText(handle, path, options.encoding, job)
        records = cut_fixed_records(text.blocks, options, path)
        while chunk := list(islice(records, _RECORDS_AT_ONCE)):
            lines, cells = zip(*chunk, strict=True)
            gather(cut, lines, columns_of(cells))
    if not cut.lines:
        raise refuse("file-empty", path)
    dataset = dataset_of(cut, grammar_of(options, as_text), text.fingerprint(), job)
    columns = (
        replace(column, labels=Labels(declared.label)) if declared.label else column
        for column, declared in zip(dataset.columns, options.columns, strict=True)
    )
    return replace(dataset, columns=tuple(columns))


def cut_fixed_records(
    blocks: Iterable[str], options: ReadOptions, path: Path
) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with its line, without blanks around cells and without blank lines.

    Raises
    ------
    Refused
        At a tab or a NUL, after which positions are uncertain.
    """
    cell_ranges = [slice(c.start - 1, c.start - 1 + c.width) for c in options.columns]
    number = 0
    for text in without_last_lines(whole_lines(blocks, path), options.skip_end):
        for line in io.StringIO(text, newline=""):
            number += 1
            if number <= options.skip or not line.strip():
                continue
            if "\t" in line or "\0" in line:
                code = "text-has-nul" if "\0" in line else "text-has-tab"
                raise Refused(Problem(code, Where(row=number), {"file": path.name}))
            bare = line.rstrip("\r\n")
            yield number, [bare[cell_range].strip() for cell_range in cell_ranges]


def preview_fixed_width(path: Path, options: ReadOptions, rows: int) -> Preview:
    """Read the first records; see `core.io.reading.preview`."""
    with open_input(path) as handle:
        refuse_other_kinds(handle, path)
    check_columns(options, path)
    sample = read_sample(path, options.encoding)
    skip_end = options.skip_end if sample.complete else 0
    numbered_records = cut_fixed_records([sample.text], replace(options, skip_end=skip_end), path)
    records = tuple(tuple(record) for _, record in islice(numbered_records, rows + 1))
    names = tuple(column.name for column in options.columns)
    return Preview(names, records[:rows], sample.problems)


def guess_columns(text: str, skip: int = 0) -> tuple[FixedColumn, ...]:
    """Guess the columns between positions blank in all lines; empty if line lengths differ.

    All lines must have the same length, which is rare in other texts. The first `skip` lines are
    skipped.
    """
    lines = [line for line in text.splitlines()[skip:] if line.strip()]
    if len(lines) < _FEWEST_LINES or len({len(line) for line in lines}) != 1:
        return ()
    filled = [
        any(signs) for signs in zip(*([s != " " for s in line] for line in lines), strict=True)
    ]
    columns: list[FixedColumn] = []
    begin = None
    for position, is_filled in enumerate([*filled, False], start=1):
        if is_filled and begin is None:
            begin = position
        elif not is_filled and begin is not None:
            columns.append(FixedColumn(f"column_{len(columns) + 1}", begin, position - begin))
            begin = None
    return tuple(columns) if len(columns) > 1 else ()


_FEWEST_LINES = 5
