"""The two readers of sheets; they give the same cells.

calamine is fast, but it lays the sheet out as a rectangle: one stray cell in the last corner
asks for hundreds of gigabytes and ends the process. openpyxl in its read-only way goes row by
row, whatever the sheet's extent, and ten times slower.
"""

from __future__ import annotations

import datetime
import warnings
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from core.io.sheet_cells import BOOLEAN, DATE, NUMBER, TEXT, TIME

_EPOCH = datetime.datetime(1970, 1, 1)
_DAY_SECONDS = 86_400


class Engine(StrEnum):
    """Which library reads the cells."""

    CALAMINE = "calamine"
    OPENPYXL = "openpyxl"


Rows = Iterator[tuple[int, int, Sequence[object]]]
Cell = tuple[int, float, str | None]


def sheet_rows(engine: Engine, path: str, sheet: str) -> Rows:
    """Yield each row's number and its first cell's column, counted from 1, and its cells."""
    return _by_calamine(path, sheet) if engine is Engine.CALAMINE else _by_openpyxl(path, sheet)


def _by_calamine(path: str, sheet: str) -> Rows:
    from python_calamine import CalamineWorkbook

    found = CalamineWorkbook.from_path(path).get_sheet_by_name(sheet)
    if found.start is None:
        return
    row, column = found.start
    for index, cells in enumerate(found.iter_rows(), start=row + 1):
        yield index, column + 1, cells


def _by_openpyxl(path: str, sheet: str) -> Rows:
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        # Of styles and extensions that have no meaning for the values.
        warnings.simplefilter("ignore")
        book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
        found = book[sheet]
        # What the file says of its extent need not be true.
        found.reset_dimensions()
        for index, cells in enumerate(found.iter_rows(values_only=True), start=1):
            yield index, 1, cells


def _truth(value: bool) -> Cell:
    return BOOLEAN, float(value), None


def _number(value: float) -> Cell:
    return NUMBER, float(value), None


def _moment(value: datetime.datetime) -> Cell:
    length = value.replace(tzinfo=None) - _EPOCH
    return DATE, length.days + _part(length), None


def _day(value: datetime.date) -> Cell:
    return DATE, float((value - _EPOCH.date()).days), None


def _clock(value: datetime.time) -> Cell:
    length = datetime.timedelta(
        hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond
    )
    return TIME, _part(length), None


def _length(value: datetime.timedelta) -> Cell:
    return TIME, value.days + _part(value), None


def _part(length: datetime.timedelta) -> float:
    """Return the part of a day, to the millisecond: what a spreadsheet's number can tell."""
    return round(length.seconds + length.microseconds / 1e6, 3) / _DAY_SECONDS


def _text(value: str) -> Cell:
    # Lone halves of characters cannot be written anywhere.
    return TEXT, 0.0, value.encode("utf-8", errors="replace").decode("utf-8")


# By exact type: a bool is an int, a datetime a date.
CONVERSIONS: dict[type, Callable[..., Cell]] = {
    bool: _truth,
    int: _number,
    float: _number,
    str: _text,
    datetime.datetime: _moment,
    datetime.date: _day,
    datetime.time: _clock,
    datetime.timedelta: _length,
}
