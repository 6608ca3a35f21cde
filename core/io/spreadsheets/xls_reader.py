"""Reads XLS workbooks with xlrd, which distinguishes errors from empty cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import xlrd
import xlrd.sheet

from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library
from core.io.spreadsheets.merged_cells import MergedRange
from core.io.spreadsheets.number_formats import NumberDisplay, is_suspect, shown_by
from core.io.spreadsheets.sheet_cells import SheetFaults, letters
from core.io.spreadsheets.workbook_protocol import BookSheet

# Stream of an encrypted XLSX workbook inside a compound document.
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_HEAD = 1 << 20


class XlsBook:
    """An XLS workbook."""

    def __init__(self, path: str) -> None:
        try:
            self._book: Any = xlrd.open_workbook(path, on_demand=True, formatting_info=True)
        except (MemoryError, ImportError):
            raise
        except Exception as error:
            # On a damaged file xlrd may raise any exception, even a failed assertion.
            locked = "encrypted" in str(error)
            if not locked:
                with Path(path).open("rb") as file:
                    locked = _LOCKED in file.read(_HEAD)
            raise CannotRead("file-is-locked" if locked else "workbook-damaged") from None
        self._days: dict[int, bool] = {}
        visible = self._book._sheet_visibility
        self.sheets = [(name, not visible[i]) for i, name in enumerate(self._book.sheet_names())]

    def sheet(self, name: str) -> BookSheet:
        """Return a sheet; raise `CannotRead` if it is damaged."""
        with library("workbook-damaged"), _without_twins():
            found = self._book.sheet_by_name(name)
        merges = [
            MergedRange(top + 1, left + 1, bottom, right)
            for top, bottom, left, right in found.merged_cells
        ]
        # Faults are cells with errors such as #DIV/0!.
        errors: dict[int, tuple[int, int]] = {}
        for row in range(found.nrows):
            kinds = found.row_types(row)
            if xlrd.XL_CELL_ERROR not in kinds:
                continue
            for column, kind in enumerate(kinds, start=1):
                if kind == xlrd.XL_CELL_ERROR:
                    count, first = errors.get(column, (0, row + 1))
                    errors[column] = (count + 1, first)
        hidden = _hidden(found.rowinfo_map, found.nrows), _hidden(found.colinfo_map, found.ncols)
        return BookSheet(self._rows(found), merges, SheetFaults(errors), found.nrows, *hidden)

    def _rows(self, sheet: Any) -> Iterator[tuple[int, int, Sequence[object]]]:
        mode = self._book.datemode
        for row in range(sheet.nrows):
            kinds, values = sheet.row_types(row), sheet.row_values(row)
            plain = (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_TEXT)
            # Dates follow.
            cells: list[object] = [
                bool(value) if kind == xlrd.XL_CELL_BOOLEAN else value if kind in plain else ""
                for kind, value in zip(kinds, values, strict=True)
            ]
            for at, kind in enumerate(kinds):
                if kind == xlrd.XL_CELL_DATE:
                    is_day = self._shows_days(sheet.cell_xf_index(row, at))
                    if is_day and not (
                        not is_suspect(NumberDisplay.DAY, values[at], bool(mode))
                        or (mode == 1 and 0 <= values[at] < 1)
                    ):
                        raise CannotRead("cell-is-no-day", row + 1, letters(at + 1))
                    cells[at] = (
                        xlrd.xldate_as_datetime(values[at], mode)
                        if is_day
                        else timedelta(days=values[at])
                    )
            yield row + 1, 1, cells

    def _shows_days(self, style: int) -> bool:
        """Return whether a format shows days, not only hours."""
        if style not in self._days:
            key = self._book.xf_list[style].format_key
            self._days[style] = shown_by(self._book.format_map[key].format_str) is NumberDisplay.DAY
        return self._days[style]


def _hidden(found: Mapping[int, Any], count: int) -> int:
    """Return the number of hidden rows or columns among the first `count`."""
    return sum(bool(info.hidden) for place, info in found.items() if place < count)


@contextmanager
def _without_twins() -> Iterator[None]:
    """Make xlrd refuse duplicate cells of a sheet, of which it would use the last."""
    plain = xlrd.sheet.Sheet.put_cell_unragged

    def put(sheet: Any, row: int, column: int, kind: int, value: Any, style: int) -> None:
        kinds = sheet._cell_types[row] if row < len(sheet._cell_types) else ()
        if column < len(kinds) and kinds[column] not in _EMPTY:
            raise CannotRead("cells-out-of-order", row + 1)
        plain(sheet, row, column, kind, value, style)

    xlrd.sheet.Sheet.put_cell_unragged = put
    try:
        yield
    finally:
        xlrd.sheet.Sheet.put_cell_unragged = plain


_EMPTY = (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK)
