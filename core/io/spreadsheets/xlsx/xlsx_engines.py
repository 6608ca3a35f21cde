"""The two readers of sheets; they give the same cells.

calamine is fast, but it lays the sheet out as a rectangle: one stray cell in the last corner
asks for hundreds of gigabytes and ends the process. openpyxl in its read-only way goes row by
row, whatever the sheet's extent, and ten times slower.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any


class Engine(StrEnum):
    """Which library reads the cells."""

    CALAMINE = "calamine"
    OPENPYXL = "openpyxl"


Rows = Iterator[tuple[int, int, Sequence[object]]]


def sheet_rows(engine: Engine, path: str, sheet: str) -> Rows:
    """Yield each row's number and its first cell's column, counted from 1, and its cells."""
    return _by_calamine(path, sheet) if engine is Engine.CALAMINE else _by_openpyxl(path, sheet)


def _by_calamine(path: str, sheet: str) -> Rows:
    from python_calamine import CalamineWorkbook

    found = CalamineWorkbook.from_path(path).get_sheet_by_name(sheet)
    if found.start is None:
        return
    # Rows come from the first of the sheet on, but columns from the first that is filled.
    column = found.start[1] + 1
    for index, cells in enumerate(found.iter_rows(), start=1):
        yield index, column, cells


class _Texts(list[str]):
    """The shared texts; a place before the first is none, as one behind the last."""

    def __getitem__(self, place: Any) -> Any:
        if place < 0:
            raise IndexError(place)
        return super().__getitem__(place)


def _by_openpyxl(path: str, sheet: str) -> Rows:
    from openpyxl import load_workbook

    # Handed over open, since openpyxl looks at the name of a path and not at the content.
    with Path(path).open("rb") as handle, warnings.catch_warnings():
        # Of styles and extensions that have no meaning for the values.
        warnings.simplefilter("ignore")
        book = load_workbook(handle, read_only=True, data_only=True, keep_links=False)
        found = book[sheet]
        found._shared_strings = _Texts(found._shared_strings)
        # What the file says of its extent need not be true.
        found.reset_dimensions()
        for index, cells in enumerate(found.iter_rows(values_only=True), start=1):
            yield index, 1, cells
