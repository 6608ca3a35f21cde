"""Reads binary workbooks (XLSB) with calamine after scanning them record by record."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
from collections.abc import Iterator, Sequence

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library
from core.io.spreadsheets.binary_excel.xlsb_scan import XlsbScan, records
from core.io.spreadsheets.number_formats import NumberDisplay, judged, styles_of
from core.io.spreadsheets.sheet_cells import SheetFaults
from core.io.spreadsheets.workbook_protocol import BookSheet
from core.io.spreadsheets.zipped_workbook import check_sums, parts

_BOOK, _STYLES = "xl/workbook.bin", "xl/styles.bin"
_RELATIONS = "xl/_rels/workbook.bin.rels"
# Records of MS-XLSB, part 2.3.
_SHEET, _BOOK_SETTINGS = 156, 153
_FORMAT, _STYLE, _STYLES_BEGIN, _STYLES_END = 44, 47, 617, 618


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
    targets = _targets(archive)
    found: dict[str, tuple[str, bool]] = {}
    from_1904 = False
    with archive.open(_BOOK) as stream:
        for number, content in records(stream):  # type: ignore[arg-type]
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


def _targets(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the parts of sheets by the identifiers of their relations."""
    try:
        relations = fromstring(archive.read(_RELATIONS), forbid_dtd=True)
    except DefusedXmlException:
        raise CannotRead("workbook-hostile") from None
    return {
        element.get("Id", ""): element.get("Target", "")
        for element in relations
        if element.get("Type", "").endswith("/worksheet")
    }


def _styles(archive: zipfile.ZipFile) -> dict[str, NumberDisplay]:
    """Return which styles show days and times."""
    if _STYLES not in archive.NameToInfo:
        return {}
    numbers: list[int] = []
    codes: dict[int, str] = {}
    within = False
    with archive.open(_STYLES) as stream:
        for number, content in records(stream):  # type: ignore[arg-type]
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
