"""The values of a sweep as the user writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QLocale

from core.compare.sweep import MOST_VALUES, SYMBOLS, is_allowed
from desktop_app.text import tr
from desktop_app.text.cells import value_locale


def values_text(values: Sequence[float]) -> str:
    """Return values in a row, as the user's locale writes them."""
    locale = value_locale()
    sign = "; " if locale.decimalPoint() == "," else ", "
    return sign.join(_written(value, locale) for value in values)


def _written(value: float, locale: QLocale) -> str:
    if float(value).is_integer():
        return locale.toString(int(value))
    return locale.toString(float(value), "g", 6)


def read_values(written: str, parameter: str, records: int) -> tuple[tuple[int | float, ...], str]:
    """Return the values that were written, ascending, and what is wrong with them.

    Parameters
    ----------
    written : str
        Values separated by blanks, semicolons or, where the locale's decimal sign is no comma,
        commas.
    parameter : str
        What they are values of.
    records : int
        In the file: no k can be larger.
    """
    locale = value_locale()
    between = r"[;\s]+" if locale.decimalPoint() == "," else r"[,;\s]+"
    parts = [part.rstrip(",") for part in re.split(between, written.strip()) if part.rstrip(",")]
    found: set[int | float] = set()
    for part in parts:
        value, is_number = locale.toDouble(part)
        if not is_number or not is_allowed(parameter, value, records):
            return (), _wrong(part, parameter, records)
        found.add(int(value) if parameter == "k" else value)
    if not found:
        return (), tr("Write at least one value of {symbol}.", symbol=SYMBOLS[parameter])
    if len(found) > MOST_VALUES:
        return (), tr("Write no more than {count} values.", count=MOST_VALUES)
    return tuple(sorted(found)), ""


def _wrong(part: str, parameter: str, records: int) -> str:
    if parameter == "k":
        return tr(
            "“{part}” is no k of this file: write whole numbers from 2 to {most}.",
            part=part,
            most=records,
        )
    return tr(
        "“{part}” is no {symbol}: write numbers from 0 to 1.", part=part, symbol=SYMBOLS[parameter]
    )
