"""A picture of a report, taken out of its page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from desktop_app.reports.tree import Node

# What the page's style sheet says of marks, which a picture on its own has to say itself.
_MARKS = {
    "before": {"fill": "#a9b0ba"},
    "after": {"fill": "none", "stroke": "#1d5fa8", "stroke-width": "2"},
    "after-bar": {"fill": "#1d5fa8"},
    "axis": {"stroke": "#838d9b"},
    "grid": {"stroke": "#e9ecf0"},
}
_TITLE = 20.0
_WORDS = {"font-family": "DejaVu Sans, Segoe UI, Helvetica", "font-size": "11", "fill": "#55606f"}


@dataclass(frozen=True, slots=True)
class Picture:
    """SVG that needs nothing else, with its width and height in its own units."""

    svg: str
    width: float
    height: float


def picture_of(node: Node, title: str = "") -> Picture:
    """Return the picture that an ``svg`` element holds, under its `title` if it has one."""
    # HTML does not tell large letters from small ones in names, SVG does.
    box = node.attributes["viewbox"]
    _, _, width, height = (float(part) for part in box.split())
    inner = "".join(_write(child) for child in node.elements if child.tag != "title")
    if title:
        words = {**_WORDS, "fill": "#1a2330", "font-size": "13", "font-weight": "600"}
        written = "".join(f' {key}="{value}"' for key, value in words.items())
        inner = f'<g transform="translate(0 {_TITLE:g})">{inner}</g>'
        inner = f'<text x="0" y="13"{written}>{escape(title)}</text>{inner}'
        height += _TITLE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'
    return Picture(f"{head}{inner}</svg>", width, height)


def _write(node: Node) -> str:
    given = {key: value for key, value in node.attributes.items() if key != "class"}
    extra = _WORDS if node.tag == "text" else _MARKS.get(node.kind, {})
    written = "".join(f' {key}="{escape(value)}"' for key, value in {**given, **extra}.items())
    inner = "".join(escape(c) if isinstance(c, str) else _write(c) for c in node.children)
    return f"<{node.tag}{written}>{inner}</{node.tag}>"
