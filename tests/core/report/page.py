"""Reads a report as its reader does: tables with their heads, pictures with their figures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

NUMBER = re.compile(r"(?<![\w.,-])\d{1,3}(?:,\d{3})*(?:\.\d+)?(?!\w|[.,]\d)")
ASIDE = {"style", "small", "pre", "title"}


@dataclass
class Table:
    caption: str = ""
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


@dataclass
class Picture:
    """The marks of a drawing: rectangles by class, texts, and the corners of its line."""

    column: str
    rects: list[dict[str, str]] = field(default_factory=list)
    texts: list[tuple[dict[str, str], str]] = field(default_factory=list)
    line: list[tuple[float, float]] = field(default_factory=list)


class Page(HTMLParser):
    """Tables, pictures, and the running text of each section."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[Table] = []
        self.pictures: list[Picture] = []
        self.facts: list[list[str]] = []
        self.prose: list[tuple[str, str]] = []
        self._open: list[tuple[str, dict[str, str]]] = []
        self._heading = ""
        self._notes: list[str] = []
        self.feed(html)

    def table(self, caption: str, first: str = "") -> Table:
        (found,) = [
            t for t in self.tables if t.caption == caption and (not first or first in t.head)
        ]
        return found

    def picture(self, column: str) -> Picture:
        (found,) = [p for p in self.pictures if p.column == column]
        return found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag != "meta":
            self._open.append((tag, given))
        if tag == "table":
            self.tables.append(Table())
        elif tag == "tr":
            self.tables[-1].rows.append([])
        elif tag in ("td", "th"):
            self.tables[-1].rows[-1].append("")
        elif tag in ("h2", "h3", "h4"):
            self._heading = ""
        elif tag == "svg" and self._within("figure"):
            self.pictures.append(Picture(self._heading))
        elif tag == "rect" and self._within("figure"):
            self.pictures[-1].rects.append(given)
        elif tag == "polyline" and self._within("figure"):
            corners = (pair.split(",") for pair in given["points"].split())
            self.pictures[-1].line = [(float(x), float(y)) for x, y in corners]
        elif tag == "div" and self._within("dl"):
            self.facts.append([])

    def handle_endtag(self, tag: str) -> None:
        if tag == "thead":
            self.tables[-1].head = self.tables[-1].rows.pop()
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        data = data.replace("\u00a0", " ")
        names = [tag for tag, _ in self._open]
        # Between elements lines end, which no reader sees.
        if not data.strip() or not names or ASIDE & set(names):
            return
        if "svg" in names:
            if "figure" in names:
                self.pictures[-1].texts.append((self._open[-1][1], data))
        elif "caption" in names:
            self.tables[-1].caption += data
        elif "td" in names or "th" in names:
            self.tables[-1].rows[-1][-1] += data
        elif names[-1] in ("h2", "h3", "h4"):
            self._heading += data
        elif "dl" in names and self._open[names.index("dl")][1].get("class") == "facts":
            self.facts[-1].append(data)
        else:
            self.prose.append((self._heading, data))

    def _within(self, tag: str) -> bool:
        return any(name == tag for name, _ in self._open)


def numbers_in(text: str) -> list[str]:
    return NUMBER.findall(text)


def value_of(text: str) -> float:
    return float(text.replace(",", "").replace("%", "").strip())


def shows(text: str, value: float) -> bool:
    """Whether `text` is `value`, rounded to the digits that it has, or says between what it is."""
    plain = text.replace("%", "").strip()
    if plain.startswith("<"):
        return 0 < value < value_of(plain[1:]) / 2 * (1 + 1e-6)
    decimals = len(plain.split(".")[1]) if "." in plain else 0
    return abs(value_of(text) - value) <= 0.5 * 10.0**-decimals * (1 + 1e-6) + 1e-12
