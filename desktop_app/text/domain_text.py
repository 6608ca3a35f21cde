"""Bounds of a domain as text and back: numbers by the user's locale, days as 2020-01-31."""

from __future__ import annotations

import math
from datetime import date

from core.model import Attribute, Scale
from desktop_app.text.cells import day_text, number_text, value_locale

_EPOCH = date(1970, 1, 1)


def bound_text(value: float, attribute: Attribute) -> str:
    """Return a bound as the user would type it."""
    if attribute.scale is Scale.DATE:
        return day_text(int(value))
    return number_text(value, None, value_locale())


def read_bound(text: str, attribute: Attribute, is_day: bool) -> float | None:
    """Return what was typed, or ``None`` if it is no value of the column.

    A column of dates takes a day if it `is_day`, and otherwise a number of days.
    """
    if attribute.scale is Scale.DATE and is_day:
        try:
            return float((date.fromisoformat(text.strip()) - _EPOCH).days)
        except ValueError:
            return None
    value, understood = value_locale().toDouble(text.strip())
    return value if understood and math.isfinite(value) else None
