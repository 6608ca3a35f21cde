"""Order, titles, texts and sections of the pages of the manual. Imports no Qt."""

from __future__ import annotations

import re
import unicodedata

from desktop_app.state import Step
from resources import manual_page

INDEX = "index.md"
"""The first page, whose table links to all others in their order."""

GUIDE = "guide.md"
"""The first page of the guide."""

_GUIDE = {
    "DATA": "guide.md#know-the-file",
    "COLUMNS": "guide.md#which-columns-are-quasi-identifiers",
    "TAXONOMIES": "guide.md#categories",
    "PREPARE": "guide-settings.md#prepare-first",
    "METHOD": "guide-settings.md#which-k",
    "RUN": "guide-settings.md#compare-before-you-decide",
    "RESULTS": "guide-release.md#read-the-results",
    "RELEASE": "guide-release.md#before-the-release",
}
_TARGET = re.compile(r"(?<=\])\([^)\s]+\)")
_LINK = re.compile(r"^\| \[[^]]+\]\(([\w-]+\.md)\)", re.MULTILINE)


def page_names() -> tuple[str, ...]:
    """Return the file names of all pages in reading order."""
    return (INDEX, *_LINK.findall(manual_page(INDEX)))


def title_of(name: str) -> str:
    """Return the first heading of a page."""
    return manual_page(name).partition("\n")[0].removeprefix("# ").strip()


def anchor_of(heading: str) -> str:
    """Return the part of a link behind ``#`` that leads to a heading, as code hosts form it."""
    letters = (c for c in heading.lower() if c in " -_" or unicodedata.category(c)[0] in "LNM")
    return "".join(letters).replace(" ", "-")


def guide_of_step(step: Step) -> str:
    """Return page and section of the guide for a step, such as ``guide.md#which-method``.

    A step without a section of its own in the guide leads to its section of `place_of_step`.
    """
    return _GUIDE.get(step.name, place_of_step(step))


def place_of_step(step: Step) -> str:
    """Return page and section of a step of the window, such as ``steps.md#method``."""
    return f"steps.md#{step.name.lower()}"


def readable_text(name: str) -> str:
    """Return what can be read of a page, without the marks of Markdown."""
    text = _TARGET.sub("", manual_page(name))
    return re.sub(r"[*`|\\]|\n#+ ", "", text)
