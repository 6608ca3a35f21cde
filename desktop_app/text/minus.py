"""The sign of negative numbers, where they are shown to be read."""

from __future__ import annotations

import re

HYPHEN, MINUS = "-", "\N{MINUS SIGN}"
_NEGATIVE = re.compile(r"(?<![\w.)])-(?=\d)")


def with_minus(number: str) -> str:
    """Return a number with a true minus sign, as wide as a plus, instead of the hyphen.

    Only for what is painted: fields, files and the clipboard keep the hyphen, which every program
    reads as a number. A hyphen within a date or between two numbers stays.
    """
    return _NEGATIVE.sub(MINUS, number) if HYPHEN in number else number
