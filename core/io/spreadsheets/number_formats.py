"""Determines from styles which cells of a workbook show a date or a time of day.

The readers convert every number in such a format to a date, even impossible ones: spreadsheets have
a 29 February 1900 (60), a day before the first (0), and none before that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from xml.etree.ElementTree import Element

from core.io.child_processes.unreadable import CannotRead
from core.io.spreadsheets.sheet_cells import letters

_LAST_SERIAL = 2_958_465  # 31 December 9999
_LAST_FROM_1904 = _LAST_SERIAL - 1_462
_LEAP_SERIAL = 60  # 29 February 1900, which did not exist
_EPOCH_1904 = datetime(1904, 1, 1)


class NumberDisplay(StrEnum):
    """How a number format shows a number."""

    DAY = "day"
    CLOCK = "clock"


# Built-in formats: ECMA-376, 18.8.30, including those of eastern Asia.
_BUILT_IN = dict.fromkeys(
    [*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)], NumberDisplay.DAY
) | dict.fromkeys([*range(18, 22), *range(32, 36), 45, 47], NumberDisplay.CLOCK)
# Quoted texts, characters after a backslash, colours, currencies and conditions.
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
_LENGTH = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)

Styles = Mapping[str, NumberDisplay]
# By row and column: numbers that are not dates, or durations that are not times of day.
Suspects = dict[int, dict[int, tuple[NumberDisplay, float]]]
Rows = Iterator[tuple[int, int, Sequence[object]]]


def display_of(code: str) -> NumberDisplay | None:
    """Find what a format code displays; ``None`` for a plain number or a duration."""
    section = code.split(";")[0]
    if _LENGTH.search(section):
        return None
    bare = _LITERAL.sub("", section).lower()
    if bare in ("general", "standard", "@"):
        return None
    if "d" in bare or "y" in bare:
        return NumberDisplay.DAY
    if "h" in bare or "s" in bare:
        return NumberDisplay.CLOCK
    return NumberDisplay.DAY if "m" in bare else None


def styles_of(numbers: Sequence[int], codes: Mapping[int, str]) -> dict[str, NumberDisplay]:
    """Find the styles that display a date or a time, by their position.

    Parameters
    ----------
    numbers : sequence of int
        Format number of each style.
    codes : Mapping of int to str
        Codes of the formats defined in the workbook.
    """
    displays = {}
    for position, number in enumerate(numbers):
        shown = display_of(codes[number]) if number in codes else _BUILT_IN.get(number)
        if shown:
            displays[str(position)] = shown
    return displays


def styles_of_xml(root: Element) -> dict[str, NumberDisplay]:
    """Apply `styles_of` to the XML of a workbook's styles."""
    numbers: list[int] = []
    codes: dict[int, str] = {}
    for element in root.iter():
        name = element.tag.rpartition("}")[2]
        if name == "numFmt":
            codes.setdefault(int(element.get("numFmtId", "")), element.get("formatCode", ""))
        elif name == "cellXfs":
            numbers = [int(style.get("numFmtId", "0")) for style in element]
    return styles_of(numbers, codes)


def is_suspect(shown: NumberDisplay, value: float, from_1904: bool) -> bool:
    """Check whether the readers may interpret a number differently from a spreadsheet."""
    if shown is NumberDisplay.CLOCK:
        return not 0 <= value < 1
    if from_1904:
        return not 1 <= value < _LAST_FROM_1904 + 1
    return not 1 <= value < _LAST_SERIAL + 1 or int(value) == _LEAP_SERIAL


def correct_times(rows: Rows, suspects: Suspects, from_1904: bool) -> Rows:
    """Yield the rows with correct times; raise `CannotRead` at a number that is not a date."""
    for number, first, cells in rows:
        doubtful = suspects.get(number)
        if not doubtful:
            yield number, first, cells
            continue
        corrected = list(cells)
        for column, (shown, value) in doubtful.items():
            position = column - first
            if not 0 <= position < len(corrected):
                continue
            is_date_cell = isinstance(corrected[position], date | time)
            if shown is NumberDisplay.DAY and (is_date_cell or value > _LAST_FROM_1904):
                if not (from_1904 and 0 <= value < 1):
                    raise CannotRead("cell-is-no-day", number, letters(column))
                corrected[position] = _EPOCH_1904 + timedelta(days=value)
            elif is_date_cell:
                corrected[position] = timedelta(days=value)
        yield number, first, corrected
