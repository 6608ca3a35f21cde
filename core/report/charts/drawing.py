"""Draws the bars of a column before and after protection."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.log.declared.original_comparison import Bar, Tick
from core.report.charts.svg import Svg, element, join
from core.report.formatting import format_number, format_tick, report_text

_WIDTH, _HEIGHT = 400.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 18.0, 20.0, 30.0
_PLOT_WIDTH, _PLOT_HEIGHT = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
_GROUND = _TOP + _PLOT_HEIGHT

_ROUND_TOPS = (1.0, 1.2, 1.6, 2.0, 2.4, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
_SMALL_WIDTH, _SMALL_HEIGHT = 170.0, 36.0
_ROW, _THICK, _FIGURES = 38.0, 13.0, 72.0
# Average width of a letter, and the width reserved for category labels.
_LETTER, _FEWEST_LETTERS, _MOST_LETTERS = 6.2, 12, 30


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of a column.

    Attributes
    ----------
    title : str
        Alternative text for screen readers.
    width, height : float
        In its own units.
    marks : Svg
        The drawing. Style sheets use the classes ``before``, ``after``, ``after-bar``, ``axis`` and
        ``grid``.
    """

    title: str
    width: float
    height: float
    marks: Svg
    is_small: bool = False

    @property
    def view(self) -> str:
        """The view box of the SVG element."""
        return f"0 0 {self.width:g} {self.height:g}"


def histogram(title: str, bars: Sequence[Bar], ticks: Sequence[Tick]) -> Chart:
    """Draw a histogram: the original as grey areas, the release as a step line."""
    first = bars[0].first
    intervals = bars[-1].last + 1 - first
    highest = max(max(bar.before, bar.after) / bar.intervals for bar in bars)
    power = float(10.0 ** math.floor(math.log10(highest)))
    top = next(r * power for r in _ROUND_TOPS if r * power >= highest)

    def x(interval: float) -> float:
        return _LEFT + _PLOT_WIDTH * (interval - first) / intervals

    def y(height: float) -> float:
        return _GROUND - _PLOT_HEIGHT * height / top

    areas = [
        element(
            "rect",
            class_="before",
            x=x(bar.first) + 0.5,
            y=y(bar.before / bar.intervals),
            width=x(bar.last + 1) - x(bar.first) - 1.0,
            height=_GROUND - y(bar.before / bar.intervals),
        )
        for bar in bars
    ]
    corners = [
        (x(interval), y(bar.after / bar.intervals))
        for bar in bars
        for interval in (bar.first, bar.last + 1)
    ]
    outline = [(corners[0][0], _GROUND), *corners, (corners[-1][0], _GROUND)]
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in outline)
    shown = [tick for tick in ticks if first <= tick.position <= first + intervals]
    marks = []
    for tick in shown:
        tick_x = x(tick.position)
        marks.append(
            element("line", class_="axis", x1=tick_x, x2=tick_x, y1=_GROUND, y2=_GROUND + 4)
        )
        label = format_tick(tick)
        # A label at the end must not cross the edge of the drawing.
        tick_x = min(tick_x, _WIDTH - _LETTER * len(label) / 2)
        marks.append(element("text", label, x=tick_x, y=_GROUND + 18, text_anchor="middle"))
    line = element("polyline", class_="after", points=points)
    # The axis has arrows at both ends because the outer intervals are open.
    left, right = _LEFT - 2, _WIDTH - _RIGHT + 2
    heads = f"M{left + 5:g},{_GROUND - 4:g} L{left:g},{_GROUND:g} L{left + 5:g},{_GROUND + 4:g} "
    heads += f"M{right - 5:g},{_GROUND - 4:g} L{right:g},{_GROUND:g} L{right - 5:g},{_GROUND + 4:g}"
    axis = join(
        element("line", class_="axis", x1=left, x2=right, y1=_GROUND, y2=_GROUND),
        element("path", class_="axis", d=heads, fill="none"),
    )
    return Chart(title, _WIDTH, _HEIGHT, join(_scale(top), *areas, line, axis, *marks))


def rows(title: str, bars: Sequence[Bar], names: Sequence[str]) -> Chart:
    """Draw a chart with a pair of horizontal bars for each category."""
    largest = max(max(bar.before, bar.after) for bar in bars)
    labels = [", ".join(names[bar.first : bar.last + 1]) for bar in bars]
    longest = max(map(len, labels))
    left = 12 + _LETTER * min(max(longest, _FEWEST_LETTERS), _MOST_LETTERS)
    scale = (_WIDTH - left - _FIGURES) / max(largest, 1)
    drawn: list[Svg] = []
    for i, (bar, label) in enumerate(zip(bars, labels, strict=True)):
        top = i * _ROW
        cut = label if len(label) <= _MOST_LETTERS else f"{label[: _MOST_LETTERS - 1]}…"
        full_name = element("title", label) if cut != label else None
        drawn.append(
            element("text", full_name, cut, x=left - 8, y=top + _ROW / 2, text_anchor="end")
        )
        for kind, count, y in (("before", bar.before, top + 4), ("after-bar", bar.after, top + 18)):
            width = count * scale
            drawn += (
                element("rect", class_=kind, x=left, y=y, width=width, height=_THICK),
                element("text", format_number(count), x=left + width + 6, y=y + 10),
            )
    return Chart(title, _WIDTH, len(bars) * _ROW, join(*drawn))


def small(title: str, bars: Sequence[Bar], ends: tuple[str, str]) -> Chart:
    """Draw a small chart of the released records, without a scale, labelled at both `ends`."""
    first, intervals = bars[0].first, bars[-1].last + 1 - bars[0].first
    tallest = max(bar.after / bar.intervals for bar in bars) or 1.0
    wide = _SMALL_WIDTH / intervals
    parts = []
    for bar in bars:
        height = _SMALL_HEIGHT * bar.after / bar.intervals / tallest
        left, width = (bar.first - first) * wide, bar.intervals * wide
        gap = min(1.0, width / 4)
        position = {"x": left, "y": _SMALL_HEIGHT - height + 1, "width": width - gap}
        parts.append(element("rect", class_="after-bar", height=height, **position))
    ground = _SMALL_HEIGHT + 1
    parts.append(element("line", class_="axis", x1=0, x2=_SMALL_WIDTH, y1=ground, y2=ground))
    for x, anchor, word in ((0.0, "start", ends[0]), (_SMALL_WIDTH, "end", ends[1])):
        parts.append(element("text", word, x=x, y=ground + 13, text_anchor=anchor))
    return Chart(title, _SMALL_WIDTH, ground + 17, join(*parts), is_small=True)


def _scale(top: float) -> Svg:
    parts = [element("text", report_text("records"), x=_LEFT - 6, y=_TOP - 8, text_anchor="start")]
    for share in (0.5, 1.0):
        y = _GROUND - _PLOT_HEIGHT * share
        parts.append(element("line", class_="grid", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y, y2=y))
        parts.append(
            element("text", format_number(top * share), x=_LEFT - 6, y=y + 4, text_anchor="end")
        )
    return join(*parts)
