"""Reads a sheet of an XLSX workbook in a child process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.io.child_processes.child_process import Messages, in_child
from core.io.files.input_files import refuse
from core.io.spreadsheets.sheet_cells import SheetCells
from core.io.spreadsheets.sheet_source import Reached, SheetData, SheetRequest
from core.io.spreadsheets.workbook_process import receive_cells
from core.io.spreadsheets.xlsx.xlsx_child import Request, serve
from core.io.spreadsheets.xlsx.xlsx_engines import Engine
from core.io.spreadsheets.xlsx.xlsx_workbook import open_workbook
from core.jobs import Job


def find_xlsx_sheet(sheet_request: SheetRequest, job: Job, reached: Reached) -> SheetData:
    """Read the cells of a sheet, its name and the names of all sheets."""
    with open_workbook(sheet_request.path) as (workbook, _):
        sheet = workbook.sheet(sheet_request.sheet)
        request = Request(
            str(sheet_request.path.absolute()),
            sheet.name,
            sheet.part,
            workbook.size(sheet.part),
            workbook.styles,
            workbook.shared,
            workbook.from_1904,
            sheet_request.rows,
        )
        cells = sheet_cells(request, job, reached)
        return SheetData(
            cells, sheet.name, tuple(sheet_part.name for sheet_part in workbook.sheets)
        )


def sheet_cells(request: Request, job: Job, reached: Reached) -> SheetCells:
    """Read the cells of a sheet.

    If the fast reader fails, the other one is used.

    Parameters
    ----------
    reached : callable
        Called with the finished share of the work, 0 to 1.

    Raises
    ------
    Refused
        If the sheet cannot be read.
    Cancelled
        If the job is cancelled; the process has been ended.
    """
    cells = _attempt(request, job, reached)
    if cells is None and request.engine is not Engine.OPENPYXL:
        cells = _attempt(replace(request, engine=Engine.OPENPYXL), job, reached)
    if cells is None:
        raise refuse("workbook-unreadable", Path(request.path))
    return cells


def _attempt(request: Request, job: Job, reached: Reached) -> SheetCells | None:
    """Read the cells from one run of the process, or ``None`` if it failed."""

    def take(messages: Messages) -> SheetCells | None:
        is_whole_sheet = request.rows is None
        return receive_cells(messages, is_whole_sheet, reached, request.unpacked)

    return in_child(serve, request, take, job)
