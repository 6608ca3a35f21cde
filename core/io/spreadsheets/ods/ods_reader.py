"""Reads ODS spreadsheets with calamine after scanning them with expat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library
from core.io.spreadsheets.ods.ods_scan import OdsScan
from core.io.spreadsheets.sheet_cells import SheetFaults
from core.io.spreadsheets.workbook_protocol import BookSheet
from core.io.spreadsheets.zipped_workbook import blocks, check_sums, parts

_CONTENT, _MANIFEST = "content.xml", "META-INF/manifest.xml"
# calamine needs about 32 bytes for each cell of the rectangle, filled or empty.
_LARGEST_AREA = 100_000_000
_LENGTH = re.compile(r"PT([0-9]+)H([0-9]+)M([0-9.]+)S")


class OdsBook:
    """An OpenDocument spreadsheet."""

    def __init__(self, path: str) -> None:
        from python_calamine import CalamineWorkbook

        with parts(path) as archive:
            check_sums(archive)
            if _MANIFEST in archive.NameToInfo and b"encryption-data" in archive.read(_MANIFEST):
                raise CannotRead("file-is-locked")
            self._scan = OdsScan()
            self._scan.feed(blocks(archive, _CONTENT))
        if any(sheet.area > _LARGEST_AREA for sheet in self._scan.sheets.values()):
            raise CannotRead("workbook-bomb")
        with library("workbook-damaged"):
            self._book = CalamineWorkbook.from_path(path)
        self.sheets = [(name, sheet.visible) for name, sheet in self._scan.sheets.items()]

    def sheet(self, name: str) -> BookSheet:
        """Return a sheet."""
        scan = self._scan.sheets[name]
        faults = SheetFaults(scan.errors, scan.formulas, *scan.formula_place)
        hidden = scan.hidden_rows, scan.hidden_columns
        return BookSheet(self._rows(name), scan.merges, faults, scan.last_row, *hidden)

    def _rows(self, name: str) -> Iterator[tuple[int, int, Sequence[object]]]:
        found = self._book.get_sheet_by_name(name)
        if found.start is None:
            return
        column = found.start[1] + 1
        for number, cells in enumerate(found.iter_rows(), start=1):
            yield number, column, [_value(cell) for cell in cells]


def _value(cell: object) -> object:
    """Return a cell; durations of more than a day come as texts."""
    if isinstance(cell, str) and cell.startswith("PT"):
        match = _LENGTH.fullmatch(cell)
        if match:
            hours, minutes, seconds = match.groups()
            return timedelta(hours=int(hours), minutes=int(minutes), seconds=float(seconds))
    return cell
