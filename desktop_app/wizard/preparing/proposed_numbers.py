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
    """Propose a limit beyond which about one value in two hundred lies; 0 without values."""
    sample = _sample(column)
    if len(sample) == 0:
        return 0
    rank = ceil(_TAIL * len(sample)) - 1 if is_top else floor((1 - _TAIL) * len(sample))
    values = column.values[~column.missing]
    extreme = float(values.max() if is_top else values.min())
    return _shorten(float(np.sort(sample)[rank]), extreme, up=is_top)


def range_text(column: Column) -> str:
    """Write the range of a column of numbers; empty for other columns."""
    present = column.values[~column.missing]
    if column.kind not in NUMBERS or len(present) == 0:
        return ""
    ends = (as_written(float(present.min())), as_written(float(present.max())))
    lowest, highest = (plain(e) if are_codes(column) else number(e, _DIGITS) for e in ends)
    return tr("Numbers from {least} to {most}.", least=lowest, most=highest)


def _sample(column: Column) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Take values from all over the file: enough to propose a number, and few enough to sort."""
    present = column.values[~column.missing]
    step = max(1, len(present) // _SAMPLE)
    sample = present[::step].astype(np.float64)
    return sample[np.isfinite(sample)]


def are_codes(column: Column) -> bool:
    """Return whether the values are years or codes, which are written without thousands signs."""
    present = column.values[~column.missing]
    if column.kind is not ColumnKind.INTEGER or len(present) == 0:
        return False
    return have_four_digits(float(present.min()), float(present.max()))


def _shorten(value: float, extreme: float, *, up: bool) -> int | float:
    """Round to few digits, but not beyond the `extreme` of all values.

    Two digits show no amount of the file; years and the like differ in later ones.
    """
    turn = ceil if up else floor
    for digits in range(_FEWEST_DIGITS, _DIGITS) if value else ():
        unit = 10.0 ** (floor(log10(abs(value))) - digits + 1)
        rounded = as_written(float(f"{turn(value / unit) * unit:.12g}"))
        if rounded <= extreme if up else rounded >= extreme:
            return rounded
    return as_written(value)


def proposed_size(column: Column, parts: int) -> int | float:
    """Propose a round size that goes about `parts` times into the largest value."""
    sizes = np.abs(_sample(column))
    largest = float(sizes.max()) if len(sizes) else 0.0
    if largest <= 0:
        return 1
    exact_size = largest / parts
    unit = 10.0 ** floor(log10(exact_size))
    size = next(unit * step for step in (1, 2, 5, 10) if unit * step >= exact_size)
    smallest = 1.0 if column.kind is ColumnKind.INTEGER else size
    return as_written(float(f"{max(size, smallest):.12g}"))
