"""Reads the bounds of classes from names such as ``20-39``, ``under 25`` or ``65 and over``."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

_NUMBER = re.compile(r"(?:(?<![\w.)\]])-)?\d+(?:\.\d+)?")
_THOUSANDS = re.compile(r"(?<=\d)[,\u00a0\u202f’](?=\d{3}(?!\d))")
# A class up to its bound, the bound left out or taken in.
_BELOW = re.compile(r"<|\b(under|below|less|fewer|unter|weniger|moins|menos)\b")
_UP_TO = re.compile(r"≤|\b(up|at most|or (less|fewer|under|younger)|bis|jusqu|hasta)\b")
_FROM = re.compile(r"\+|≥|\b(and|or|und|oder|et|ou|y|o|from|at least|ab|mindestens)\b")
_ABOVE = re.compile(r">|\b(over|above|more|über|mehr|plus|más|older)\b")
_TAKES_IN_NO_END = re.compile(r"\)$|\b(under|below|unter)\b")


class ClassBounds(NamedTuple):
    """A class of numbers, from its lowest one up to but not including `high`."""

    low: float
    high: float


def read_bounds(name: str) -> ClassBounds | None:
    """Read the bounds of a class; ``None`` if its name is not that of one.

    A class of whole numbers ends before the number that follows: ``20-39`` at 40.
    """
    text = _THOUSANDS.sub("", name.strip().lower())
    numbers = _NUMBER.findall(text)
    ends = [float(number) for number in numbers]
    step = 0.0 if any("." in number for number in numbers) else 1.0
    if len(ends) == 2 and ends[0] <= ends[1]:
        return ClassBounds(ends[0], ends[1] + (0.0 if _TAKES_IN_NO_END.search(text) else step))
    if len(ends) != 1:
        return None
    (end,) = ends
    if _UP_TO.search(text):
        return ClassBounds(-math.inf, end + step)
    if _BELOW.search(text):
        return ClassBounds(-math.inf, end)
    if _FROM.search(text):
        return ClassBounds(end, math.inf)
    if _ABOVE.search(text):
        return ClassBounds(end + step, math.inf)
    return ClassBounds(end, end + step) if step and text == numbers[0] else None
