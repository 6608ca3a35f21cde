"""Reads a sheet of an XLSX workbook."""

from __future__ import annotations

from pathlib import Path

from core.errors import Refused
from core.io.fingerprints import hashed
from core.io.opening import refuse
from core.io.sheet_child import Request
from core.io.sheet_process import sheet_cells
from core.io.sheet_table import SheetTable, fault_problems, sheet_table, table_column, table_names
from core.io.workbook import Workbook, opened_workbook
from core.jobs import Job
from core.model import Column, Dataset, Fingerprint, ReadOptions


def read_xlsx(path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
    """Read a sheet; see `core.io.reading.read`."""
    with opened_workbook(path) as (workbook, handle):
        table = _table(workbook, options, job)
        mark = hashed(handle, path, lambda _: job.check())
    names = table_names(table)
    if not len(table.records):
        raise refuse("file-header-only", path)
    return _dataset(table, names, options, mark, job, as_text)


def _table(workbook: Workbook, options: ReadOptions, job: Job) -> SheetTable:
    """Have the chosen sheet read."""
    sheet = workbook.sheet(options.sheet)
    size = workbook.size(sheet.part)
    job.begin("reading", size)
    request = Request(str(workbook.path.absolute()), sheet.name, sheet.part, size)
    cells = sheet_cells(request, job, lambda share: job.reach(int(size * share)))
    problems = fault_problems(cells.faults)
    if problems:
        raise Refused(*problems)
    if not len(cells.rows):
        raise refuse("sheet-empty", workbook.path, sheet=sheet.name)
    return sheet_table(cells, options.header)


def _dataset(
    table: SheetTable,
    names: tuple[str, ...],
    options: ReadOptions,
    mark: Fingerprint,
    job: Job,
    as_text: frozenset[str],
) -> Dataset:
    """Type the columns one after the other."""
    job.begin("typing", len(names))
    columns: list[Column] = []
    for name, place in zip(names, table.columns.tolist(), strict=True):
        text = name in as_text
        columns.append(table_column(table, place, name, options.missing, text, job))
        job.reach(len(columns))
    rows = table.records
    first = int(rows[0])
    gapless = int(rows[-1]) - first == len(rows) - 1
    return Dataset(tuple(columns), mark, None if gapless else rows, first)
