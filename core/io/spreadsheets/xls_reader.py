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
from core.io.spreadsheets.number_formats import NumberDisplay, display_of, is_suspect
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
        """Read a sheet; raise `CannotRead` if it is damaged."""
        with library("workbook-damaged"), _without_twins():
            found_sheet = self._book.sheet_by_name(name)
        merges = [
            MergedRange(top + 1, left_column + 1, bottom, right)
            for top, bottom, left_column, right in found_sheet.merged_cells
        ]
        # Faults are cells with errors such as #DIV/0!.
        errors: dict[int, tuple[int, int]] = {}
        for row in range(found_sheet.nrows):
            kinds = found_sheet.row_types(row)
            if xlrd.XL_CELL_ERROR not in kinds:
                continue
            for column, kind in enumerate(kinds, start=1):
                if kind == xlrd.XL_CELL_ERROR:
                    count, first = errors.get(column, (0, row + 1))
                    errors[column] = (count + 1, first)
        hidden = (
            _count_hidden(found_sheet.rowinfo_map, found_sheet.nrows),
            _count_hidden(found_sheet.colinfo_map, found_sheet.ncols),
        )
        return BookSheet(
            self._rows(found_sheet), merges, SheetFaults(errors), found_sheet.nrows, *hidden
        )

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
            for position, kind in enumerate(kinds):
                if kind == xlrd.XL_CELL_DATE:
                    is_day = self._shows_days(sheet.cell_xf_index(row, position))
                    if is_day and not (
                        not is_suspect(NumberDisplay.DAY, values[position], bool(mode))
                        or (mode == 1 and 0 <= values[position] < 1)
                    ):
                        raise CannotRead("cell-is-no-day", row + 1, letters(position + 1))
                    cells[position] = (
                        xlrd.xldate_as_datetime(values[position], mode)
                        if is_day
                        else timedelta(days=values[position])
                    )
            yield row + 1, 1, cells

    def _shows_days(self, style: int) -> bool:
        """Check whether a format shows days, not only hours."""
        if style not in self._days:
            key = self._book.xf_list[style].format_key
            self._days[style] = (
                display_of(self._book.format_map[key].format_str) is NumberDisplay.DAY
            )
        return self._days[style]


def _count_hidden(infos: Mapping[int, Any], count: int) -> int:
    """Count the hidden rows or columns among the first `count`."""
    return sum(bool(info.hidden) for position, info in infos.items() if position < count)


@contextmanager
def _without_twins() -> Iterator[None]:
    """Make xlrd refuse duplicate cells of a sheet: it would use the last."""
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
