"""Workbooks of the old kind (XLS), read with xlrd, which tells errors from empty cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import xlrd

from core.io.book_sheet import BookSheet
from core.io.merged_cells import Merge
from core.io.sheet_cells import SheetFaults
from core.io.table_head import CannotRead

# What a locked file of the new kind holds in a container of the old one.
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_HEAD = 1 << 20


class XlsBook:
    """A workbook of the old kind."""

    def __init__(self, path: str) -> None:
        try:
            self._book: Any = xlrd.open_workbook(path, on_demand=True, formatting_info=True)
        except MemoryError:
            raise
        except Exception as error:
            # Of a damaged file xlrd raises what happens to it, down to failed assertions.
            raise CannotRead(_reason(error, path)) from None
        self._lengths: dict[int, bool] = {}
        visible = self._book._sheet_visibility
        self.sheets = [(name, not visible[i]) for i, name in enumerate(self._book.sheet_names())]

    def sheet(self, name: str) -> BookSheet:
        """Return a sheet; raise `CannotRead` if it is damaged."""
        try:
            found = self._book.sheet_by_name(name)
        except Exception:
            raise CannotRead("workbook-damaged") from None
        merges = [
            Merge(top + 1, left + 1, bottom, right)
            for top, bottom, left, right in found.merged_cells
        ]
        return BookSheet(self._rows(found), merges, _faults(found), found.nrows)

    def _rows(self, sheet: Any) -> Iterator[tuple[int, int, Sequence[object]]]:
        mode = self._book.datemode
        for row in range(sheet.nrows):
            kinds, values = sheet.row_types(row), sheet.row_values(row)
            cells = [_value(k, v, mode) for k, v in zip(kinds, values, strict=True)]
            for at, kind in enumerate(kinds):
                if kind == xlrd.XL_CELL_DATE and self._is_length(sheet.cell_xf_index(row, at)):
                    cells[at] = timedelta(days=values[at])
            yield row + 1, 1, cells

    def _is_length(self, style: int) -> bool:
        """Tell whether a format shows hours, but no day."""
        if style not in self._lengths:
            key = self._book.xf_list[style].format_key
            shown = self._book.format_map[key].format_str.lower()
            self._lengths[style] = "h" in shown and "d" not in shown and "y" not in shown
        return self._lengths[style]


def _reason(error: Exception, path: str) -> str:
    if "encrypted" in str(error):
        return "file-is-locked"
    with Path(path).open("rb") as file:
        head = file.read(_HEAD)
    return "file-is-locked" if _LOCKED in head else "workbook-damaged"


def _value(kind: int, value: Any, mode: int) -> object:
    """Return a cell as Python has it; dates by the workbook's own first day."""
    if kind == xlrd.XL_CELL_DATE:
        return _date(value, mode)
    if kind == xlrd.XL_CELL_BOOLEAN:
        return bool(value)
    return value if kind in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_TEXT) else ""


def _date(value: float, mode: int) -> object:
    try:
        found: datetime = xlrd.xldate_as_datetime(value, mode)
    except (xlrd.XLDateError, OverflowError, ValueError):
        return value
    return found


def _faults(sheet: Any) -> SheetFaults:
    """Count the cells that hold errors such as #DIV/0!."""
    errors: dict[int, tuple[int, int]] = {}
    for row in range(sheet.nrows):
        kinds = sheet.row_types(row)
        if xlrd.XL_CELL_ERROR not in kinds:
            continue
        for column, kind in enumerate(kinds, start=1):
            if kind == xlrd.XL_CELL_ERROR:
                count, first = errors.get(column, (0, row + 1))
                errors[column] = (count + 1, first)
    return SheetFaults(errors)
