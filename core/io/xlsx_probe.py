"""Looks at a workbook and guesses how its table is laid out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.io.csv_sample import CutSample
from core.io.findings import Guess, Probe
from core.io.guess_header import guess_header
from core.io.guess_missing import guess_missing
from core.io.workbook import Workbook, opened_workbook
from core.io.xlsx_preview import head_table, table_texts
from core.kernels import delimited
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
        cut = _as_sample(table_texts(table), table.rows)
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


def _as_sample(rows: Sequence[Sequence[str]], numbers: NDArray[np.int64]) -> CutSample:
    """Lay rows of texts out like the cut sample of a text file, for the same guesses."""
    coded = [cell.encode("utf-8") for row in rows for cell in row]
    ends = np.cumsum([len(cell) for cell in coded]).astype(np.int32)
    starts = np.concatenate([[0], ends[:-1]]).astype(np.int32)
    firsts = np.arange(len(rows) + 1, dtype=np.int32) * len(rows[0])
    return CutSample(
        np.frombuffer(b"".join(coded), dtype=np.uint8),
        starts,
        ends,
        np.full(len(coded), delimited.BARE, dtype=np.uint8),
        firsts,
        numbers,
        0,
        False,
        (),
    )
