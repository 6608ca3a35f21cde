"""Previews the first records of a CSV file."""

from __future__ import annotations

from pathlib import Path

from core.io.columns.column_names import name_problems
from core.io.delimited.csv_reader import check_options
from core.io.delimited.csv_sample import cut_sample, read_sample
from core.io.files.input_files import opened
from core.io.findings import Preview
from core.io.signatures import refuse_other_kinds
from core.model import ReadOptions

# Longer cells are shortened in the preview.
_SHOWN_LETTERS = 500


def preview_csv(path: Path, options: ReadOptions, rows: int) -> Preview:
    """Return the first records; see `core.io.preview`."""
    check_options(options)
    with opened(path) as handle:
        refuse_other_kinds(handle, path)
    sample = read_sample(path, options.encoding)
    cut = cut_sample(sample, options.delimiter, path.name, options.skip)
    header = 1 if options.header else 0
    shown = cut.records[: rows + header]
    records = [tuple(cell[:_SHOWN_LETTERS] for cell in record) for record in shown]
    problems = cut.problems
    if options.header and records:
        problems = (*name_problems(records[0], cut.lines[0]), *problems)
        names = records[0]
    else:
        names = tuple(f"column_{i}" for i in range(1, cut.columns + 1))
    more = len(cut.records) > len(shown) or not cut.complete
    return Preview(names, tuple(records[header:]), more, problems)
