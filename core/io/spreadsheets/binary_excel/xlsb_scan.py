"""Scans a sheet of a binary workbook record by record before it is read."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import BinaryIO

from core.io.child_processes.unreadable import CannotRead
from core.io.spreadsheets.merged_cells import MOST_MERGES, MergedRange
from core.io.spreadsheets.number_formats import Styles, Suspects, is_suspect
from core.io.spreadsheets.xlsx.xlsx_scan import LARGEST_COLUMN, LARGEST_ROW

_LARGEST_AREA = 100_000_000
_LARGEST_RECORD = 16 << 20

# Records of MS-XLSB, part 2.3.
_ROW, _ERROR, _FORMULA_ERROR, _COLUMNS, _MERGED = 0, 3, 11, 60, 176
_SMALL, _REAL, _FORMULA_REAL = 2, 5, 9
_FILLED = range(2, 12)
_HIDDEN_ROW = 0x10


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
        for number, content in records(stream):
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
            value = _number(number, content)
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


def _number(number: int, content: bytes) -> float:
    """Return the number in a cell; small ones are packed into 30 bits."""
    if number != _SMALL:
        return float(struct.unpack_from("<d", content, 8)[0])
    (packed,) = struct.unpack_from("<i", content, 8)
    whole = float(packed >> 2) if packed & 2 else _upper(packed & ~3)
    return whole / 100 if packed & 1 else whole


def _upper(bits: int) -> float:
    """Return the float64 with these upper 32 bits."""
    return float(struct.unpack("<d", struct.pack("<Ii", 0, bits))[0])


def records(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
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
