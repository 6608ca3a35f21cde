"""Looks at the head of a workbook: guesses how its table is laid out, shows its first rows."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from core.io.column_names import name_problems
from core.io.csv_sample import CutSample
from core.io.findings import Guess, Preview, Probe
from core.io.guess_layout import guess_header
from core.io.guess_missing import guess_missing
from core.io.sheet_child import Request
from core.io.sheet_process import sheet_cells
from core.io.sheet_table import SheetTable, sheet_table
from core.io.tagged_cells import TaggedCells, spelled_cells
from core.io.workbook import Workbook, opened_workbook
from core.jobs import Job
from core.model import FileKind, ReadOptions

# Rows above the table, or blank ones in it, are read besides those shown.
_SPARE_ROWS = 50
_PROBED_ROWS = 500


def probe_xlsx(path: Path) -> Probe:
    """Guess sheet, header and missing codes; see `core.io.probing.probe`."""
    with opened_workbook(path) as (workbook, _):
        sheet, guess = _guess_sheet(workbook)
        reasons = [Guess("kind", "guess-kind-workbook", value="xlsx"), guess]
        table = _head(workbook, ReadOptions(sheet=sheet), _PROBED_ROWS)
        sheets = tuple(part.name for part in workbook.sheets)
    options = ReadOptions(sheet=sheet)
    if table is not None:
        cut = CutSample(table.rows.tolist(), _texts(table), complete=False)
        header, header_guess = guess_header(cut, ".")
        missing, hints = guess_missing(cut, ".", header)
        reasons += [header_guess, *hints]
        options = ReadOptions(header=header, sheet=sheet, missing=missing)
    return Probe(FileKind.XLSX, options, tuple(reasons), sheets)


def _guess_sheet(workbook: Workbook) -> tuple[str, Guess]:
    sheet = workbook.sheet(None)
    code = "guess-sheet-only" if len(workbook.sheets) == 1 else "guess-sheet-first"
    params = {"sheet": sheet.name, "count": len(workbook.sheets)}
    return sheet.name, Guess("sheet", code, params, sheet.name)


def preview_xlsx(path: Path, options: ReadOptions, rows: int) -> Preview:
    """Return the first rows of a sheet; see `core.io.previewing.preview`."""
    with opened_workbook(path) as (workbook, _):
        table = _head(workbook, options, rows)
    if table is None:
        return Preview((), (), False)
    lines = _texts(table)
    if not options.header:
        names = tuple(f"column_{i}" for i in range(1, len(table.columns) + 1))
        return Preview(names, lines[:rows], _more(table, lines, rows))
    problems = name_problems(lines[0], int(table.rows[0]))
    return Preview(lines[0], lines[1 : rows + 1], _more(table, lines, rows + 1), problems)


def _more(table: SheetTable, lines: tuple[tuple[str, ...], ...], shown: int) -> bool:
    return len(lines) > shown or not table.cells.complete


def _head(workbook: Workbook, options: ReadOptions, rows: int) -> SheetTable | None:
    """Read about so many rows of the chosen sheet; ``None`` if they are empty."""
    sheet = workbook.sheet(options.sheet)
    request = Request(
        str(workbook.path.absolute()),
        sheet.name,
        sheet.part,
        workbook.size(sheet.part),
        rows + _SPARE_ROWS,
    )
    cells = sheet_cells(request, Job(), lambda _: None)
    return sheet_table(cells, options.header) if len(cells.rows) else None


def _texts(table: SheetTable) -> tuple[tuple[str, ...], ...]:
    """Return all rows of a small table as text, header included."""
    columns: list[pa.Array] = []
    for column in table.columns.tolist():
        tags, values = table.column_cells(column)
        columns.append(spelled_cells(TaggedCells(tags, values, table.cells.texts)).to_pylist())
    return tuple(zip(*columns, strict=True))
