"""Reads a sheet of a workbook, or guesses its layout and previews its first rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from core.errors import Problem, Refused, Severity
from core.io.columns.column_names import name_problems
from core.io.columns.number_signs import check_thousands
from core.io.columns.tagged_columns import TaggedCells, spelled_cells
from core.io.files.fingerprints import hashed
from core.io.files.input_files import refuse, watched
from core.io.findings import DeclaredOptions, Guess, Preview, Probe
from core.io.guessing.cut_sample import CutSample
from core.io.guessing.guess_header import guess_header
from core.io.guessing.guess_missing import guess_missing
from core.io.guessing.guess_rows_below import MOST_BELOW, guess_rows_below, rows_below_notes
from core.io.spreadsheets.sheet_source import SheetData, SheetRequest, SheetSource
from core.io.spreadsheets.sheet_table import (
    SheetTable,
    fault_problems,
    last_rows,
    sheet_table,
    table_column,
    table_names,
)
from core.jobs import Job
from core.model import Column, Dataset, ReadOptions

# Additional rows to read, for titles and blank rows.
_SPARE_ROWS = 50
_PROBED_ROWS = 500


def probe_sheet(form: SheetSource, path: Path, given: DeclaredOptions) -> Probe:
    """Guess sheet, header and missing codes; see `core.io.reading.probe`."""
    found = _found(form, path, given.sheet, _PROBED_ROWS + given.skip)
    reasons = [Guess("kind", form.guess, value=form.kind.value)]
    if not given.sheet:
        code = "guess-sheet-only" if len(found.sheets) == 1 else "guess-sheet-first"
        params = {"sheet": found.name, "count": len(found.sheets)}
        reasons.append(Guess("sheet", code, params, found.name))
    options = ReadOptions(sheet=found.name)
    table = _sample(found, replace(options, skip=given.skip))
    if table is not None:
        cut = CutSample(table.rows.tolist(), _texts(table), complete=False)
        header, header_guess = guess_header(cut, ".")
        missing, hints = guess_missing(cut, ".", header)
        reasons += [header_guess, *hints]
        if table.cells.complete:
            reasons += guess_rows_below(last_rows(table, MOST_BELOW), len(table.columns))
        options = replace(options, header=header, missing=missing)
    return Probe(form.kind, options, tuple(reasons), found.sheets)


def preview_sheet(form: SheetSource, path: Path, options: ReadOptions, rows: int) -> Preview:
    """Return the first rows of a sheet; see `core.io.reading.preview`."""
    found = _found(form, path, options.sheet, rows + options.skip)
    table = _sample(found, options)
    if table is None:
        return Preview((), (), False)
    lines = _texts(table)
    if not options.header:
        names = tuple(f"column_{i}" for i in range(1, len(table.columns) + 1))
        return Preview(names, lines[:rows], _more(table, lines, rows))
    problems = name_problems(lines[0], int(table.rows[0]))
    return Preview(lines[0], lines[1 : rows + 1], _more(table, lines, rows + 1), problems)


def _more(table: SheetTable, lines: tuple[tuple[str, ...], ...], shown: int) -> bool:
    return len(lines) > shown or not table.cells.complete


def _found(form: SheetSource, path: Path, sheet: str | None, rows: int) -> SheetData:
    return form.find_sheet(SheetRequest(path, sheet, rows + _SPARE_ROWS), Job(), lambda _: None)


def _sample(found: SheetData, options: ReadOptions) -> SheetTable | None:
    """Return the table in the cells read, or ``None`` if there are none."""
    if not (found.cells.rows > options.skip).any():
        return None
    skip_end = options.skip_end if found.cells.complete else 0
    return sheet_table(found.cells, options.header, options.skip, skip_end)


def _texts(table: SheetTable) -> tuple[tuple[str, ...], ...]:
    """Return all rows of a small table as text, header included."""
    columns: list[pa.Array] = []
    for column in table.columns.tolist():
        tags, values = table.column_cells(column)
        columns.append(spelled_cells(TaggedCells(tags, values, table.cells.texts)).to_pylist())
    return tuple(zip(*columns, strict=True))


def read_sheet(
    form: SheetSource, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]
) -> Dataset:
    """Read a sheet, or raise `Refused`; see `core.io.reading.read`."""
    check_thousands(options)
    with watched(path) as handle:
        table, notes = _table(form, path, options, job)
        mark = hashed(handle, path, lambda _: job.check())
    names = table_names(table)
    if not len(table.records):
        raise refuse("file-header-only", path)
    job.start_phase("typing", len(names))
    columns: list[Column] = []
    for name, place in zip(names, table.columns.tolist(), strict=True):
        text = name in as_text
        columns.append(table_column(table, place, name, options, text, job))
        job.update(len(columns))
    rows = table.records
    first = int(rows[0])
    gapless = int(rows[-1]) - first == len(rows) - 1
    return replace(Dataset(tuple(columns), mark, None if gapless else rows, first), notes=notes)


def _table(
    form: SheetSource, path: Path, options: ReadOptions, job: Job
) -> tuple[SheetTable, tuple[Problem, ...]]:
    """Return the table of the chosen sheet, with notes on what is hidden or below it."""
    size = path.stat().st_size
    job.start_phase("reading", size)
    sheet_request = SheetRequest(path, options.sheet)
    found = form.find_sheet(sheet_request, job, lambda share: job.update(int(size * share)))
    problems = fault_problems(found.cells.faults)
    if problems:
        raise Refused(*problems)
    if not len(found.cells.rows):
        raise refuse("sheet-empty", path, sheet=found.name)
    hidden = {"rows-hidden": found.cells.hidden_rows, "columns-hidden": found.cells.hidden_columns}
    notes = tuple(
        Problem(code, params={"count": count}, severity=Severity.NOTE)
        for code, count in hidden.items()
        if count
    )
    table = sheet_table(found.cells, options.header, options.skip, options.skip_end)
    return table, (*notes, *rows_below_notes(last_rows(table, MOST_BELOW), len(table.columns)))
