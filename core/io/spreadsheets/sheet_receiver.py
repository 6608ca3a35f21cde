"""Receives the cells of a sheet from the child process.

The process sends ``("bytes", n)`` during the scan, ``("scanned", faults, last_row, spans)``,
``("block", row)`` followed by a batch of cells, and ``("done", complete, hidden)``.
"""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa

from core.io.child_processes.child_process import Messages
from core.io.spreadsheets.sheet_cells import SheetCells, SheetFaults, joined


def received_cells(
    messages: Messages, whole: bool, reached: Callable[[float], None], unpacked: int = 0
) -> SheetCells | None:
    """Return the cells from all messages, or ``None`` if the reader failed.

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
                if whole and (faults.errors or faults.formulas):
                    return joined(batches, faults, False)
            case ("block", int(row)):
                batches.append(messages.batch())
                reached(scan_share + (1 - scan_share) * min(row / last, 1))
            case ("done", bool(complete), (int(rows), int(columns))):
                return joined(batches, faults, complete, spans, (rows, columns))
            case _:
                return None
