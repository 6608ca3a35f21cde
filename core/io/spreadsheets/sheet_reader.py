"""Reads a sheet of a workbook, or guesses its layout and previews its first rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from core.errors import Problem, Refused, Severity
from core.io.columns.column_names import name_problems
from core.io.columns.number_signs import check_thousands
from core.io.columns.tagged_columns import TaggedCells, spell_cells
from core.io.files.fingerprints import hash_file
from core.io.files.input_files import open_watched, refuse
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


def probe_sheet(form: SheetSource, path: Path, declared: DeclaredOptions) -> Probe:
    """Guess sheet, header and missing codes; see `core.io.reading.probe`."""
    sheet = _find_sheet(form, path, declared.sheet, _PROBED_ROWS + declared.skip)
    reasons = [Guess("kind", form.guess, value=form.kind.value)]
    if not declared.sheet:
        code = "guess-sheet-only" if len(sheet.sheets) == 1 else "guess-sheet-first"
        params = {"sheet": sheet.name, "count": len(sheet.sheets)}
        reasons.append(Guess("sheet", code, params, sheet.name))
    options = ReadOptions(sheet=sheet.name)
    table = _sample(sheet, replace(options, skip=declared.skip))
    if table is not None:
        cut = CutSample(table.rows.tolist(), _texts(table), complete=False)
        header, header_guess = guess_header(cut, ".")
        missing, hints = guess_missing(cut, ".", header)
        reasons += [header_guess, *hints]
        if table.cells.complete:
            reasons += guess_rows_below(last_rows(table, MOST_BELOW), len(table.columns))
        options = replace(options, header=header, missing=missing)
    return Probe(form.kind, options, tuple(reasons), sheet.sheets)


def preview_sheet(form: SheetSource, path: Path, options: ReadOptions, rows: int) -> Preview:
    """Read the first rows of a sheet; see `core.io.reading.preview`."""
    sheet = _find_sheet(form, path, options.sheet, rows + options.skip)
    table = _sample(sheet, options)
    if table is None:
        return Preview((), ())
    lines = _texts(table)
    if not options.header:
        names = tuple(f"column_{i}" for i in range(1, len(table.columns) + 1))
        return Preview(names, lines[:rows])
    problems = name_problems(lines[0], int(table.rows[0]))
    return Preview(lines[0], lines[1 : rows + 1], problems)


def _find_sheet(form: SheetSource, path: Path, sheet: str | None, rows: int) -> SheetData:
    return form.find_sheet(SheetRequest(path, sheet, rows + _SPARE_ROWS), Job(), lambda _: None)


def _sample(sheet: SheetData, options: ReadOptions) -> SheetTable | None:
    """Find the table in the cells read, or ``None`` if there are none."""
    if not (sheet.cells.rows > options.skip).any():
        return None
    skip_end = options.skip_end if sheet.cells.complete else 0
    return sheet_table(sheet.cells, options.header, options.skip, skip_end)


def _texts(table: SheetTable) -> tuple[tuple[str, ...], ...]:
    """Read all rows of a small table as text, header included."""
    columns: list[pa.Array] = []
    for column in table.columns.tolist():
        tags, values = table.column_cells(column)
        columns.append(spell_cells(TaggedCells(tags, values, table.cells.texts)).to_pylist())
    return tuple(zip(*columns, strict=True))


def read_sheet(
    form: SheetSource, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]
) -> Dataset:
    """Read a sheet, or raise `Refused`; see `core.io.reading.read`."""
    check_thousands(options)
    with open_watched(path) as handle:
        table, notes = _table(form, path, options, job)
        mark = hash_file(handle, path, lambda _: job.check())
    names = table_names(table)
    if not len(table.records):
        raise refuse("file-header-only", path)
    job.start_phase("typing", len(names))
    columns: list[Column] = []
    for name, column in zip(names, table.columns.tolist(), strict=True):
        text = name in as_text
        columns.append(table_column(table, column, name, options, text, job))
        job.update(len(columns))
    rows = table.records
    first = int(rows[0])
    gapless = int(rows[-1]) - first == len(rows) - 1
    return replace(Dataset(tuple(columns), mark, None if gapless else rows, first), notes=notes)


def _table(
    form: SheetSource, path: Path, options: ReadOptions, job: Job
) -> tuple[SheetTable, tuple[Problem, ...]]:
    """Read the table of the chosen sheet, with notes on what is hidden or below it."""
    size = path.stat().st_size
    job.start_phase("reading", size)
    sheet_request = SheetRequest(path, options.sheet)
    sheet = form.find_sheet(sheet_request, job, lambda share: job.update(int(size * share)))
    problems = fault_problems(sheet.cells.faults)
    if problems:
        raise Refused(*problems)
    if not len(sheet.cells.rows):
        raise refuse("sheet-empty", path, sheet=sheet.name)
    hidden = {"rows-hidden": sheet.cells.hidden_rows, "columns-hidden": sheet.cells.hidden_columns}
    notes = tuple(
        Problem(code, params={"count": count}, severity=Severity.NOTE)
        for code, count in hidden.items()
        if count
    )
    table = sheet_table(sheet.cells, options.header, options.skip, options.skip_end)
    return table, (*notes, *rows_below_notes(last_rows(table, MOST_BELOW), len(table.columns)))
