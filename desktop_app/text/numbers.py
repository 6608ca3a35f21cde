"""Figures as the user's locale writes them."""

from __future__ import annotations

import math

from PySide6.QtCore import QLocale

_STEPS = (("GB", 1e9), ("MB", 1e6), ("kB", 1e3))


def number(value: int | float, digits: int = 6) -> str:
    """Return `value` with at most `digits` significant digits; whole numbers in full."""
    locale = QLocale()
    if isinstance(value, bool | int):
        # QLocale takes 64 bits; a larger count does not exist here.
        return locale.toString(int(value))
    if not math.isfinite(value):
        return "–"
    if float(value).is_integer() and abs(value) < 1e15:
        return locale.toString(int(value))
    magnitude = math.floor(math.log10(abs(value)))
    if -5 < magnitude < 15:
        text = locale.toString(value, "f", max(0, digits - 1 - magnitude))
        point = locale.decimalPoint()
        return text.rstrip(locale.zeroDigit()).rstrip(point) if point in text else text
    return locale.toString(value, "g", digits)


def plain(value: int | float) -> str:
    """Write `value` without thousands signs, as years are written."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    is_whole = float(value).is_integer()
    return locale.toString(int(value)) if is_whole else locale.toString(float(value), "f", 1)


def to_decimals(value: float, decimals: int, *, grouped: bool = True) -> str:
    """Write `value` with exactly `decimals` digits behind the decimal sign.

    Digits before it are `grouped` by thousands signs, unless they are those of years.
    """
    locale = QLocale()
    if not grouped:
        locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(float(value), "f", decimals) if math.isfinite(value) else "–"


def above_zero(value: float, decimals: int) -> str:
    """Write `value` like `to_decimals`; one above zero that would read 0.000 as “< 0.001”."""
    if 0 < value < 0.5 * 10**-decimals:
        return f"< {to_decimals(10**-decimals, decimals)}"
    return to_decimals(value, decimals)


def percent(share: float, decimals: int = 1) -> str:
    """Write a share in [0, 1] as a percentage."""
    return f"{to_decimals(100 * share, decimals)} %"


def size(count: int) -> str:
    """Return a number of bytes in the unit that reads best."""
    for unit, step in _STEPS:
        if count >= step:
            return f"{number(count / step, 3)} {unit}"
    return f"{number(count)} B"
