"""What a column of numbers suggests to the steps that recode it."""

from __future__ import annotations

from math import ceil, floor, log10

import numpy as np

from core.model import Column, ColumnKind
from core.model.declared_types import as_written
from desktop_app.text import number, tr
from desktop_app.text.figures import have_four_digits
from desktop_app.text.numbers import plain
from desktop_app.wizard.preparing.ground import NUMBERS

_TAIL = 0.995
_DIGITS, _FEWEST_DIGITS = 15, 2
_SAMPLE = 20_000


def proposed_limit(column: Column, *, is_top: bool) -> int | float:
    """Return the limit beyond which one value in two hundred lies; 0 without values."""
    present = _some(column)
    if len(present) == 0:
        return 0
    at = ceil(_TAIL * len(present)) - 1 if is_top else floor((1 - _TAIL) * len(present))
    values = column.values[~column.missing]
    end = float(values.max() if is_top else values.min())
    return _within(float(np.sort(present)[at]), end, up=is_top)


def facts_of(column: Column) -> str:
    """Return the range of a column of numbers in words, from some of its records."""
    present = column.values[~column.missing]
    if column.kind not in NUMBERS or len(present) == 0:
        return ""
    ends = (as_written(float(present.min())), as_written(float(present.max())))
    least, most = (plain(e) if are_codes(column) else number(e, _DIGITS) for e in ends)
    return tr("Numbers from {least} to {most}.", least=least, most=most)


def _some(column: Column) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return values spread over the file: enough to propose a number, and soon looked at."""
    present = column.values[~column.missing]
    step = max(1, len(present) // _SAMPLE)
    found = present[::step].astype(np.float64)
    return found[np.isfinite(found)]


def are_codes(column: Column) -> bool:
    """Return whether the values are years or codes, which are written without thousands signs."""
    present = column.values[~column.missing]
    if column.kind is not ColumnKind.INTEGER or len(present) == 0:
        return False
    return have_four_digits(float(present.min()), float(present.max()))


def _within(value: float, end: float, *, up: bool) -> int | float:
    """Return a near number of few digits and zeros that does not lie beyond the `end` of all.

    Two digits show no amount of the file; years and the like differ in later ones.
    """
    turn = ceil if up else floor
    for digits in range(_FEWEST_DIGITS, _DIGITS) if value else ():
        unit = 10.0 ** (floor(log10(abs(value))) - digits + 1)
        found = as_written(float(f"{turn(value / unit) * unit:.12g}"))
        if found <= end if up else found >= end:
            return found
    return as_written(value)


def proposed_size(column: Column, parts: int) -> int | float:
    """Return a round size of which about so many make the largest value."""
    present = np.abs(_some(column))
    most = float(present.max()) if len(present) else 0.0
    if most <= 0:
        return 1
    raw = most / parts
    unit = 10.0 ** floor(log10(raw))
    found = next(unit * step for step in (1, 2, 5, 10) if unit * step >= raw)
    least = 1.0 if column.kind is ColumnKind.INTEGER else found
    return as_written(float(f"{max(found, least):.12g}"))
