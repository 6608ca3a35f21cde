"""The charts of a report as pictures that need no style sheet but their own."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from core.messages.visible import visible
from core.pipeline.report.charts.drawing import Chart

ACCENT, BEFORE, MUTED, TEXT = "#1d5fa8", "#a9b0ba", "#55606f", "#1a2330"
_STYLE = f"""<style>
.before {{ fill: {BEFORE}; }} .after-bar {{ fill: {ACCENT}; }}
.after {{ fill: none; stroke: {ACCENT}; stroke-width: 2; }}
.axis {{ stroke: #838d9b; }} .grid {{ stroke: #e9ecf0; }}
text {{ fill: {MUTED}; font-size: 11px; }} .title {{ fill: {TEXT}; font-size: 13px; }}
</style>"""
_FONT = "DejaVu Sans, Segoe UI, Helvetica"
_TITLE = 20.0


@dataclass(frozen=True, slots=True)
class PaperPicture:
    """SVG that needs nothing else, with its width and height in its own units."""

    svg: str
    width: float
    height: float


def picture_of(chart: Chart, title: str = "") -> PaperPicture:
    """Return a chart as a picture, under its `title` if it has one."""
    marks, height = str(chart.marks), chart.height
    if title:
        said = escape(visible(title))
        marks = f'<g transform="translate(0 {_TITLE:g})">{marks}</g>'
        marks = f'<text class="title" x="0" y="13" font-weight="600">{said}</text>{marks}'
        height += _TITLE
    return _picture(marks, chart.width, height)


def key(name: str) -> PaperPicture:
    """Return the sample of a mark, ``before`` or ``after``, for the key to the charts."""
    marks = {
        "before": '<rect class="before" width="28" height="14"/>',
        "after": '<polyline class="after" points="1,12 1,3 27,3 27,12"/>',
    }
    return _picture(marks[name], 28.0, 14.0)


def _picture(marks: str, width: float, height: float) -> PaperPicture:
    box = f'viewBox="0 0 {width:g} {height:g}" font-family="{_FONT}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{_STYLE}{marks}</svg>'
    return PaperPicture(svg, width, height)
