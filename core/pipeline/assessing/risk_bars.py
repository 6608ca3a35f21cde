"""Draws horizontal bars with their names and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.pipeline.report.charts.drawing import Chart
from core.pipeline.report.charts.svg import Svg, element, joined

_WIDTH, _ROW, _THICK = 560.0, 22.0, 14.0
_NAMES, _FIGURES, _GAP = 190.0, 90.0, 8.0
_MOST_LETTERS = 30


@dataclass(frozen=True, slots=True)
class NamedBar:
    """A bar: its name, its length in any unit, and the figure at its end."""

    name: str
    length: float
    figure: str


def bar_chart(title: str, bars: Sequence[NamedBar]) -> Chart:
    """Return a chart of `bars`, at least one, from top to bottom; none is negative."""
    longest = max(bar.length for bar in bars) or 1.0
    scale = (_WIDTH - _NAMES - _FIGURES) / longest
    drawn = [_bar(bar, at * _ROW, scale) for at, bar in enumerate(bars)]
    return Chart(title, _WIDTH, len(bars) * _ROW, joined(*drawn))


def _bar(bar: NamedBar, top: float, scale: float) -> Svg:
    is_cut = len(bar.name) > _MOST_LETTERS
    name = f"{bar.name[: _MOST_LETTERS - 1]}…" if is_cut else bar.name
    whole = element("title", bar.name) if is_cut else None
    middle, width = top + _ROW / 2 + 4, bar.length * scale
    return joined(
        element("text", whole, name, x=_NAMES - _GAP, y=middle, text_anchor="end"),
        element("rect", class_="after-bar", x=_NAMES, y=top + 4, width=width, height=_THICK),
        element("text", bar.figure, x=_NAMES + width + _GAP, y=middle),
    )
