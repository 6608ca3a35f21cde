"""A skewed file and a recipe that protects it in blocks."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

from tests.attributes import describe
from tests.core.command_line.conftest import group_lines, read_rows

K = 3
QUASI = ["HOURS", "WAGE", "AREA"]


def write_file(folder: Path, rows: int = 6000, seed: int = 4) -> Path:
    """Write a file with heavy tails and many equal records; return its path."""
    draw = Random(seed)
    path = folder / "firms.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["ID", *QUASI, "PROFIT"])
        for i in range(rows):
            hours = draw.choice([0, 20, 40, 40, 40, draw.randint(1, 60)])
            wage = round(draw.lognormvariate(7, 1.2), 2)
            area = 0 if draw.random() < 0.3 else round(draw.lognormvariate(3, 2), 1)
            table.writerow([f"F{i}", hours, wage, area, round(draw.gauss(0, 50), 1)])
    return path


def write_recipe(folder: Path, block: int | None = 800, **more: Any) -> Path:
    """Write the recipe of the file in `folder`; return its path."""
    recipe: dict[str, Any] = {
        "format": "statveil-recipe/2",
        "input": {"path": "firms.csv", "kind": "csv"},
        "attributes": describe(
            "ID identifier, HOURS quasi integer, WAGE quasi continuous, AREA quasi continuous, "
            "PROFIT confidential continuous"
        ),
        "keep_order": True,
        "method": {"name": "mdav", "k": K},
        "output": {"kind": "csv", "name": "out"},
        **({} if block is None else {"scale": {"block": block}}),
        **more,
    }
    path = folder / "recipe.json"
    path.write_text(json.dumps(recipe))
    return path


def released(folder: Path) -> str:
    """Return the hash of the protected file in a release folder."""
    return hashlib.sha256((folder / "public" / "out.csv").read_bytes()).hexdigest()


def smallest_group(folder: Path) -> int:
    """Count the smallest group of equal records in the protected file."""
    rows = read_rows(folder / "public/out.csv")
    return min(map(len, group_lines(rows, QUASI).values()))


def log_of(folder: Path) -> dict[str, Any]:
    """Return the internal log of a release folder."""
    (path,) = (folder / "internal").glob("*.internal.json")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
