"""Takes the cells of a sheet from the process that reads it.

The process sends ``("bytes", n)`` looked through, ``("scanned", faults, last_row, spans)``,
``("block", row)`` followed by the bytes of a batch of cells, ``("done", complete, hidden)``; or
``("refused", code)`` and what the sentence needs; or ``("failed",)`` where there is no memory.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from core.errors import Problem, Refused, Where
from core.io.child_processes.child_process import Messages
from core.io.spreadsheets.sheet_cells import SheetCells, SheetFaults, joined


def received_cells(
    messages: Messages, path: Path, whole: bool, reached: Callable[[float], None], unpacked: int = 0
) -> SheetCells | None:
    """Take the messages until the last one; return ``None`` if the reader failed.

    Parameters
    ----------
    whole, reached : bool and callable
        Whether all of the sheet is read: then one with faults is given up at once. Told which
        share of the work is done, 0 to 1.
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
            case ("done", bool(complete), (int(rows), int(columns))):
                return joined(batches, faults, complete, spans, (rows, columns))
            case ("refused", str(code), *more):
                raise sheet_refusal(code, path, *more)
            case _:
                return None


def sheet_refusal(code: str, path: Path, row: object = None, column: object = None) -> Refused:
    """Return what says why a sheet cannot be read, and at which row and column, if at one."""
    where = Where(row=row if isinstance(row, int) else None)
    return Refused(Problem(code, where, {"file": path.name, "letters": column or ""}))


def _batches(block: bytes) -> list[pa.RecordBatch]:
    with pa.ipc.open_stream(block) as reader:
        return list(reader)
