"""Has a sheet read by a process of its own.

The process sends ``("bytes", n)`` looked through, ``("scanned", faults, last_row)``,
``("block", row)`` followed by the bytes of a batch of cells, ``("done", complete)``; or
``("refused", code)``, or ``("failed", kind)`` when the reader raised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from core.io.child_process import Messages, in_child
from core.io.opening import refuse
from core.io.room import TooLarge
from core.io.sheet_cells import SheetCells, SheetFaults, joined
from core.io.sheet_child import Request, serve
from core.io.sheet_engines import Engine
from core.jobs import Job


def sheet_cells(request: Request, job: Job, reached: Callable[[float], None]) -> SheetCells:
    """Return the cells of a sheet.

    When the fast reader fails, the other one has a try.

    Parameters
    ----------
    request : Request
        What is to be read.
    job : Job
        Asked whether to stop.
    reached : callable
        Told which share of the work is done, 0 to 1.

    Raises
    ------
    Refused
        If the sheet cannot be read.
    Cancelled
        If the job was asked to stop; the process has been ended.
    """
    found = _attempt(request, job, reached)
    if found is None and request.engine is not Engine.OPENPYXL:
        found = _attempt(replace(request, engine=Engine.OPENPYXL), job, reached)
    if found is None:
        raise refuse("workbook-unreadable", Path(request.path))
    return found


def _attempt(request: Request, job: Job, reached: Callable[[float], None]) -> SheetCells | None:
    """Run the process once; ``None`` if it failed."""
    try:
        return in_child(serve, request, lambda found: _received(request, found, reached), job)
    except TooLarge:
        raise refuse("file-beyond-memory", Path(request.path)) from None


def _received(
    request: Request, messages: Messages, reached: Callable[[float], None]
) -> SheetCells | None:
    """Take the messages until the last one."""
    batches: list[pa.RecordBatch] = []
    faults, rows = SheetFaults({}), 1
    while True:
        match messages.next():
            case ("bytes", int(done)):
                reached(0.5 * min(done / max(request.unpacked, 1), 1))
            case ("scanned", SheetFaults() as faults, int(last)):
                rows = max(last, 1)
                if faults.errors or faults.formulas:
                    return joined(batches, faults, False)
            case ("block", int(row)):
                with pa.ipc.open_stream(messages.block()) as reader:
                    batches += reader
                reached(0.5 + 0.5 * min(row / rows, 1))
            case ("done", bool(complete)):
                return joined(batches, faults, complete)
            case ("refused", str(code)):
                raise refuse(code, Path(request.path))
            case _:
                return None
