"""Binary workbooks (XLSB): looked through record by record, read with calamine."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
from collections.abc import Iterator, Sequence
from typing import BinaryIO
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from core.io.book_sheet import BookSheet
from core.io.merged_cells import MOST_MERGES, Merge
from core.io.sheet_cells import SheetFaults
from core.io.sheet_scan import LARGEST_COLUMN, LARGEST_ROW
from core.io.table_head import CannotRead
from core.io.zipped_book import parts

_BOOK, _RELATIONS = "xl/workbook.bin", "xl/_rels/workbook.bin.rels"
_LARGEST_AREA = 100_000_000
_LARGEST_RECORD = 16 << 20

# Records of MS-XLSB, part 2.3.
_ROW, _ERROR, _FORMULA_ERROR, _SHEET, _MERGED = 0, 3, 11, 156, 176
_FILLED = range(2, 12)


class XlsbBook:
    """A binary workbook."""

    def __init__(self, path: str) -> None:
        from python_calamine import CalamineError, CalamineWorkbook

        self._path = path
        try:
            with parts(path) as archive:
                self._parts = _sheets(archive)
            self._book = CalamineWorkbook.from_path(path)
        except (CalamineError, struct.error, ParseError, UnicodeDecodeError):
            raise CannotRead("workbook-damaged") from None
        except DefusedXmlException:
            raise CannotRead("workbook-hostile") from None
        self.sheets = [(name, visible) for name, (_, visible) in self._parts.items()]

    def sheet(self, name: str) -> BookSheet:
        """Return a sheet; raise `CannotRead` if it is damaged."""
        try:
            with parts(self._path) as archive, archive.open(self._parts[name][0]) as stream:
                scan = _scanned(io.BufferedReader(stream))  # type: ignore[type-var]
        except struct.error:
            raise CannotRead("workbook-damaged") from None
        return BookSheet(self._rows(name), scan[1], SheetFaults(scan[0]), scan[2])

    def _rows(self, name: str) -> Iterator[tuple[int, int, Sequence[object]]]:
        found = self._book.get_sheet_by_name(name)
        if found.start is None:
            return
        column = found.start[1] + 1
        for number, cells in enumerate(found.iter_rows(), start=1):
            yield number, column, cells


def _records(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield each record's number and content."""
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
    """Return a number of up to so many bytes; its record numbers keep their high bits apart."""
    value = 0
    for i in range(most):
        byte = stream.read(1)
        if not byte:
            return None
        value |= (byte[0] & 0x7F) << (7 * i)
        if byte[0] < 0x80:
            break
    return value


def _sheets(archive: zipfile.ZipFile) -> dict[str, tuple[str, bool]]:
    """Return part and visibility of each sheet of cells by its name."""
    targets = {
        element.get("Id", ""): element.get("Target", "")
        for element in fromstring(archive.read(_RELATIONS), forbid_dtd=True)
        if element.get("Type", "").endswith("/worksheet")
    }
    found = {}
    with archive.open(_BOOK) as stream:
        for number, content in _records(stream):  # type: ignore[arg-type]
            if number != _SHEET:
                continue
            (hidden,) = struct.unpack_from("<I", content, 0)
            key, after = _text(content, 8)
            name, _ = _text(content, after)
            if key in targets:
                part = posixpath.normpath(posixpath.join("xl", targets[key].lstrip("/")))
                found[name] = (part.replace("xl/xl/", "xl/"), hidden == 0)
    return found


def _text(content: bytes, at: int) -> tuple[str, int]:
    (letters,) = struct.unpack_from("<I", content, at)
    end = at + 4 + 2 * letters
    return content[at + 4 : end].decode("utf-16-le"), end


def _scanned(stream: BinaryIO) -> tuple[dict[int, tuple[int, int]], list[Merge], int]:
    """Return errors by column, merged cells, and the last row that holds something."""
    errors: dict[int, tuple[int, int]] = {}
    merges: list[Merge] = []
    row = last = widest = 0
    for number, content in _records(stream):
        if number == _ROW:
            row = int(struct.unpack_from("<I", content)[0]) + 1
            if row > LARGEST_ROW:
                raise struct.error("a row outside the sheet")
        elif number in _FILLED:
            column = int(struct.unpack_from("<I", content)[0]) + 1
            if column > LARGEST_COLUMN:
                raise struct.error("a column outside the sheet")
            last, widest = row, max(widest, column)
            if number in (_ERROR, _FORMULA_ERROR):
                count, first = errors.get(column, (0, row))
                errors[column] = (count + 1, first)
        elif number == _MERGED and len(merges) < MOST_MERGES:
            top, bottom, left, right = struct.unpack_from("<4I", content)
            merges.append(Merge(top + 1, left + 1, bottom + 1, right + 1))
    if last * widest > _LARGEST_AREA:
        raise CannotRead("workbook-bomb")
    return errors, merges, last
