"""Files shipped with the program: samples, taxonomies, icons, manual."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
MANUAL = FOLDER / "manual"


def manual_page(name: str) -> str:
    """Return the Markdown of a page of the manual, such as ``recipe.md``."""
    return (MANUAL / name).read_text(encoding="utf-8")
