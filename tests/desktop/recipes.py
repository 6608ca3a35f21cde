"""Small files with their recipes, written for one test."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.attributes import declare


def write_recipe(
    data: Path, columns: Mapping[str, str | dict[str, Any]], rows: Iterable[str] = (), **keys: Any
) -> Path:
    """Write a file of these columns and its recipe, which uses MDAV with k = 5; return its path.

    Parameters
    ----------
    data : Path
        Where the file lies.
    columns : Mapping of str to str or dict
        What `declare` takes or returns, by the column's name.
    rows : Iterable of str
        The lines of the file below its heading; without one, the test has written the file.
    **keys
        More keys of the recipe.
    """
    if lines := list(rows):
        data.write_text("\n".join([",".join(columns), *lines, ""]), encoding="utf-8")
    settings = {n: declare(c) if isinstance(c, str) else c for n, c in columns.items()}
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": data.name, "kind": "csv"},
        "attributes": [{"name": name, **setting} for name, setting in settings.items()],
        "method": {"name": "mdav", "k": 5},
        **keys,
    }
    path = data.with_suffix(".json")
    path.write_text(json.dumps(recipe), encoding="utf-8")
    return path
