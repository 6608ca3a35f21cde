"""Shows the first records of a file under given options."""

from __future__ import annotations

from pathlib import Path

from core.errors import Refused
from core.io.columns.column_names import name_problems
from core.io.delimited.csv_reader import check_options
from core.io.delimited.csv_sample import cut_sample, read_sample
from core.io.file_signs import refuse_other_kinds
from core.io.files.input_files import opened
from core.io.findings import Preview
from core.io.fixed_width.fixed_width_reader import preview_fixed_width
from core.io.spreadsheets.sheet_probe import preview_sheet
from core.io.typed_tables.table_probe import preview_table
from core.model import FileKind, ReadOptions

# Longer cells are cut for showing.
_SHOWN_LETTERS = 500


def preview(path: Path, kind: FileKind, options: ReadOptions, rows: int = 50) -> Preview:
    """Return the first `rows` records as text.

    Only the head of the file is looked at. Nothing is raised for what is wrong with the file or
    the options: problems come back in the result, with the records that could be cut.
    """
    try:
        if kind.is_sheet:
            return preview_sheet(path, kind, options, rows)
        if kind is FileKind.FIXED_WIDTH:
            return preview_fixed_width(path, options, rows)
        if kind is FileKind.CSV:
            return _preview_csv(path, options, rows)
        return preview_table(path, kind, options, rows)
    except Refused as refused:
        return Preview((), (), False, refused.problems)


def _preview_csv(path: Path, options: ReadOptions, rows: int) -> Preview:
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
