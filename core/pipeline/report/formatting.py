"""The report's words and figures."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.messages import CATALOGUE, text
from core.pipeline.report.log_lookup import Log

_BETTER = {"lower is better": "better-lower", "higher is better": "better-higher"}

# What is left of a sum that should be zero, in the last bits of its figures.
_NOISE = 1e-9


def report_text(code: str, **params: object) -> str:
    """Return the text of the report called `code`."""
    return text(f"report-{code}", params)


def text_or_none(code: str, **params: object) -> str | None:
    """Return the catalogue's text for `code`, or ``None`` if it has none that fits `params`."""
    if code not in CATALOGUE:
        return None
    try:
        return text(code, params)
    except KeyError:
        return None


def format_number(value: object) -> str:
    """Write a figure of the log with thousands commas and three digits that mean something."""
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
    # Never with an exponent, which few readers know.
    return f"{value:.3g}" if abs(value) >= 1e-4 else f"{value:.{2 - _power(value)}f}"


def format_numbers(values: Sequence[object]) -> list[str]:
    """Write the figures of one column of a table with as many decimals each.

    Of the largest, three digits mean something. A figure that these decimals would show as zero
    is written as less than the smallest that they can show.
    """
    found = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    sizes = [abs(value) for value in found if math.isfinite(value) and abs(value) >= _NOISE]
    if not sizes or all(value == int(value) for value in found if math.isfinite(value)):
        return [format_number(value) for value in values]
    decimals = max(0, 2 - _power(max(sizes)))
    return [_with_decimals(value, decimals) for value in values]


def _with_decimals(value: object, decimals: int) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return format_number(value)
    if abs(value) < _NOISE:
        return f"{0:.{decimals}f}"
    said = f"{value:,.{decimals}f}"
    if float(said.replace(",", "")) != 0:
        return said
    least = f"{10**-decimals:.{decimals}f}"
    return f"<{least}" if value > 0 else f">-{least}"


def _power(value: float) -> int:
    return math.floor(math.log10(abs(value)))


def with_unit(value: object, unit: object) -> str:
    """Write a figure with its unit; a pure number has none."""
    if value is None or unit in ("", "1", None):
        return format_number(value)
    return f"{format_number(value)} {unit}"


def format_bytes(count: object) -> str:
    """Write a number of bytes."""
    return report_text("bytes", count=count) if isinstance(count, int) else "–"


def unit_text(measure: Log) -> str:
    """Return the unit of a measure in words; a pure number says what it lies between."""
    unit = str(measure.get("unit", ""))
    if unit not in ("1", ""):
        return unit
    return text_or_none(f"report-unit-{measure.get('name')}") or report_text("unit-none")


def direction_text(measure: Log) -> str:
    """Return which way is better, in a word; empty where neither is."""
    code = _BETTER.get(str(measure.get("direction")))
    return report_text(code) if code else ""


def format_time(value: object) -> str:
    """Write a moment of the log, such as 2026-11-20T06:02:11+00:00, without its offset."""
    return str(value)[:19].replace("T", " ")
