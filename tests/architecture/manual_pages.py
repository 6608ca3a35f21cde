"""The pages of the manual as their reader has them: tables, code names, headings, links."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "manual"
PAGES = tuple(sorted(path.name for path in FOLDER.glob("*.md")))


def page(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """Return the cells of every row of every table, without the rule below its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [cells for cells in found if not set("".join(cells)) <= set("-: ")]


def code_names(text: str) -> set[str]:
    """Return everything that stands between single backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


def anchors(text: str) -> set[str]:
    """Return what a link can name behind ``#``, by the rule of the usual code hosts."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {_anchor(title) for title in titles}


def _anchor(title: str) -> str:
    kept = [c for c in title.lower() if c in " -_" or unicodedata.category(c)[0] in "LNM"]
    return "".join(kept).replace(" ", "-")


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", text)


def broken_links(path: Path) -> list[str]:
    """List the links of a page that lead to no file, or to no heading of it."""
    broken, text = [], path.read_text(encoding="utf-8")
    for link in links(text):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        is_there = target.is_file()
        if not is_there or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    return broken
