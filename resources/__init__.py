"""Files shipped with the program: samples, taxonomies, icons, manual."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
MANUAL = FOLDER / "manual"


def manual_page(name: str) -> str:
    """Return the Markdown of a page of the manual, such as ``recipe.md``."""
    return (MANUAL / name).read_text(encoding="utf-8")


@cache
def manual_pictures() -> tuple[str, ...]:
    """Return how pages of the manual name their pictures, such as ``pictures/units.png``."""
    found = sorted((MANUAL / "pictures").glob("*.png"))
    return tuple(f"pictures/{path.name}" for path in found)


@cache
def bibliography() -> dict[str, str]:
    """Return each work of the manual's bibliography, in Markdown, by how it is cited."""
    lines = manual_page("bibliography.md").splitlines()
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line)
    return {row[0]: row[1] for row in cells if len(row) == 2 and row[0].endswith(")")}
