"""Reads a sheet of an XLS or ODS workbook in a child process.

The child sends ``("sheets", names, chosen)``, then ``("bytes", n)`` during the scan,
``("scanned", faults, last_row, spans)``, ``("block", row)`` followed by a batch of cells, and
``("done", complete, hidden)``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import pyarrow as pa

from core.errors import Problem, Refused
from core.io.child_processes.child_process import Messages, in_child
from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library, serving
from core.io.files.input_files import refuse
from core.io.spreadsheets.merged_cells import fill_merged, spans
from core.io.spreadsheets.sheet_cells import SheetCells, SheetFaults, join_batches
from core.io.spreadsheets.sheet_source import Reached, SheetData
from core.io.spreadsheets.workbook_protocol import OpenBook
from core.io.spreadsheets.xlsx.xlsx_child import send_rows
from core.jobs import Job

_MEMORY = 5 << 30


@dataclass(frozen=True, slots=True)
class BookRequest:
    """A request for all or about `rows` rows of a sheet.

    `open` opens the workbook; the child process imports its module. Without a name the first
    visible sheet is read.
    """

    path: str
    open: OpenBook
    sheet: str | None
    rows: int | None = None


def serve(request: BookRequest, connection: Connection) -> None:
    """Read the file and send its cells."""
    with serving(connection, _MEMORY) as sender:
        book = request.open(request.path)
        names = tuple(name for name, _ in book.sheets)
        if len(set(names)) < len(names):
            raise CannotRead("sheet-twice")
        if not names:
            raise CannotRead("workbook-without-sheet")
        first_visible = next((name for name, visible in book.sheets if visible), names[0])
        chosen = request.sheet or first_visible
        sender.message("sheets", names, chosen)
        if chosen not in names:
            return
        sheet = book.sheet(chosen)
        sender.message("scanned", sheet.faults, sheet.last_row, spans(sheet.merges))
        if sheet.faults != SheetFaults({}) and request.rows is None:
            return
        hidden = sheet.hidden_rows, sheet.hidden_columns
        with library("workbook-damaged"):
            send_rows(fill_merged(sheet.rows, sheet.merges), request.rows, sender, hidden)


def receive_cells(
    messages: Messages, is_whole_sheet: bool, reached: Callable[[float], None], unpacked: int = 0
) -> SheetCells | None:
    """Read the cells from all messages, or ``None`` if the reader failed.

    Parameters
    ----------
    whole, reached : bool and callable
        Whether the whole sheet is read, so that reading stops at once if there are faults. Called
        with the finished share of the work, 0 to 1.
    unpacked : int
        Number of bytes scanned before reading, which is half of the work.
    """
    batches: list[pa.RecordBatch] = []
    faults, last = SheetFaults({}), 1
    spans: dict[int, int] = {}
    scan_share = 0.5 if unpacked else 0.0
    while True:
        match messages.next():
            case ("bytes", int(done)):
                reached(scan_share * min(done / max(unpacked, 1), 1))
            case ("scanned", SheetFaults() as faults, int(row), dict(spans)):
                last = max(row, 1)
                if is_whole_sheet and (faults.errors or faults.formulas):
                    return join_batches(batches, faults, False)
            case ("block", int(row)):
                batches.append(messages.batch())
                reached(scan_share + (1 - scan_share) * min(row / last, 1))
            case ("done", bool(complete), (int(rows), int(columns))):
                return join_batches(batches, faults, complete, spans, (rows, columns))
            case _:
                return None


def find_workbook_sheet(request: BookRequest, job: Job, reached: Reached) -> SheetData:
    """Read the cells of a sheet, its name and the names of all sheets.

    Raises
    ------
    Refused
        If the workbook cannot be read or has no such sheet.
    Cancelled
        If the job is cancelled; the process has been ended.
    """

    def receive(messages: Messages) -> SheetData | None:
        """Read the names of the sheets and the cells, or ``None`` if the reader failed."""
        match messages.next():
            case ("sheets", tuple(names), str(chosen)):
                if chosen not in names:
                    params = {"sheet": chosen, "sheets": names}
                    raise Refused(Problem("sheet-not-found", params=params))
            case _:
                return None
        cells = receive_cells(messages, request.rows is None, reached)
        return None if cells is None else SheetData(cells, chosen, names)

    sheet = in_child(serve, request, receive, job)
    if sheet is None:
        raise refuse("workbook-unreadable", Path(request.path))
    return sheet
