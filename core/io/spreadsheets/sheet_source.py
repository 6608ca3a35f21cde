"""A sheet's cells, whatever kind the workbook is of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.io.file_kinds import refuse_unless
from core.io.files.input_files import opened, refuse
from core.io.spreadsheets.sheet_cells import SheetCells
from core.io.spreadsheets.workbook_child import BookRequest
from core.io.spreadsheets.workbook_process import book_cells
from core.io.spreadsheets.xlsx.xlsx_child import Request
from core.io.spreadsheets.xlsx.xlsx_process import sheet_cells
from core.io.spreadsheets.xlsx.xlsx_workbook import opened_workbook
from core.jobs import Job
from core.model import FileKind


@dataclass(frozen=True, slots=True, eq=False)
class FoundSheet:
    """Cells of a sheet, its name, and the names of all sheets of the workbook."""

    cells: SheetCells
    name: str
    sheets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetWish:
    """Which sheet is wanted: by name, or the first that is seen; all rows or about so many."""

    path: Path
    kind: FileKind
    sheet: str | None
    rows: int | None = None


def found_sheet(
    wish: SheetWish, job: Job, reached: Callable[[float], None] = lambda _: None
) -> FoundSheet:
    """Read a sheet; `reached` is told which share of the work is done, 0 to 1.

    Raises
    ------
    Refused, Cancelled
        If it cannot be read, or the job was asked to stop.
    """
    if wish.kind is FileKind.XLSX:
        return _of_xlsx(wish, job, reached)
    with opened(wish.path) as handle:
        refuse_unless(wish.kind, handle, wish.path)
    request = BookRequest(str(wish.path.absolute()), wish.kind, wish.sheet, wish.rows)
    names, name, cells = book_cells(request, job, reached)
    return FoundSheet(cells, name, names)


def _of_xlsx(wish: SheetWish, job: Job, reached: Callable[[float], None]) -> FoundSheet:
    with opened_workbook(wish.path) as (workbook, _):
        sheet = workbook.sheet(wish.sheet)
        path, size = str(wish.path.absolute()), workbook.size(sheet.part)
        request = Request(
            path,
            sheet.name,
            sheet.part,
            size,
            workbook.styles,
            workbook.shared,
            workbook.from_1904,
            wish.rows,
        )
        cells = sheet_cells(request, job, reached)
        return FoundSheet(cells, sheet.name, tuple(part.name for part in workbook.sheets))


def refuse_empty(found: FoundSheet, path: Path) -> None:
    """Raise `Refused` if the sheet holds nothing."""
    if not len(found.cells.rows):
        raise refuse("sheet-empty", path, sheet=found.name)
