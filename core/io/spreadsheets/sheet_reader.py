"""Reads a sheet of a workbook."""

from __future__ import annotations

from dataclasses import replace

from core.errors import Problem, Refused, Severity
from core.io.files.fingerprints import hashed
from core.io.files.input_files import refuse, watched
from core.io.spreadsheets.sheet_source import SheetFile, SheetRequest
from core.io.spreadsheets.sheet_table import (
    SheetTable,
    fault_problems,
    sheet_table,
    table_column,
    table_names,
)
from core.jobs import Job
from core.model import Column, Dataset, ReadOptions


def read_sheet(file: SheetFile, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
    """Read a sheet, or raise `Refused`; see `core.io.reading.read`."""
    path = file.path
    with watched(path) as handle:
        table, notes = _table(file, options, job)
        mark = hashed(handle, path, lambda _: job.check())
    names = table_names(table)
    if not len(table.records):
        raise refuse("file-header-only", path)
    job.start_phase("typing", len(names))
    columns: list[Column] = []
    for name, place in zip(names, table.columns.tolist(), strict=True):
        text = name in as_text
        columns.append(table_column(table, place, name, options.missing, text, job))
        job.update(len(columns))
    rows = table.records
    first = int(rows[0])
    gapless = int(rows[-1]) - first == len(rows) - 1
    return replace(Dataset(tuple(columns), mark, None if gapless else rows, first), notes=notes)


def _table(
    file: SheetFile, options: ReadOptions, job: Job
) -> tuple[SheetTable, tuple[Problem, ...]]:
    """Return the table of the chosen sheet, with a note on hidden rows and columns."""
    size = file.path.stat().st_size
    job.start_phase("reading", size)
    sheet_request = SheetRequest(file.path, options.sheet)
    found = file.find(sheet_request, job, lambda share: job.update(int(size * share)))
    problems = fault_problems(found.cells.faults)
    if problems:
        raise Refused(*problems)
    if not len(found.cells.rows):
        raise refuse("sheet-empty", file.path, sheet=found.name)
    hidden = {"rows-hidden": found.cells.hidden_rows, "columns-hidden": found.cells.hidden_columns}
    notes = tuple(
        Problem(code, params={"count": count}, severity=Severity.NOTE)
        for code, count in hidden.items()
        if count
    )
    return sheet_table(found.cells, options.header, options.skip), notes
