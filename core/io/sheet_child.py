"""What the reading process does: look through a sheet, read it, send its cells in batches.

A process of its own, because the reader may end it when a file asks for more memory than there
is, and because it holds the interpreter's lock.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

import pyarrow as pa

from core.io.answering import answering
from core.io.merged_cells import Merge, filled, spans
from core.io.sheet_cells import SheetFaults
from core.io.sheet_engines import Engine, Rows, sheet_rows
from core.io.sheet_scan import SheetScan
from core.io.sheet_values import cell_batch
from core.io.table_child import packed

_BLOCK_BYTES = 1 << 18
# So many cells make a message of about a megabyte.
_CELLS_AT_ONCE = 30_000

# calamine needs some 32 bytes for each cell of the rectangle, filled or not.
_LARGEST_AREA = 20_000_000
_SPARSE = 20

# Beside what the libraries reserve: calamine takes about twice the XML's size.
_MEMORY_BASE = 4 << 30
_MEMORY_FACTOR = 12


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be read.

    Attributes
    ----------
    path, sheet, part : str
        The file, the sheet's name and its part in the zip.
    unpacked : int
        Bytes of the sheet's XML and the shared texts.
    rows : int or None
        Read about so many filled rows, without looking the sheet through; ``None``: all.
    engine : Engine or None
        Which reader; ``None``: the fast one if the sheet allows it.
    """

    path: str
    sheet: str
    part: str
    unpacked: int
    rows: int | None = None
    engine: Engine | None = None


def serve(request: Request, connection: Connection) -> None:
    """Read and send; the messages are described in `core.io.sheet_process`."""
    with answering(connection, _MEMORY_BASE + _MEMORY_FACTOR * request.unpacked):
        _serve(request, connection)


def _serve(request: Request, connection: Connection) -> None:
    engine = request.engine or Engine.OPENPYXL
    merges: list[Merge] = []
    if request.rows is None:
        scan = _scanned(request, connection)
        faults, merges = scan.faults(), scan.merges
        connection.send(("scanned", faults, scan.last_row, spans(merges)))
        if faults.errors or faults.formulas:
            return
        engine = request.engine or _engine_for(scan)
    else:
        connection.send(("scanned", SheetFaults({}), 0, {}))
    rows = sheet_rows(engine, request.path, request.sheet)
    send_rows(filled(rows, merges), request.rows, connection)


def send_rows(rows: Rows, most: int | None, connection: Connection) -> None:
    """Send the filled cells of a sheet's rows, of all or about so many."""
    complete = True
    for row, batch in _batches(rows):
        connection.send(("block", row))
        connection.send_bytes(packed(batch))
        if most is not None and row >= most:
            complete = False
            break
    connection.send(("done", complete))


def _engine_for(scan: SheetScan) -> Engine:
    sparse = scan.area > _LARGEST_AREA and scan.area > _SPARSE * scan.filled
    return Engine.OPENPYXL if sparse else Engine.CALAMINE


def _scanned(request: Request, connection: Connection) -> SheetScan:
    scan = SheetScan()
    done = 0

    def reached(count: int) -> None:
        nonlocal done
        done += count
        connection.send(("bytes", done))

    with zipfile.ZipFile(request.path) as archive, archive.open(request.part) as stream:
        scan.feed(iter(lambda: stream.read(_BLOCK_BYTES), b""), reached)
    return scan


def _batches(rows: Rows) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield filled cells in batches, with the last row of each."""
    while True:
        numbers: list[int] = []
        firsts: list[int] = []
        lines: list[Sequence[object]] = []
        room = _CELLS_AT_ONCE
        for number, first, cells in rows:
            numbers.append(number)
            firsts.append(first)
            lines.append(cells)
            # Rows of no cells count, too: there may be a million of them.
            room -= len(cells) + 1
            if room <= 0:
                break
        if not numbers:
            return
        yield numbers[-1], cell_batch(numbers, firsts, lines)
