"""Guesses the decimal sign, and what the cells of a sample are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.io.csv_sample import CutSample
from core.io.findings import Guess
from core.io.raw import RawColumn
from core.io.typed_columns import Cells, Grammar
from core.jobs import Job
from core.kernels import cells, delimited

NUMERIC = (cells.INTEGER, cells.NUMBER, cells.LONG_NUMBER)
DATES = tuple(range(cells.DATE_DASH_YMD, cells.CLASSES))


def column_cells(
    cut: CutSample, index: int, decimal: str, codes: tuple[str, ...]
) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """Return the class and the missing code of each cell of a column of the sample.

    Parameters
    ----------
    cut : CutSample
        The sample; records with another number of cells are left out.
    index : int
        Which column.
    decimal : str
        Decimal sign.
    codes : tuple of str
        Missing codes to look for.

    Returns
    -------
    tuple of numpy.ndarray of uint8 and of int16, shape (records,)
        As the kernel `classify` gives them; the header is the first.
    """
    whole = np.diff(cut.firsts) == cut.columns
    at = cut.firsts[:-1][whole] + index
    starts, ends, styles = cut.starts[at], cut.ends[at], cut.styles[at]
    offsets = np.empty(len(at) + 1, dtype=np.int32)
    text = np.empty(int((ends - starts).sum(dtype=np.int64)), dtype=np.uint8)
    delimited.gather(cut.block, starts, ends, styles, offsets, text)
    found = Cells.empty(len(at))
    found.classify(RawColumn("", [(offsets, text)]), Grammar(decimal, codes), False, Job())
    return found.classes, found.code


def guess_decimal(cut: CutSample, delimiter: str) -> tuple[str, Guess]:
    """Return the decimal sign under which more cells are numbers, and why."""
    if delimiter == ",":
        return ".", Guess("decimal", "guess-decimal-delimiter", {}, ".")
    found = {sign: _fractions(cut, sign) for sign in (".", ",")}
    best = "," if found[","] > found["."] else "."
    if not found[best]:
        return ".", Guess("decimal", "guess-decimal-none", {}, ".")
    code = "guess-decimal-comma" if best == "," else "guess-decimal-point"
    return best, Guess("decimal", code, {"count": found[best]}, best)


def _fractions(cut: CutSample, decimal: str) -> int:
    """Count the cells that are numbers with a decimal sign."""
    kinds = (cells.NUMBER, cells.LONG_NUMBER)
    return sum(
        int(np.isin(column_cells(cut, i, decimal, ())[0], kinds).sum())
        for i in range(min(cut.columns, 100))
    )
