"""Reads a file of typed columns in a child process.

The child sends ``("head", head)``, ``("block", rows)`` followed by the bytes of a batch of cells,
and ``("done",)``; or ``("refused", code, columns)``; or ``("failed", kind)``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import pyarrow as pa

from core.io.child_processes.child_process import Messages, in_child
from core.io.child_processes.worker import serving
from core.io.files.input_files import refuse
from core.io.typed_tables.plain_columns import PlainColumn, is_plain
from core.io.typed_tables.table_file import TableRequest
from core.io.typed_tables.table_header import TableHeader
from core.jobs import Job

# In addition to the libraries' memory; a batch of cells takes some dozen megabytes.
_MEMORY = 5 << 30


def serve(request: TableRequest, connection: Connection) -> None:
    """Read the file and send its cells."""
    with serving(connection, _MEMORY) as sender:
        head, blocks = request.open(request)
        sender.message("head", head)
        done = 0
        for batch in blocks:
            done += batch.num_rows
            sender.batch(done, batch)
        sender.message("done")


@dataclass(slots=True)
class TableCells:
    """Header and cells: ``c{i}`` and ``m{i}`` in chunks, as sent by the child process.

    Plain columns (`is_plain`) are filled at once.
    """

    head: TableHeader
    pieces: dict[str, list[pa.Array]] = field(default_factory=dict)
    plain: dict[str, PlainColumn] = field(default_factory=dict)
    rows: int = 0


def table_cells(
    request: TableRequest,
    codes: tuple[str, ...],
    job: Job,
    reached: Callable[[float], None] = lambda _: None,
) -> TableCells:
    """Read the cells of a file.

    Parameters
    ----------
    reached : callable
        Called with the finished share of the work, 0 to 1.

    Raises
    ------
    Refused, Cancelled
        If the file cannot be read, or the job is cancelled.
    """
    path = Path(request.path)
    cells = in_child(
        serve, request, lambda messages: _receive(messages, request, codes, reached), job
    )
    if cells is None:
        raise refuse("table-unreadable", path)
    return cells


def _receive(
    messages: Messages,
    request: TableRequest,
    codes: tuple[str, ...],
    reached: Callable[[float], None],
) -> TableCells | None:
    """Read the header and cells from all messages."""
    cells = TableCells(TableHeader((), 0))
    while True:
        match messages.next():
            case ("head", TableHeader() as head):
                cells = TableCells(head)
                records = head.rows if request.rows is None else min(head.rows, request.rows)
                cells.plain = {
                    f"c{i}": PlainColumn(column, codes, records)
                    for i, column in enumerate(head.columns)
                    if is_plain(column, request.kind)
                }
            case ("block", int(rows)):
                # Missing letters of earlier records are filled with 0.
                batch = messages.batch()
                for name, array in zip(batch.schema.names, batch.columns, strict=True):
                    if name in cells.plain:
                        cells.plain[name].add(array)
                        continue
                    pieces = cells.pieces.setdefault(name, [])
                    absent = cells.rows - sum(map(len, pieces)) if name.startswith("m") else 0
                    if absent:
                        pieces.append(pa.array([0] * absent, pa.uint8()))
                    pieces.append(array)
                cells.rows = rows
                reached(min(rows / max(cells.head.rows, rows, 1), 1))
            case ("done",):
                return cells
            case _:
                return None
