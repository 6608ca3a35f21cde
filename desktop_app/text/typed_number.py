"""Reads a number as people type it, with either decimal mark. Knows no Qt."""

from __future__ import annotations

import math
import re

_BLANKS = str.maketrans("", "", " \u00a0\u2009\u202f\t'\u2019")
_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.IGNORECASE)
_GROUPED = re.compile(r"[+-]?\d{1,3}(\D\d{3})+")


def typed_number(text: str, whole: bool = False) -> int | float | None:
    """Return the number that `text` spells, or ``None`` if it spells none.

    Parameters
    ----------
    text : str
        As typed: a point or a comma as the decimal mark, blanks or apostrophes between groups of
        digits, and commas or points between groups where they cannot be decimal marks.
    whole : bool
        Only whole numbers count; a single mark with three digits after it then separates
        thousands.
    """
    bare = text.translate(_BLANKS).replace("−", "-")
    plain = _with_point(bare, whole)
    if plain is None or not _PLAIN.fullmatch(plain):
        return None
    value = float(plain)
    if not math.isfinite(value):
        return None
    if not whole:
        return value
    return int(value) if value.is_integer() and abs(value) < 2**53 else None


def _with_point(text: str, whole: bool) -> str | None:
    """Return `text` without group marks and with a point before the decimals."""
    marks = [sign for sign in text if sign in ".,"]
    if not marks:
        return text
    last = marks[-1]
    if len(set(marks)) == 2:
        group_mark = "," if last == "." else "."
        front, _, decimals = text.rpartition(last)
        # Groups stand before the one decimal mark: 1,234.5 but not 1.2,3.4.
        if last in front or not _GROUPED.fullmatch(front):
            return None
        return f"{front.replace(group_mark, '')}.{decimals}"
    is_grouped = _GROUPED.fullmatch(text) is not None and not text.lstrip("+-").startswith("0")
    if is_grouped and (whole or len(marks) > 1):
        return text.replace(last, "")
    return text.replace(last, ".") if len(marks) == 1 else None
