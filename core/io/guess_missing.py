"""Finds texts and numbers in a sample that may stand for missing values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.io.csv_sample import CutSample
from core.io.findings import Guess
from core.io.guess_numbers import DATES, NUMERIC, column_cells
from core.kernels import cells

TEXT_CODES = ("NA", "N/A", "n/a", "#N/A", ".", "-", "NULL", "null", "NaN", "nan", "?", "*")
# Never taken without the user: they may be values.
NUMBER_CODES = ("-9", "-99", "-999", "-9999")

# More columns are not looked at.
_COLUMNS = 500


def guess_missing(
    cut: CutSample, decimal: str, header: bool
) -> tuple[tuple[str, ...], list[Guess]]:
    """Return the missing codes that are taken, and all that were seen with the reason.

    An empty cell is always missing. A text code is taken if it stands in a column whose other
    cells are numbers or dates; elsewhere it is a hint only (NA may be Namibia), and so are
    numbers such as -999.
    """
    codes = ("", *TEXT_CODES)
    counts = np.zeros(len(codes), dtype=np.int64)
    among = np.zeros(len(codes), dtype=np.int64)
    numbers = np.zeros(len(NUMBER_CODES), dtype=np.int64)
    for index in range(min(cut.columns, _COLUMNS)):
        classes, found = (part[int(header) :] for part in column_cells(cut, index, decimal, codes))
        here = np.bincount(found + 1, minlength=len(codes) + 1)[1:]
        counts += here
        present = classes[classes != cells.MISSING]
        valued = np.isin(present, (*NUMERIC, *DATES))
        if len(present) and valued.all():
            among += here
            coded = column_cells(cut, index, decimal, NUMBER_CODES)[1][int(header) :]
            numbers += np.bincount(coded + 1, minlength=len(NUMBER_CODES) + 1)[1:]
    taken = ("", *(code for code, count in zip(TEXT_CODES, among[1:], strict=True) if count))
    return taken, _guesses(codes, counts, among, numbers)


def _guesses(
    codes: tuple[str, ...],
    counts: NDArray[np.int64],
    among: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> list[Guess]:
    """Put the counts into words."""
    made = []
    for code, count, valued in zip(codes, counts.tolist(), among.tolist(), strict=True):
        if not count:
            continue
        reason = "guess-missing-empty" if code == "" else "guess-missing-text"
        if code and valued:
            reason = "guess-missing-among-numbers"
        params = {"code": code, "count": valued or count}
        made.append(Guess("missing", reason, params, code, code == "" or bool(valued)))
    for code, count in zip(NUMBER_CODES, numbers.tolist(), strict=True):
        if count:
            params = {"code": code, "count": count}
            made.append(Guess("missing", "guess-missing-number", params, code, False))
    return made
