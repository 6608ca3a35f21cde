"""Has a file of typed columns read by a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from core.io.child_processes.child_process import Messages, in_child
from core.io.files.input_files import refuse
from core.io.typed_tables.table_child import serve
from core.io.typed_tables.table_file import TableRequest
from core.io.typed_tables.table_header import TableHeader
from core.jobs import Job


@dataclass(slots=True)
class TableCells:
    """Head and cells: ``c{i}`` and ``m{i}`` as the reading process sends them, in pieces."""

    head: TableHeader
    pieces: dict[str, list[pa.Array]] = field(default_factory=dict)
    rows: int = 0


def table_cells(
    request: TableRequest, job: Job, reached: Callable[[float], None] = lambda _: None
) -> TableCells:
    """Return the cells of a file.

    Parameters
    ----------
    request : TableRequest
        What is to be read.
    job : Job
        Asked whether to stop.
    reached : callable
        Told which share of the work is done, 0 to 1.

    Raises
    ------
    Refused, Cancelled
        If the file cannot be read, or the job was asked to stop.
    """
    path = Path(request.path)
    found = in_child(serve, request, lambda said: _received(said, reached), job)
    if found is None:
        raise refuse("table-unreadable", path)
    return found


def _received(messages: Messages, reached: Callable[[float], None]) -> TableCells | None:
    """Take the messages until the last one."""
    cells = TableCells(TableHeader((), 0))
    while True:
        match messages.next():
            case ("head", TableHeader() as head):
                cells = TableCells(head)
            case ("block", int(rows)):
                _add(cells, messages.batch(), rows)
                reached(min(rows / max(cells.head.rows, rows, 1), 1))
            case ("done",):
                return cells
            case _:
                return None


def _add(cells: TableCells, batch: pa.RecordBatch, rows: int) -> None:
    """Keep a batch; a column of letters that begins late is filled up."""
    for name, array in zip(batch.schema.names, batch.columns, strict=True):
        pieces = cells.pieces.setdefault(name, [])
        absent = cells.rows - sum(map(len, pieces)) if name.startswith("m") else 0
        if absent:
            pieces.append(pa.array([0] * absent, pa.uint8()))
        pieces.append(array)
    cells.rows = rows
