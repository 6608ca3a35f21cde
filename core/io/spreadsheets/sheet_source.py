"""Workbooks of any format, and requests for their sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.io.format import Format
from core.io.spreadsheets.sheet_cells import SheetCells
from core.jobs import Job


@dataclass(frozen=True, slots=True, eq=False)
class SheetData:
    """Cells of a sheet, its name, and the names of all sheets of the workbook."""

    cells: SheetCells
    name: str
    sheets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A request for a sheet, by name or the first visible one, with all rows or about `rows`."""

    path: Path
    sheet: str | None
    rows: int | None = None


Reached = Callable[[float], None]
# Reads a sheet, or raises `Refused` or `Cancelled`; reports the finished share of the work.
FindSheet = Callable[[SheetRequest, Job, Reached], SheetData]


@dataclass(frozen=True, slots=True)
class SheetFile:
    """The path of a workbook, its format, the code of its sentence, and its reader."""

    path: Path
    form: Format
    guess: str
    find: FindSheet
