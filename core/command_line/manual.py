"""The manual on the command line, as Markdown."""

from __future__ import annotations

import re

from resources import MANUAL, manual_page

INDEX = "index"
"""The page that lists the others."""

_LINK = re.compile(r"^\| \[[^]]+\]\(([\w-]+)\.md\)", re.MULTILINE)


def page_names() -> tuple[str, ...]:
    """Return the names of all pages in alphabetical order."""
    return tuple(sorted(path.stem for path in MANUAL.glob("*.md")))


def reading_order() -> tuple[str, ...]:
    """Return the names of all pages as the first one lists them."""
    return (INDEX, *_LINK.findall(page_text(INDEX)))


def page_title(name: str) -> str:
    """Return the first heading of the page called `name`."""
    return page_text(name).partition("\n")[0].removeprefix("# ").strip()


def page_text(name: str) -> str:
    """Return the Markdown of the page called `name`, one of `page_names`."""
    return manual_page(f"{name}.md")
