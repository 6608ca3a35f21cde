"""The child process for workbooks other than XLSX: lists the sheets and reads one.

The messages are ``("sheets", names, chosen)``, then those of
`core.io.spreadsheets.sheet_receiver`.
"""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing.connection import Connection

from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library, serving
from core.io.spreadsheets.merged_cells import filled, spans
from core.io.spreadsheets.sheet_cells import SheetFaults
from core.io.spreadsheets.workbook_protocol import OpenBook
from core.io.spreadsheets.xlsx.xlsx_child import send_rows

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
        seen = next((name for name, visible in book.sheets if visible), names[0])
        chosen = request.sheet or seen
        sender.message("sheets", names, chosen)
        if chosen not in names:
            return
        found = book.sheet(chosen)
        sender.message("scanned", found.faults, found.last_row, spans(found.merges))
        if found.faults != SheetFaults({}) and request.rows is None:
            return
        hidden = found.hidden_rows, found.hidden_columns
        with library("workbook-damaged"):
            send_rows(filled(found.rows, found.merges), request.rows, sender, hidden)
