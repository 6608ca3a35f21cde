"""Numeric columns of a reference file, read without the program's own reader."""

from __future__ import annotations

import csv
from pathlib import Path


def numeric_columns(path: Path) -> dict[str, list[float]]:
    with path.open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return {name: [float(row[i]) for row in rows] for i, name in enumerate(header)}
