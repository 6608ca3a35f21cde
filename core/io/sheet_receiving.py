"""Takes the cells of a sheet from the process that reads it.

The process sends ``("bytes", n)`` looked through, ``("scanned", faults, last_row, spans)``,
``("block", row)`` followed by the bytes of a batch of cells, ``("done", complete)``; or
``("refused", code)``, or ``("failed", kind)`` when the reader raised.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from core.io.child_process import Messages
from core.io.opening import refuse
from core.io.sheet_cells import SheetCells, SheetFaults, joined


def received_cells(
    messages: Messages, path: Path, whole: bool, reached: Callable[[float], None], unpacked: int = 0
) -> SheetCells | None:
    """Take the messages until the last one; return ``None`` if the reader failed.

    Parameters
    ----------
    whole : bool
        Whether all of the sheet is read; then one with faults is given up at once.
    reached : callable
        Told which share of the work is done, 0 to 1.
    unpacked : int
        Bytes that are looked through before the reading, which is half of the work.

    Raises
    ------
    Refused
        If the process says what is wrong with the file.
    """
    batches: list[pa.RecordBatch] = []
    faults, last = SheetFaults({}), 1
    spans: dict[int, int] = {}
    looking = 0.5 if unpacked else 0.0
    while True:
        match messages.next():
            case ("bytes", int(done)):
                reached(looking * min(done / max(unpacked, 1), 1))
            case ("scanned", SheetFaults() as faults, int(row), dict(spans)):
                last = max(row, 1)
                if whole and (faults.errors or faults.formulas):
                    return joined(batches, faults, False)
            case ("block", int(row)):
                batches += _batches(messages.block())
                reached(looking + (1 - looking) * min(row / last, 1))
            case ("done", bool(complete)):
                return joined(batches, faults, complete, spans)
            case ("refused", str(code)):
                raise refuse(code, path)
            case _:
                return None


def _batches(block: bytes) -> list[pa.RecordBatch]:
    with pa.ipc.open_stream(block) as reader:
        return list(reader)
