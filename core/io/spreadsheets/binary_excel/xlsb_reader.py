"""Reads binary workbooks (XLSB) with calamine after scanning them record by record."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library
from core.io.spreadsheets.merged_cells import MOST_MERGES, MergedRange
from core.io.spreadsheets.number_formats import (
    NumberDisplay,
    Styles,
    Suspects,
    is_suspect,
    judged,
    styles_of,
)
from core.io.spreadsheets.sheet_cells import SheetFaults
from core.io.spreadsheets.workbook_protocol import BookSheet
from core.io.spreadsheets.xlsx.xlsx_scan import LARGEST_COLUMN, LARGEST_ROW
from core.io.spreadsheets.zipped_workbook import check_sums, parts

_BOOK, _STYLES = "xl/workbook.bin", "xl/styles.bin"
_RELATIONS = "xl/_rels/workbook.bin.rels"
# Records of MS-XLSB, part 2.3.
_SHEET, _BOOK_SETTINGS = 156, 153
_FORMAT, _STYLE, _STYLES_BEGIN, _STYLES_END = 44, 47, 617, 618
_LARGEST_AREA = 100_000_000
_LARGEST_RECORD = 16 << 20

# Records of MS-XLSB, part 2.3.
_ROW, _ERROR, _FORMULA_ERROR, _COLUMNS, _MERGED = 0, 3, 11, 60, 176
_SMALL, _REAL, _FORMULA_REAL = 2, 5, 9
_FILLED = range(2, 12)
_HIDDEN_ROW = 0x10


class XlsbBook:
    """A binary workbook."""

    def __init__(self, path: str) -> None:
        from python_calamine import CalamineWorkbook

        self._path = path
        with library("workbook-damaged"):
            with parts(path) as archive:
                check_sums(archive)
                self._parts, self._from_1904 = _sheets(archive)
                self._styles = _styles(archive)
            self._book = CalamineWorkbook.from_path(path)
        self.sheets = [(name, visible) for name, (_, visible) in self._parts.items()]

    def sheet(self, name: str) -> BookSheet:
        """Return a sheet; raise `CannotRead` if it is damaged."""
        scan = XlsbScan(self._styles, self._from_1904)
        with parts(self._path) as archive, archive.open(self._parts[name][0]) as stream:
            scan.feed(io.BufferedReader(stream))  # type: ignore[type-var]
        rows = judged(self._rows(name), scan.suspects, self._from_1904)
        hidden = scan.hidden_rows, scan.hidden_columns
        return BookSheet(rows, scan.merges, SheetFaults(scan.errors), scan.last, *hidden)

    def _rows(self, name: str) -> Iterator[tuple[int, int, Sequence[object]]]:
        found = self._book.get_sheet_by_name(name)
        if found.start is None:
            return
        column = found.start[1] + 1
        for number, cells in enumerate(found.iter_rows(), start=1):
            yield number, column, cells


def _sheets(archive: zipfile.ZipFile) -> tuple[dict[str, tuple[str, bool]], bool]:
    """Return part and visibility of each sheet by name, and whether days count from 1904."""
    try:
        relations = fromstring(archive.read(_RELATIONS), forbid_dtd=True)
    except DefusedXmlException:
        raise CannotRead("workbook-hostile") from None
    targets = {
        element.get("Id", ""): element.get("Target", "")
        for element in relations
        if element.get("Type", "").endswith("/worksheet")
    }
    found: dict[str, tuple[str, bool]] = {}
    from_1904 = False
    with archive.open(_BOOK) as stream:
        for number, content in _records(stream):  # type: ignore[arg-type]
            if number == _BOOK_SETTINGS:
                from_1904 = bool(content[0] & 1)
            if number != _SHEET:
                continue
            (hidden,) = struct.unpack_from("<I", content, 0)
            key, after = _text(content, 8)
            name, _ = _text(content, after)
            if name in found:
                raise CannotRead("sheet-twice")
            if key in targets:
                part = posixpath.normpath(posixpath.join("xl", targets[key].lstrip("/")))
                found[name] = (part.replace("xl/xl/", "xl/"), hidden == 0)
    return found, from_1904


def _styles(archive: zipfile.ZipFile) -> dict[str, NumberDisplay]:
    """Return which styles show days and times."""
    if _STYLES not in archive.NameToInfo:
        return {}
    numbers: list[int] = []
    codes: dict[int, str] = {}
    within = False
    with archive.open(_STYLES) as stream:
        for number, content in _records(stream):  # type: ignore[arg-type]
            if number == _FORMAT:
                codes[struct.unpack_from("<H", content)[0]] = _text(content, 2)[0]
            elif number == _STYLE and within:
                numbers.append(struct.unpack_from("<H", content, 2)[0])
            elif number in (_STYLES_BEGIN, _STYLES_END):
                within = number == _STYLES_BEGIN
    return styles_of(numbers, codes)


def _text(content: bytes, at: int) -> tuple[str, int]:
    (letters,) = struct.unpack_from("<I", content, at)
    end = at + 4 + 2 * letters
    return content[at + 4 : end].decode("utf-16-le"), end


class XlsbScan:
    """Counts of a sheet; attributes as of `core.io.spreadsheets.xlsx.xlsx_scan.SheetScan`.

    Attributes
    ----------
    errors : dict
        Cells with errors by column: their number and the row of the first.
    last : int
        The last non-empty row.
    """

    def __init__(self, styles: Styles, from_1904: bool) -> None:
        self._styles, self._from_1904 = styles, from_1904
        self.errors: dict[int, tuple[int, int]] = {}
        self.merges: list[MergedRange] = []
        self.suspects: Suspects = {}
        self.last = self.hidden_rows = 0
        self._row = self._column = 0
        self._row_hidden = False
        self._hidden: list[tuple[int, int]] = []
        self._columns: set[int] = set()

    def feed(self, stream: BinaryIO) -> None:
        """Scan all records; raise ``struct.error`` or `CannotRead` at an invalid one."""
        steps: dict[int, Callable[[bytes], None]] = {
            _ROW: self._next_row,
            _COLUMNS: self._note_columns,
            _MERGED: self._merge,
        }
        for number, content in _records(stream):
            if number in _FILLED:
                self._fill(number, content)
            elif number in steps:
                steps[number](content)
        if self.last * max(self._columns, default=0) > _LARGEST_AREA:
            raise CannotRead("workbook-bomb")

    @property
    def hidden_columns(self) -> int:
        """Number of hidden columns with filled cells."""
        return sum(any(a <= column <= b for a, b in self._hidden) for column in self._columns)

    def _next_row(self, content: bytes) -> None:
        row = int(struct.unpack_from("<I", content)[0]) + 1
        if row > LARGEST_ROW:
            raise struct.error("a row outside the sheet")
        if row <= self._row:
            raise CannotRead("rows-out-of-order", row)
        self._row, self._column = row, 0
        self._row_hidden = len(content) > 11 and bool(content[11] & _HIDDEN_ROW)

    def _fill(self, number: int, content: bytes) -> None:
        column, style = struct.unpack_from("<II", content)
        column, style = column + 1, style & 0xFFFFFF
        if column > LARGEST_COLUMN:
            raise struct.error("a column outside the sheet")
        if column <= self._column:
            raise CannotRead("cells-out-of-order", self._row)
        self._column, self.last = column, self._row
        self._columns.add(column)
        self.hidden_rows += self._row_hidden
        self._row_hidden = False
        if number in (_ERROR, _FORMULA_ERROR):
            count, first = self.errors.get(column, (0, self._row))
            self.errors[column] = (count + 1, first)
        shown = self._styles.get(str(style))
        if shown and number in (_SMALL, _REAL, _FORMULA_REAL):
            if number == _SMALL:  # packed into 30 bits
                (packed,) = struct.unpack_from("<i", content, 8)
                upper = struct.pack("<Ii", 0, packed & ~3)
                value = float(packed >> 2 if packed & 2 else struct.unpack("<d", upper)[0])
                value = value / 100 if packed & 1 else value
            else:
                value = float(struct.unpack_from("<d", content, 8)[0])
            if is_suspect(shown, value, self._from_1904):
                self.suspects.setdefault(self._row, {})[column] = (shown, value)

    def _note_columns(self, content: bytes) -> None:
        first, last = struct.unpack_from("<2I", content)
        if len(self._hidden) < MOST_MERGES and struct.unpack_from("<H", content, 16)[0] & 1:
            self._hidden.append((first + 1, last + 1))

    def _merge(self, content: bytes) -> None:
        if len(self.merges) < MOST_MERGES:
            top, bottom, left, right = struct.unpack_from("<4I", content)
            self.merges.append(MergedRange(top + 1, left + 1, bottom + 1, right + 1))


def _records(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield each record's number and content; raise ``struct.error`` at an incomplete one."""
    while True:
        number = _variable(stream, 2)
        if number is None:
            return
        size = _variable(stream, 4)
        if size is None or size > _LARGEST_RECORD:
            raise struct.error("a record without a length")
        content = stream.read(size)
        if len(content) < size:
            raise struct.error("a record that is not whole")
        yield number, content


def _variable(stream: BinaryIO, most: int) -> int | None:
    """Return a number of variable length, at most `most` bytes."""
    value = 0
    for i in range(most):
        byte = stream.read(1)
        if not byte:
            return None
        value |= (byte[0] & 0x7F) << (7 * i)
        if byte[0] < 0x80:
            break
    return value
