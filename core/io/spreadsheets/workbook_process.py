"""Reads a sheet of an XLS, XLSB or ODS workbook in a child process."""

from __future__ import annotations

from pathlib import Path

from core.errors import Problem, Refused
from core.io.child_processes.child_process import Messages, in_child
from core.io.files.input_files import refuse
from core.io.spreadsheets.sheet_receiver import received_cells
from core.io.spreadsheets.sheet_source import Reached, SheetData
from core.io.spreadsheets.workbook_child import BookRequest, serve
from core.jobs import Job


def find_workbook_sheet(request: BookRequest, job: Job, reached: Reached) -> SheetData:
    """Return the cells of a sheet, its name and the names of all sheets.

    Raises
    ------
    Refused
        If the workbook cannot be read or has no such sheet.
    Cancelled
        If the job is cancelled; the process has been ended.
    """

    def received(messages: Messages) -> SheetData | None:
        """Return the names of the sheets and the cells, or ``None`` if the reader failed."""
        match messages.next():
            case ("sheets", tuple(names), str(chosen)):
                if chosen not in names:
                    params = {"sheet": chosen, "sheets": names}
                    raise Refused(Problem("sheet-not-found", params=params))
            case _:
                return None
        cells = received_cells(messages, request.rows is None, reached)
        return None if cells is None else SheetData(cells, chosen, names)

    found = in_child(serve, request, received, job)
    if found is None:
        raise refuse("workbook-unreadable", Path(request.path))
    return found
