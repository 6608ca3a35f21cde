"""Finds texts and numbers in a sample that may be missing codes."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.io.findings import Guess
from core.io.guessing.codes_apart import APART_CODES, codes_apart
from core.io.guessing.cut_sample import CutSample
from core.io.guessing.guess_header import valued

TEXT_CODES = ("NA", "N/A", "n/a", "#N/A", ".", "-", "NULL", "null", "NaN", "nan", "?", "*")
# Never accepted without the user, because they may be values.
NUMBER_CODES = ("-9", "-99", "-999", "-9999")
# Where -9 is "no answer", -8 is "does not apply" or "not asked".
_HINTED = (*NUMBER_CODES, "-8", "-88", "-888", "-8888")
_SOUGHT = (*_HINTED, *APART_CODES)

# Further columns are not examined.
_COLUMNS = 500
# Maximum number of columns named for a code.
_NAMED = 8


def guess_missing(
    cut: CutSample, decimal: str, header: bool
) -> tuple[tuple[str, ...], list[Guess]]:
    """Return the accepted missing codes, and all candidates with reasons.

    An empty cell is always missing. A text code is accepted if it occurs in a column whose other
    cells are numbers or dates; elsewhere it is only a hint (NA may be Namibia), and so are numbers
    such as -999, and those that stand apart in a column.
    """
    codes = ("", *TEXT_CODES)
    counts = np.zeros(len(codes), dtype=np.int64)
    among = np.zeros(len(codes), dtype=np.int64)
    numbers = np.zeros(len(_SOUGHT), dtype=np.bool_)
    places: dict[str, list[tuple[str, int]]] = {code: [] for code in _SOUGHT}
    apart: dict[str, list[str]] = {code: [] for code in APART_CODES}
    for index in range(min(cut.columns, _COLUMNS)):
        whole = cut.column(index)
        cells = whole.slice(int(header))
        here, coded = _count(cells, codes), _count(cells, _SOUGHT)
        counts += here
        name = whole[0].as_py() if header and len(whole) else str(index + 1)
        present = cells.filter(pc.invert(pc.is_in(cells, pa.array(codes))))
        if len(present) and valued(present, decimal).all():
            among += here
            numbers |= coded > 0
            for code in codes_apart(present, decimal, _HINTED):
                apart[code].append(name)
        for code, count in zip(_SOUGHT, coded.tolist(), strict=True):
            if count:
                places[code].append((name, count))
    taken = ("", *(code for code, count in zip(TEXT_CODES, among[1:], strict=True) if count))
    hints = [
        _number_guess(code, places[code], apart.get(code, []))
        for code, is_there in zip(_SOUGHT, numbers.tolist(), strict=True)
        if is_there and apart.get(code, True)
    ]
    return taken, [*_guesses(codes, counts, among), *hints]


def _count(cells: pa.Array, codes: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the frequency of each code in the cells."""
    found = pc.fill_null(pc.index_in(cells, pa.array(codes)), -1).to_numpy(zero_copy_only=False)
    return np.bincount(found + 1, minlength=len(codes) + 1)[1:]


def _guesses(
    codes: tuple[str, ...],
    counts: NDArray[np.int64],
    among: NDArray[np.int64],
) -> list[Guess]:
    """Return the guesses with their reasons."""
    made = []
    for code, count, inside in zip(codes, counts.tolist(), among.tolist(), strict=True):
        if not count:
            continue
        reason = "guess-missing-empty" if code == "" else "guess-missing-text"
        if code and inside:
            reason = "guess-missing-among-numbers"
        # Empty cells of texts are missing, too; of other codes those among numbers count as proof.
        params = {"code": code, "count": (inside or count) if code else count}
        made.append(Guess("missing", reason, params, code, code == "" or bool(inside)))
    return made


def _number_guess(code: str, places: list[tuple[str, int]], apart: list[str]) -> Guess:
    """Return the guess on a number, with all columns in which it would be missing."""
    named = [f"{name} ({count:,})" for name, count in places[:_NAMED]]
    params = {
        "code": code,
        "count": sum(count for _, count in places),
        "columns": [*named, *(["…"] if len(places) > _NAMED else [])],
    }
    reason = "guess-missing-number" if len(places) > 1 else "guess-missing-number-one-column"
    if apart:
        params["apart"] = [*apart[:_NAMED], *(["…"] if len(apart) > _NAMED else [])]
        reason = "guess-missing-apart" if len(places) > 1 else "guess-missing-apart-one-column"
    return Guess("missing", reason, params, code, False)
