"""Reads a dictionary of the columns of a fixed-width file.

A CSV file with the columns ``name``, ``start`` (from 1), ``width`` or ``end``, and optionally
``label``, with one row for each column. A dictionary with the name of the data file and the suffix
``.columns.csv`` is found automatically.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.errors import Problem, Refused, Where
from core.io.columns.spelling import spell
from core.io.delimited.csv_reader import read_csv
from core.io.files.input_files import neighbour
from core.jobs import Job
from core.model import FixedColumn, ReadOptions

_COLUMNS = frozenset({"name", "start", "width", "end", "label"})


def dictionary_beside(path: Path) -> Path | None:
    """Find the path of the dictionary next to a data file, or ``None``."""
    beside = neighbour(path, ".columns.csv")
    return beside if beside != path else None


def read_column_dictionary(path: Path) -> tuple[FixedColumn, ...]:
    """Read the columns listed in a dictionary.

    Raises
    ------
    Refused
        If it cannot be read, lacks a column, or a row is invalid.
    """
    dataset = read_csv(path, ReadOptions(), Job(), _COLUMNS)
    names = {name.strip().lower() for name in dataset.names}
    if not {"name", "start"} <= names or not names & {"width", "end"}:
        raise Refused(Problem("dictionary-columns", params={"file": path.name}))
    cells = (spell(c, np.arange(len(c)), False, ".").to_pylist() for c in dataset.columns)
    rows = zip(*cells, strict=True)
    keys = [name.strip().lower() for name in dataset.names]
    columns = []
    for i, row in enumerate(rows):
        listed = dict(zip(keys, row, strict=True))
        try:
            start = int(listed["start"])
            width_text = listed.get("width")
            width = int(width_text) if width_text else int(listed["end"]) - start + 1
        except (ValueError, KeyError):
            start = width = 0
        if not listed["name"] or start < 1 or width < 1:
            position = Where(row=dataset.row_number(i))
            raise Refused(Problem("dictionary-row", position, {"file": path.name}))
        columns.append(FixedColumn(listed["name"], start, width, listed.get("label", "")))
    return tuple(columns)
