"""The two readers of sheets, which return the same cells.

calamine is fast, but it stores the sheet as a rectangle: a single stray cell in the last corner
needs hundreds of gigabytes and crashes the process. openpyxl in read-only mode reads row by row,
regardless of the sheet's extent, and is ten times slower.
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
    if engine is Engine.OPENPYXL:
        yield from _by_openpyxl(path, sheet)
        return
    from python_calamine import CalamineWorkbook

    sheet_found = CalamineWorkbook.from_path(path).get_sheet_by_name(sheet)
    if sheet_found.start is None:
        return
    # Rows start with the first row of the sheet, but columns with the first filled one.
    column = sheet_found.start[1] + 1
    for index, cells in enumerate(sheet_found.iter_rows(), start=1):
        yield index, column, cells


class _Texts(list[str]):
    """The shared strings; a negative index is invalid, like one beyond the end."""

    def __getitem__(self, index: Any) -> Any:
        if index < 0:
            raise IndexError(index)
        return super().__getitem__(index)


def _by_openpyxl(path: str, sheet: str) -> Rows:
    from openpyxl import load_workbook

    # Passed as an open file, because openpyxl checks the suffix of a path and not the content.
    with Path(path).open("rb") as handle, warnings.catch_warnings():
        # About styles and extensions that do not affect the values.
        warnings.simplefilter("ignore")
        book = load_workbook(handle, read_only=True, data_only=True, keep_links=False)
        sheet_found = book[sheet]
        sheet_found._shared_strings = _Texts(sheet_found._shared_strings)
        # The extent stated in the file may be wrong.
        sheet_found.reset_dimensions()
        for index, cells in enumerate(sheet_found.iter_rows(values_only=True), start=1):
            yield index, 1, cells
