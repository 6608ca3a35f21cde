"""Reads tables of counts by columns of the data: of a population, or from a published source."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from core.encode.numbers import cell_texts
from core.errors import Problem, Refused
from core.io import read_as_guessed
from core.io.files.input_files import check_path
from core.jobs import Job
from core.model import PopulationCounts, Schema


def read_counts(path: Path, schema: Schema) -> PopulationCounts:
    """Read a table of columns of the data and one further column, of counts.

    Raises
    ------
    Refused
        If it cannot be read, or is no such table.
    """
    state = check_path(path)
    names = frozenset(attribute.name for attribute in schema.attributes)
    counts = _read_once(path, state.st_size, state.st_mtime_ns, names)
    if isinstance(counts, Problem):
        raise Refused(counts)
    return counts


@lru_cache(maxsize=8)
def _read_once(
    path: Path, _size: int, _changed: int, names: frozenset[str]
) -> PopulationCounts | Problem:
    """Read a table once, as the window asks after each change of a setting."""
    dataset = read_as_guessed(path, Job())
    columns = [column for column in dataset.columns if column.name in names]
    numbers = [c for c in dataset.columns if c.name not in names and c.kind.is_numeric]
    if not columns or len(numbers) != 1 or len(columns) + 1 != len(dataset.columns):
        return Problem("population-columns", params={"file": path.name})
    (people,) = numbers
    values = people.values.astype(np.float64)
    if people.missing.any() or not (values >= 0).all():
        return Problem("population-people", params={"file": path.name, "name": people.name})
    return PopulationCounts(
        path.name,
        dataset.fingerprint.sha256,
        tuple(column.name for column in columns),
        tuple(zip(*map(cell_texts, columns), strict=True)),
        tuple(values.tolist()),
    )
