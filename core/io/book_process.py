"""Has a sheet of an XLS, XLSB or ODS workbook read by a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from core.errors import Problem, Refused
from core.io.book_child import BookRequest, serve
from core.io.child_process import Messages, in_child
from core.io.opening import refuse
from core.io.room import TooLarge
from core.io.sheet_cells import SheetCells, SheetFaults, joined
from core.jobs import Job

Names = tuple[str, ...]


def book_cells(
    request: BookRequest, job: Job, reached: Callable[[float], None]
) -> tuple[Names, str, SheetCells]:
    """Return the names of all sheets, that of the one read, and its cells.

    Raises
    ------
    Refused
        If the workbook cannot be read or has no such sheet.
    Cancelled
        If the job was asked to stop; the process has been ended.
    """
    path = Path(request.path)
    try:
        found = in_child(serve, request, lambda said: _received(request, said, reached), job)
    except TooLarge:
        raise refuse("file-beyond-memory", path) from None
    if found is None:
        raise refuse("workbook-unreadable", path)
    return found


def _received(
    request: BookRequest, messages: Messages, reached: Callable[[float], None]
) -> tuple[Names, str, SheetCells] | None:
    """Take the messages until the last one."""
    batches: list[pa.RecordBatch] = []
    names, chosen, faults, last = (), "", SheetFaults({}), 1
    while True:
        match messages.next():
            case ("sheets", tuple(names), str(chosen)):
                if chosen not in names:
                    params = {"sheet": chosen, "sheets": names}
                    raise Refused(Problem("sheet-not-found", params=params))
            case ("scanned", SheetFaults() as faults, int(row)):
                last = max(row, 1)
                if request.rows is None and (faults.errors or faults.formulas):
                    return names, chosen, joined(batches, faults, False)
            case ("block", int(row)):
                with pa.ipc.open_stream(messages.block()) as reader:
                    batches += reader
                reached(min(row / last, 1))
            case ("done", bool(complete)):
                return names, chosen, joined(batches, faults, complete)
            case ("refused", str(code)):
                raise refuse(code, Path(request.path))
            case _:
                return None
