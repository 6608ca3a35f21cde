"""Figures that stand in one column of a table: as many decimals each, and the same separators."""

from __future__ import annotations

import math

from desktop_app.text.cells import day_text
from desktop_app.text.numbers import to_decimals
from desktop_app.text.translate import tr

_DIGITS = 4
_MOST_DECIMALS = 6
NONE = "–"
FIRST_YEAR, LAST_YEAR = 1800, 2100
"""Whole numbers between these are years, unless a column has others, too."""
_FOUR_DIGITS = (1000, 9999)


def decimals_for(spread: float) -> int:
    """Return how many decimals are meaningful given a standard deviation of `spread`."""
    if not math.isfinite(spread) or spread <= 0.0:
        return 2
    return min(max(_DIGITS - 2 - math.floor(math.log10(spread)), 0), _MOST_DECIMALS)


def figure(value: float | None, decimals: int, *, grouped: bool = True) -> str:
    """Return a figure with exactly so many decimals; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return NONE
    return to_decimals(value + 0.0 if round(value, decimals) else 0.0, decimals, grouped=grouped)


def are_years(smallest: float, largest: float) -> bool:
    """Return whether numbers between these two are years, which are written without separators."""
    are_whole = float(smallest).is_integer() and float(largest).is_integer()
    return are_whole and smallest >= FIRST_YEAR and largest <= LAST_YEAR


def have_four_digits(smallest: float, largest: float) -> bool:
    """Return whether whole numbers between these have four digits, as years and many codes do.

    They are written without separators; what is known of a column says more than one number.
    """
    return _FOUR_DIGITS[0] <= smallest and largest <= _FOUR_DIGITS[1]


def change(old: float | None, new: float | None, decimals: int) -> str:
    """Return by how much a figure changed, with its sign."""
    if old is None or new is None:
        return NONE
    difference = new - old
    text = figure(difference, decimals)
    return f"+{text}" if round(difference, decimals) > 0 and text != NONE else text


def day(value: float | None) -> str:
    """Return days since 1970-01-01 as a date."""
    return NONE if value is None or not math.isfinite(value) else day_text(round(value))


def yes_or_no(value: bool | None) -> str:
    """Write whether something is so; a dash where it is not known."""
    return NONE if value is None else tr("yes") if value else tr("no")
