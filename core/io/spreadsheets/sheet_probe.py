"""Examines workbooks: guesses the layout of the table and previews its first rows."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from core.io.columns.column_names import name_problems
from core.io.columns.tagged_cells import TaggedCells, spelled_cells
from core.io.findings import DeclaredOptions, Guess, Preview, Probe
from core.io.guessing.cut_sample import CutSample
from core.io.guessing.guess_header import guess_header
from core.io.guessing.guess_missing import guess_missing
from core.io.spreadsheets.sheet_source import SheetData, SheetFile, SheetRequest
from core.io.spreadsheets.sheet_table import SheetTable, sheet_table
from core.jobs import Job
from core.model import ReadOptions

# Additional rows to read, for titles and blank rows.
_SPARE_ROWS = 50
_PROBED_ROWS = 500


def probe_sheet(file: SheetFile, given: DeclaredOptions) -> Probe:
    """Guess sheet, header and missing codes; see `core.io.probing.probe`."""
    kind = file.form.kind
    found = _found(file, given.sheet, _PROBED_ROWS + given.skip)
    reasons = [Guess("kind", file.guess, value=kind.value)]
    if not given.sheet:
        code = "guess-sheet-only" if len(found.sheets) == 1 else "guess-sheet-first"
        params = {"sheet": found.name, "count": len(found.sheets)}
        reasons.append(Guess("sheet", code, params, found.name))
    options = ReadOptions(sheet=found.name)
    table = _table(found, replace(options, skip=given.skip))
    if table is not None:
        cut = CutSample(table.rows.tolist(), _texts(table), complete=False)
        header, header_guess = guess_header(cut, ".")
        missing, hints = guess_missing(cut, ".", header)
        reasons += [header_guess, *hints]
        options = replace(options, header=header, missing=missing)
    return Probe(kind, options, tuple(reasons), found.sheets)


def preview_sheet(file: SheetFile, options: ReadOptions, rows: int) -> Preview:
    """Return the first rows of a sheet; see `core.io.probing.preview`."""
    found = _found(file, options.sheet, rows + options.skip)
    table = _table(found, options)
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


def _found(file: SheetFile, sheet: str | None, rows: int) -> SheetData:
    return file.find(SheetRequest(file.path, sheet, rows + _SPARE_ROWS), Job(), lambda _: None)


def _table(found: SheetData, options: ReadOptions) -> SheetTable | None:
    """Return the table in the cells read, or ``None`` if there are none."""
    if not (found.cells.rows > options.skip).any():
        return None
    return sheet_table(found.cells, options.header, options.skip)


def _texts(table: SheetTable) -> tuple[tuple[str, ...], ...]:
    """Return all rows of a small table as text, header included."""
    columns: list[pa.Array] = []
    for column in table.columns.tolist():
        tags, values = table.column_cells(column)
        columns.append(spelled_cells(TaggedCells(tags, values, table.cells.texts)).to_pylist())
    return tuple(zip(*columns, strict=True))
