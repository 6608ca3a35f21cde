"""What the reading process does: look through a sheet, read it, send its cells in batches.

A process of its own, because the reader may end it when a file asks for more memory than there
is, and because it holds the interpreter's lock.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from xml.parsers import expat

import pyarrow as pa
from defusedxml.ElementTree import fromstring

from core.io.child_processes.worker import Sender, library, serving
from core.io.spreadsheets.merged_cells import Merge, filled, spans
from core.io.spreadsheets.number_formats import Styles, Suspects, judged, styles_of_xml
from core.io.spreadsheets.sheet_cells import SheetFaults
from core.io.spreadsheets.sheet_values import cell_batch
from core.io.spreadsheets.xlsx.xlsx_engines import Engine, Rows, sheet_rows
from core.io.spreadsheets.xlsx.xlsx_scan import SheetScan, refuse_doctype
from core.io.spreadsheets.zipped_workbook import blocks, check_sums, whole_zip

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
    styles, shared : str or None
        The parts with the styles and the shared texts, if there are any.
    from_1904 : bool
        Whether the workbook counts days from 1904.
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
    styles: str | None = None
    shared: str | None = None
    from_1904: bool = False
    rows: int | None = None
    engine: Engine | None = None


def serve(request: Request, connection: Connection) -> None:
    """Read and send; the messages are those of `core.io.spreadsheets.sheet_receiver`."""
    with serving(connection, _MEMORY_BASE + _MEMORY_FACTOR * request.unpacked) as sender:
        engine = request.engine or Engine.OPENPYXL
        merges: list[Merge] = []
        suspects: Suspects = {}
        hidden = 0, 0
        with whole_zip(request.path) as archive:
            check_sums(archive, (request.styles, request.shared))
            styles = _prepared(archive, request)
            if request.rows is None:
                scan = _scanned(archive, request, styles, sender)
                merges, suspects = scan.merges, scan.suspects
        if request.rows is None:
            faults = scan.faults()
            hidden = scan.hidden_rows, scan.hidden_columns
            sender.message("scanned", faults, scan.last_row, spans(merges))
            if faults.errors or faults.formulas:
                return
            engine = request.engine or _engine_for(scan)
        else:
            sender.message("scanned", SheetFaults({}), 0, {})
        with library("workbook-damaged"):
            rows = sheet_rows(engine, request.path, request.sheet)
            rows = judged(rows, suspects, request.from_1904)
            send_rows(filled(rows, merges), request.rows, sender, hidden)


def _prepared(archive: zipfile.ZipFile, request: Request) -> Styles:
    """Return which styles show days; stop at a document type in a part of texts."""
    for part in (request.styles, request.shared):
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = refuse_doctype
        for block in blocks(archive, part) if part else ():
            parser.Parse(block, False)
    return styles_of_xml(fromstring(archive.read(request.styles))) if request.styles else {}


def send_rows(rows: Rows, most: int | None, sender: Sender, hidden: tuple[int, int]) -> None:
    """Send the filled cells of a sheet's rows, of all or about so many."""
    complete = True
    for row, batch in _batches(rows):
        sender.batch(row, batch)
        if most is not None and row >= most:
            complete = False
            break
    sender.message("done", complete, hidden)


def _engine_for(scan: SheetScan) -> Engine:
    sparse = scan.area > _LARGEST_AREA and scan.area > _SPARSE * scan.filled
    return Engine.OPENPYXL if sparse else Engine.CALAMINE


def _scanned(
    archive: zipfile.ZipFile, request: Request, styles: Styles, sender: Sender
) -> SheetScan:
    scan = SheetScan(styles, request.from_1904)
    done = 0

    def reached(count: int) -> None:
        nonlocal done
        done += count
        sender.message("bytes", done)

    scan.feed(blocks(archive, request.part), reached)
    return scan


def _batches(rows: Rows) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield filled cells in batches, with the last row of each."""
    while True:
        numbers: list[int] = []
        firsts: list[int] = []
        lines: list[Sequence[object]] = []
        left = _CELLS_AT_ONCE
        for number, first, cells in rows:
            numbers.append(number)
            firsts.append(first)
            lines.append(cells)
            # Rows of no cells count, too: there may be a million of them.
            left -= len(cells) + 1
            if left <= 0:
                break
        if not numbers:
            return
        yield numbers[-1], cell_batch(numbers, firsts, lines)
