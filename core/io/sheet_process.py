"""Has a sheet read by a process of its own, and ends that process on cancel.

The process sends pairs: ``("bytes", n)`` looked through, ``("scanned", faults, last_row)``,
``("row", n)`` followed by the bytes of a batch of cells, ``("done", complete)``; or
``("refused", code)``, or ``("failed", kind)`` when the reader raised. It may also just end.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pyarrow as pa

from core.io.opening import refuse
from core.io.sheet_cells import SheetCells, SheetFaults, joined
from core.io.sheet_child import Request, serve
from core.io.sheet_engines import Engine
from core.jobs import Job

_LOOK_SECONDS = 0.05


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
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=serve, args=(request, there), daemon=True)
    process.start()
    there.close()
    try:
        return _received(request, here, job, reached)
    except (EOFError, ConnectionError):
        return None
    finally:
        process.kill()
        process.join()
        process.close()
        here.close()


def _received(
    request: Request, connection: Connection, job: Job, reached: Callable[[float], None]
) -> SheetCells | None:
    """Take the messages until the last one."""
    batches: list[pa.RecordBatch] = []
    faults, rows = SheetFaults({}), 1
    while True:
        while not connection.poll(_LOOK_SECONDS):
            job.check()
        message = connection.recv()
        job.check()
        if message[0] == "bytes":
            reached(0.5 * min(message[1] / max(request.unpacked, 1), 1))
        elif message[0] == "scanned":
            faults, rows = message[1], max(message[2], 1)
            if faults.errors or faults.formulas:
                return joined(batches, faults, False)
        elif message[0] == "row":
            with pa.ipc.open_stream(connection.recv_bytes()) as reader:
                batches += reader
            reached(0.5 + 0.5 * min(message[1] / rows, 1))
        elif message[0] == "done":
            return joined(batches, faults, message[1])
        elif message[0] == "refused":
            raise refuse(message[1], Path(request.path))
        else:
            return None
