"""The report's words and figures."""

from __future__ import annotations

from core.messages import CATALOGUE, text

# What is left of a sum that should be zero, in the last bits of its figures.
_NOISE = 1e-9


def say(code: str, **params: object) -> str:
    """Return the text of the report called `code`."""
    return text(f"report-{code}", params)


def known(code: str, **params: object) -> str | None:
    """Return the catalogue's text for `code`, or ``None`` if it has none that fits `params`."""
    if code not in CATALOGUE:
        return None
    try:
        return text(code, params)
    except KeyError:
        return None


def figure(value: object) -> str:
    """Write a figure of the log with thousands commas and three digits that mean something."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "–" if value is None else str(value)
    if isinstance(value, float) and abs(value) < _NOISE:
        return "0"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 100 else f"{value:.3g}"


def with_unit(value: object, unit: object) -> str:
    """Write a figure with its unit; a pure number has none."""
    if value is None or unit in ("", "1", None):
        return figure(value)
    return f"{figure(value)} {unit}"


def size(count: object) -> str:
    """Write a number of bytes."""
    return say("bytes", count=count) if isinstance(count, int) else "–"
