"""Formats the texts and figures of reports."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.log.declared.entries import LoggedMeasure
from core.messages import CATALOGUE, text
from core.model import Direction

_BETTER = {Direction.LOWER: "better-lower", Direction.HIGHER: "better-higher"}

# Rounding residue of a sum that should be zero.
_NOISE = 1e-9


def report_text(code: str, **params: object) -> str:
    """Return the report's text `code`."""
    return text(f"report-{code}", params)


def text_or_none(code: str, **params: object) -> str | None:
    """Return the catalogue's text `code`, or ``None`` if it is absent or needs other parameters."""
    if code not in CATALOGUE:
        return None
    try:
        return text(code, params)
    except KeyError:
        return None


def format_number(value: object) -> str:
    """Return a figure as text with thousands separators and three significant digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "–" if value is None else str(value)
    if isinstance(value, float) and abs(value) < _NOISE:
        return "0"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) >= 100:
        return f"{value:.1f}"
    # Never with an exponent, which is unfamiliar to most readers.
    return f"{value:.3g}" if abs(value) >= 1e-4 else f"{value:.{2 - _power(value)}f}"


def format_numbers(values: Sequence[object]) -> list[str]:
    """Return the figures of a table column as texts with the same number of decimals.

    The largest figure has three significant digits. A figure that these decimals would round to
    zero is written as less than the smallest number that they can represent.
    """
    found = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    sizes = [abs(value) for value in found if math.isfinite(value) and abs(value) >= _NOISE]
    if not sizes or all(value == int(value) for value in found if math.isfinite(value)):
        return [format_number(value) for value in values]
    decimals = max(0, 2 - _power(max(sizes)))
    texts, least = [], f"{10**-decimals:.{decimals}f}"
    for value in values:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            said = format_number(value)
        elif abs(value) < _NOISE:
            said = f"{0:.{decimals}f}"
        else:
            said = f"{value:,.{decimals}f}"
            if float(said.replace(",", "")) == 0:
                said = f"<{least}" if value > 0 else f">-{least}"
        texts.append(said)
    return texts


def _power(value: float) -> int:
    return math.floor(math.log10(abs(value)))


def unit_text(measure: LoggedMeasure) -> str:
    """Return the unit of a measure; for a pure number its range."""
    if measure.unit not in ("1", ""):
        return measure.unit
    return text_or_none(f"report-unit-{measure.name}") or report_text("unit-none")


def direction_text(measure: LoggedMeasure) -> str:
    """Return the better direction of a measure as a word; empty if there is none."""
    code = _BETTER.get(measure.direction)
    return report_text(code) if code else ""


def format_time(time: str) -> str:
    """Return a time of the log, such as 2026-11-20T06:02:11+00:00, without its offset."""
    return time[:19].replace("T", " ")
