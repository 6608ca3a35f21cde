"""Formats the texts and figures of reports."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from core.log.declared.entries import LoggedMeasure
from core.log.declared.original_comparison import Tick
from core.messages import CATALOGUE, LANGUAGES, current_language, in_language, text
from core.model import Direction

_BETTER = {Direction.LOWER: "better-lower", Direction.HIGHER: "better-higher"}

# Rounding residue of a sum that should be zero.
_NOISE = 1e-9


@contextmanager
def in_report_language() -> Iterator[None]:
    """Write texts in the language of reports."""
    with in_language(LANGUAGES[0]):
        yield


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
    """Write a figure with thousands separators and three significant digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "–" if value is None else str(value)
    return current_language().written(_english(value))


def _english(value: int | float) -> str:
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
    """Write the figures of a table column with the same number of decimals.

    The largest figure has three significant digits. A figure that these decimals would round to
    zero is written as less than the smallest number that they can represent.
    """
    numbers = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    sizes = [abs(value) for value in numbers if math.isfinite(value) and abs(value) >= _NOISE]
    if not sizes or all(value == int(value) for value in numbers if math.isfinite(value)):
        return [format_number(value) for value in values]
    decimals = max(0, 2 - _power(max(sizes)))
    language = current_language()
    texts, smallest = [], language.written(f"{10**-decimals:.{decimals}f}")
    for value in values:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            figure = format_number(value)
        elif abs(value) >= _NOISE and round(value, decimals) == 0:
            figure = f"<{smallest}" if value > 0 else f">-{smallest}"
        else:
            shown = 0.0 if abs(value) < _NOISE else value
            figure = language.written(f"{shown:,.{decimals}f}")
        texts.append(figure)
    return texts


def _power(value: float) -> int:
    return math.floor(math.log10(abs(value)))


def unit_text(measure: LoggedMeasure) -> str:
    """Return the unit of a measure; for a pure number its range."""
    if measure.unit == "%":
        return measure.unit
    words = text_or_none(f"word-{measure.unit}") or text_or_none(f"report-unit-{measure.name}")
    return words or report_text("unit-none")


def direction_text(measure: LoggedMeasure) -> str:
    """Name the better direction of a measure; empty without one."""
    code = _BETTER.get(measure.direction)
    return report_text(code) if code else ""


def format_day(time: str) -> str:
    """Write the day of a time of the log."""
    return current_language().date(time[:10])


def format_time(time: str) -> str:
    """Write a time of the log, such as 2026-11-20T06:02:11+00:00, without its offset."""
    return f"{format_day(time)} {time[11:19]}"


def format_tick(tick: Tick) -> str:
    """Write a mark on an axis: a date, or a round number in short form, such as 1.5M."""
    if isinstance(tick.at, str):
        return current_language().date(tick.at)
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(tick.at) >= 10 * size or (abs(tick.at) >= size and letter != "k"):
            return current_language().written(f"{tick.at / size:g}{letter}")
    return current_language().written(f"{tick.at:g}")


def format_share(percent: object) -> str:
    """Write a share that is in per cent."""
    return report_text("per-cent", value=format_number(percent))
