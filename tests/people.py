"""A small file of people and its recipe, for tests that need any release."""

from __future__ import annotations

import json
from pathlib import Path


def people(folder: Path, records: int) -> Path:
    """Write ``people.csv`` and return its path."""
    rows = (f"P{i},{i * 37 % 83},{i * 53 % 97},{i * 11 % 1009}" for i in range(records))
    path = folder / "people.csv"
    path.write_text("\n".join(("NAME,AGE,HOURS,INCOME", *rows)) + "\n")
    return path


def people_recipe(
    folder: Path, name: str = "people_protected", kind: str = "csv", k: int = 4
) -> Path:
    """Write a recipe for ``people.csv`` beside it and return its path."""
    document = {
        "format": "statveil-recipe/2",
        "input": {"path": "people.csv", "kind": "csv"},
        "attributes": [
            {"name": "NAME", "role": "identifier"},
            {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
            {"name": "HOURS", "role": "quasi-identifier", "scale": "integer"},
            {"name": "INCOME", "role": "confidential", "scale": "integer"},
        ],
        "method": {"name": "mdav", "k": k},
        "output": {"kind": kind, "name": name},
    }
    path = folder / "recipe.json"
    path.write_text(json.dumps(document))
    return path
