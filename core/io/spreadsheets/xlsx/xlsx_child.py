"""The child process for XLSX: scans a sheet, reads it, and sends its cells in batches.

It is a separate process because the reader may crash on files that need too much memory, and
because it holds the interpreter's lock.
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
from core.io.spreadsheets.merged_cells import MergedRange, fill_merged, spans
from core.io.spreadsheets.number_formats import Styles, Suspects, correct_times, styles_of_xml
from core.io.spreadsheets.sheet_cells import SheetFaults
from core.io.spreadsheets.sheet_values import cell_batch
from core.io.spreadsheets.xlsx.xlsx_engines import Engine, Rows, sheet_rows
from core.io.spreadsheets.xlsx.xlsx_scan import SheetScan, refuse_doctype
from core.io.spreadsheets.zipped_workbook import blocks, check_sums, whole_zip

# This many cells make a message of about a megabyte.
_CELLS_AT_ONCE = 30_000

# calamine needs about 32 bytes for each cell of the rectangle, filled or empty.
_LARGEST_AREA = 20_000_000
_SPARSE = 20

# In addition to the libraries' memory: calamine needs about twice the size of the XML.
_MEMORY_BASE = 4 << 30
_MEMORY_FACTOR = 12


@dataclass(frozen=True, slots=True)
class Request:
    """A request to read a sheet.

    Attributes
    ----------
    path, sheet, part : str
        The file, the sheet's name and its part in the archive.
    styles, shared : str or None
        The parts with the styles and the shared strings, if there are any.
    unpacked : int
        Size of the sheet's XML and the shared strings in bytes.
    rows : int or None
        Read about this many filled rows without a scan; ``None``: all.
    engine : Engine or None
        The reader; ``None``: the fast one if the sheet allows it.
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
    """Read and send the cells; see `core.io.spreadsheets.workbook_process` for the messages."""
    with serving(connection, _MEMORY_BASE + _MEMORY_FACTOR * request.unpacked) as sender:
        engine = request.engine or Engine.OPENPYXL
        merges: list[MergedRange] = []
        suspects: Suspects = {}
        hidden = 0, 0
        with whole_zip(request.path) as archive:
            check_sums(archive, (request.styles, request.shared))
            # A document type in a part with texts is refused.
            for part_name in (request.styles, request.shared):
                parser = expat.ParserCreate()
                parser.StartDoctypeDeclHandler = refuse_doctype
                for block in blocks(archive, part_name) if part_name else ():
                    parser.Parse(block, False)
            styles = (
                styles_of_xml(fromstring(archive.read(request.styles))) if request.styles else {}
            )
            if request.rows is None:
                scan = _scan(archive, request, styles, sender)
                merges, suspects = scan.merges, scan.suspects
        if request.rows is None:
            faults = scan.faults()
            hidden = scan.hidden_rows, scan.hidden_columns
            sender.message("scanned", faults, scan.last_row, spans(merges))
            if faults.errors or faults.formulas:
                return
            sparse = scan.area > _LARGEST_AREA and scan.area > _SPARSE * scan.filled
            engine = request.engine or (Engine.OPENPYXL if sparse else Engine.CALAMINE)
        else:
            sender.message("scanned", SheetFaults({}), 0, {})
        with library("workbook-damaged"):
            rows = sheet_rows(engine, request.path, request.sheet)
            rows = correct_times(rows, suspects, request.from_1904)
            send_rows(fill_merged(rows, merges), request.rows, sender, hidden)


def _scan(archive: zipfile.ZipFile, request: Request, styles: Styles, sender: Sender) -> SheetScan:
    scan = SheetScan(styles, request.from_1904)
    done = 0

    def report_bytes(count: int) -> None:
        nonlocal done
        done += count
        sender.message("bytes", done)

    scan.feed(blocks(archive, request.part), report_bytes)
    return scan


def send_rows(rows: Rows, row_limit: int | None, sender: Sender, hidden: tuple[int, int]) -> None:
    """Send the filled cells of all rows of a sheet, or of about `row_limit`."""
    complete = True
    for row, batch in _batches(rows):
        sender.batch(row, batch)
        if row_limit is not None and row >= row_limit:
            complete = False
            break
    sender.message("done", complete, hidden)


def _batches(rows: Rows) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield filled cells in batches, with the last row of each."""
    while True:
        numbers: list[int] = []
        firsts: list[int] = []
        lines: list[Sequence[object]] = []
        n_left = _CELLS_AT_ONCE
        for number, first, cells in rows:
            numbers.append(number)
            firsts.append(first)
            lines.append(cells)
            # Empty rows count as well: there may be a million of them.
            n_left -= len(cells) + 1
            if n_left <= 0:
                break
        if not numbers:
            return
        yield numbers[-1], cell_batch(numbers, firsts, lines)
