"""Finds numbers that stand apart from the others of their column, as codes such as -1 or 99 do."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

_BELOW = ("-1", "-2", "-3", "-7")
# 7, 8, 9; 97, 98, 99; and so on.
_ABOVE = tuple(tuple(str(10**digits - n) for n in (3, 2, 1)) for digits in range(1, 7))

APART_CODES = (*_BELOW, *(code for family in _ABOVE for code in family))
"""Numbers that are codes only where they stand apart."""

# Below it a code may be a slip; one digit is also the count of something.
_LEAST_COUNT, _LEAST_SHARE = 2, 0.01
_MOST_OF_ONE_DIGIT, _MOST_SHARE = 5, 0.75


def codes_apart(cells: pa.Array, decimal: str, codes: tuple[str, ...]) -> frozenset[str]:
    """Return which of `APART_CODES` stand apart from the other numbers of a column.

    A negative number does if no other number is below zero, apart from codes. One that consists of
    nines, or is at most two less, does if all others are far below and it is no rare value.

    Parameters
    ----------
    cells : pyarrow.Array of string, shape (n,)
        Without missing cells; not all need be numbers.
    decimal : str
        The decimal mark.
    codes : tuple of str
        Further numbers that are taken for codes.
    """
    found = pc.fill_null(pc.index_in(cells, pa.array(APART_CODES)), -1)
    places = found.to_numpy(zero_copy_only=False)
    counted: list[int] = np.bincount(places + 1, minlength=len(APART_CODES) + 1)[1:].tolist()
    counts = dict(zip(APART_CODES, counted, strict=True))
    if not any(counts.values()):
        return frozenset()
    try:
        values = pc.cast(pc.replace_substring(cells, decimal, "."), pa.float64())
    except pa.ArrowInvalid:
        # One of the cells is no number, such as a date.
        return frozenset()
    numbers: NDArray[np.float64] = values.to_numpy(zero_copy_only=False)
    return frozenset((*_below(numbers, counts, codes), *_above(numbers, counts, codes)))


def _below(
    numbers: NDArray[np.float64],
    counts: dict[str, int],
    codes: tuple[str, ...],
) -> list[str]:
    rest = numbers[~np.isin(numbers, [float(code) for code in (*_BELOW, *codes)])]
    if not len(rest) or rest.min() < 0:
        return []
    # -1, 0 and 1 are a scale.
    far = [code for code in _BELOW if rest.max() > -float(code)]
    return [code for code in far if counts[code] >= _LEAST_COUNT]


def _above(
    numbers: NDArray[np.float64],
    counts: dict[str, int],
    codes: tuple[str, ...],
) -> list[str]:
    found = []
    for family in _ABOVE:
        rest = numbers[~np.isin(numbers, [float(code) for code in (*family, *_BELOW, *codes)])]
        one_digit = len(family[0]) == 1
        most = _MOST_OF_ONE_DIGIT if one_digit else _MOST_SHARE * float(family[-1])
        enough = max(_LEAST_COUNT, _LEAST_SHARE * len(numbers))
        often = sum(counts[code] for code in family) >= enough and counts[family[-1]] > 0
        if often and len(rest) and rest.max() <= most:
            found += [code for code in family if counts[code]]
    return found
