"""Looks at a workbook and guesses how its table is laid out."""

from __future__ import annotations

from pathlib import Path

from core.io.csv_sample import CutSample
from core.io.findings import Guess, Probe
from core.io.guess_header import guess_header
from core.io.guess_missing import guess_missing
from core.io.workbook import Workbook, opened_workbook
from core.io.xlsx_preview import head_table, table_texts
from core.model import FileKind, ReadOptions

_ROWS = 500


def probe_xlsx(path: Path) -> Probe:
    """Guess sheet, header and missing codes; see `core.io.probing.probe`."""
    with opened_workbook(path) as (workbook, _):
        sheet, guess = _guess_sheet(workbook)
        reasons = [Guess("kind", "guess-kind-workbook", value="xlsx"), guess]
        table = head_table(workbook, ReadOptions(sheet=sheet), _ROWS)
        sheets = tuple(part.name for part in workbook.sheets)
    options = ReadOptions(sheet=sheet)
    if table is not None:
        cut = CutSample(table.rows.tolist(), table_texts(table), complete=False)
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
