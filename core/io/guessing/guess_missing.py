"""Finds texts and numbers in a sample that may be missing codes.

Numbers may be codes if they stand apart from the others of their column, as -1 or 99 often do.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.array_types import Floats, Ints
from core.io.findings import Guess
from core.io.guessing.cut_sample import CutSample
from core.io.guessing.guess_header import are_values

_BELOW = ("-1", "-2", "-3", "-7")
# 7, 8, 9; 97, 98, 99; and so on.
_ABOVE = tuple(tuple(str(10**digits - n) for n in (3, 2, 1)) for digits in range(1, 7))

APART_CODES = (*_BELOW, *(code for family in _ABOVE for code in family))
"""Numbers that are codes only where they stand apart."""

# Below it a code may be a slip; one digit is also the count of something.
_LEAST_COUNT, _LEAST_SHARE = 2, 0.01
_MOST_OF_ONE_DIGIT, _MOST_SHARE = 5, 0.75

TEXT_CODES = ("NA", "N/A", "n/a", "#N/A", ".", "-", "NULL", "null", "NaN", "nan", "?", "*")
# Never accepted without the user, because they may be values.
NUMBER_CODES = ("-9", "-99", "-999", "-9999")
# Where -9 is "no answer", -8 is "does not apply" or "not asked".
_HINTED = (*NUMBER_CODES, "-8", "-88", "-888", "-8888")
USUAL_NUMBERS = frozenset(map(float, (*_HINTED, *APART_CODES)))
"""Numbers that are codes in many files."""
_SOUGHT = (*_HINTED, *APART_CODES)

# Further columns are not examined.
_COLUMNS = 500
# Maximum number of columns named for a code.
_NAMED = 8


def codes_apart(cells: pa.Array, decimal: str, codes: tuple[str, ...]) -> frozenset[str]:
    """Find which of `APART_CODES` stand apart from the other numbers of a column.

    A negative number does if no other number is below zero, apart from codes. One that consists of
    nines, or is at most two less, does if all others are far below and it is no rare value.

    Parameters
    ----------
    cells : pyarrow.Array of string, shape (n,)
        Without missing cells; not all need be numbers.
    codes : tuple of str
        Further numbers that are taken for codes.
    """
    code_index = pc.fill_null(pc.index_in(cells, pa.array(APART_CODES)), -1)
    places = code_index.to_numpy(zero_copy_only=False)
    counted: list[int] = np.bincount(places + 1, minlength=len(APART_CODES) + 1)[1:].tolist()
    counts = dict(zip(APART_CODES, counted, strict=True))
    if not any(counts.values()):
        return frozenset()
    try:
        values = pc.cast(pc.replace_substring(cells, decimal, "."), pa.float64())
    except pa.ArrowInvalid:
        # One of the cells is no number, such as a date.
        return frozenset()
    numbers: Floats = values.to_numpy(zero_copy_only=False)
    return frozenset((*_below(numbers, counts, codes), *_above(numbers, counts, codes)))


def _below(
    numbers: Floats,
    counts: dict[str, int],
    codes: tuple[str, ...],
) -> list[str]:
    other_numbers = numbers[~np.isin(numbers, [float(code) for code in (*_BELOW, *codes)])]
    if not len(other_numbers) or other_numbers.min() < 0:
        return []
    # -1, 0 and 1 are a scale.
    far = [code for code in _BELOW if other_numbers.max() > -float(code)]
    return [code for code in far if counts[code] >= _LEAST_COUNT]


def _above(
    numbers: Floats,
    counts: dict[str, int],
    codes: tuple[str, ...],
) -> list[str]:
    far_codes = []
    for family in _ABOVE:
        other_numbers = numbers[
            ~np.isin(numbers, [float(code) for code in (*family, *_BELOW, *codes)])
        ]
        one_digit = len(family[0]) == 1
        upper_bound = _MOST_OF_ONE_DIGIT if one_digit else _MOST_SHARE * float(family[-1])
        enough = max(_LEAST_COUNT, _LEAST_SHARE * len(numbers))
        often = sum(counts[code] for code in family) >= enough and counts[family[-1]] > 0
        if often and len(other_numbers) and other_numbers.max() <= upper_bound:
            far_codes += [code for code in family if counts[code]]
    return far_codes


def guess_missing(
    cut: CutSample, decimal: str, header: bool
) -> tuple[tuple[str, ...], list[Guess]]:
    """Guess the accepted missing codes, and all candidates with reasons.

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
        sample_cells = cut.column(index)
        cells = sample_cells.slice(int(header))
        here, coded = _count(cells, codes), _count(cells, _SOUGHT)
        counts += here
        name = sample_cells[0].as_py() if header and len(sample_cells) else str(index + 1)
        present = cells.filter(pc.invert(pc.is_in(cells, pa.array(codes))))
        if len(present) and are_values(present, decimal).all():
            among += here
            numbers |= coded > 0
            for code in codes_apart(present, decimal, _HINTED):
                apart[code].append(name)
        for code, count in zip(_SOUGHT, coded.tolist(), strict=True):
            if count:
                places[code].append((name, count))
    accepted = ("", *(code for code, count in zip(TEXT_CODES, among[1:], strict=True) if count))
    hints = [
        _number_guess(code, places[code], apart.get(code, []))
        for code, is_there in zip(_SOUGHT, numbers.tolist(), strict=True)
        if is_there and apart.get(code, True)
    ]
    return accepted, [*_guesses(codes, counts, among), *hints]


def _count(cells: pa.Array, codes: tuple[str, ...]) -> Ints:
    """Count the frequency of each code in the cells."""
    code_index = pc.fill_null(pc.index_in(cells, pa.array(codes)), -1).to_numpy(
        zero_copy_only=False
    )
    return np.bincount(code_index + 1, minlength=len(codes) + 1)[1:]


def _guesses(
    codes: tuple[str, ...],
    counts: Ints,
    among: Ints,
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
    """Build the guess on a number, with all columns in which it would be missing."""
    listed_columns = [f"{name} ({count:,})" for name, count in places[:_NAMED]]
    params = {
        "code": code,
        "count": sum(count for _, count in places),
        "columns": [*listed_columns, *(["…"] if len(places) > _NAMED else [])],
    }
    reason = "guess-missing-number" if len(places) > 1 else "guess-missing-number-one-column"
    if apart:
        params["apart"] = [*apart[:_NAMED], *(["…"] if len(apart) > _NAMED else [])]
        reason = "guess-missing-apart" if len(places) > 1 else "guess-missing-apart-one-column"
    return Guess("missing", reason, params, code, False)
