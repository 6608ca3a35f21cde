"""Order, titles, texts and sections of the pages of the manual. Imports no Qt."""

from __future__ import annotations

import re
import unicodedata

from desktop_app.state import Step
from resources import manual_page

INDEX = "index.md"
"""The first page, whose table links to all others in their order."""

_LINK = re.compile(r"^\| \[[^]]+\]\(([\w-]+\.md)\)", re.MULTILINE)


def page_names() -> tuple[str, ...]:
    """Return the file names of all pages in reading order."""
    return (INDEX, *_LINK.findall(manual_page(INDEX)))


def title_of(name: str) -> str:
    """Return the first heading of a page."""
    return manual_page(name).partition("\n")[0].removeprefix("# ").strip()


def anchor_of(heading: str) -> str:
    """Return the part of a link behind ``#`` that leads to a heading, as code hosts form it."""
    kept = (c for c in heading.lower() if c in " -_" or unicodedata.category(c)[0] in "LNM")
    return "".join(kept).replace(" ", "-")


def place_of_step(step: Step) -> str:
    """Return page and section of a step of the window, such as ``steps.md#method``."""
    return f"steps.md#{step.name.lower()}"
