"""The manual on the command line: its pages as the Markdown that they are."""

from __future__ import annotations

from resources import FOLDER

_MANUAL = FOLDER / "manual"

INDEX = "index"
"""The page that lists the others."""


def page_names() -> tuple[str, ...]:
    """Return the names of all pages in alphabetical order."""
    return tuple(sorted(path.stem for path in _MANUAL.glob("*.md")))


def page_text(name: str) -> str:
    """Return the Markdown of the page called `name`, one of `page_names`."""
    return (_MANUAL / f"{name}.md").read_text(encoding="utf-8")
