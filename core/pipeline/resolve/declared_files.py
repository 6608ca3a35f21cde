"""Reads the population counts that a recipe names, and looks for the earlier files."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from core.encode.numbers import cell_texts
from core.errors import Problem, Refused, Where
from core.io import read_as_guessed
from core.io.files.input_files import check_path
from core.jobs import Job
from core.model import (
    ColumnKind,
    Dataset,
    PopulationCounts,
    PopulationFile,
    Recipe,
    Schema,
)

_NUMBERS = (ColumnKind.INTEGER, ColumnKind.NUMBER)


def with_population(recipe: Recipe, schema: Schema) -> tuple[Recipe, list[Problem]]:
    """Return `recipe` with the counts of its files, and the problems in reading them.

    Counts that it has already, for example from a log, are not read again.
    """
    files, problems = [], list[Problem]()
    for position, file in enumerate(recipe.population):
        counts = file.counts
        try:
            counts = counts or _read_counts(Path(file.path), schema)
        except Refused as refusal:
            where = Where(field=f"population[{position}]")
            problems += [replace(problem, where=where) for problem in refusal.problems]
        files.append(PopulationFile(file.path, counts))
    return replace(recipe, population=tuple(files)), problems


def _read_counts(path: Path, schema: Schema) -> PopulationCounts:
    state = check_path(path)
    dataset = _read_table(path, state.st_size, state.st_mtime_ns)
    names = {attribute.name for attribute in schema.attributes}
    columns = [column for column in dataset.columns if column.name in names]
    numbers = [c for c in dataset.columns if c.name not in names and c.kind in _NUMBERS]
    if not columns or len(numbers) != 1 or len(columns) + 1 != len(dataset.columns):
        raise Refused(Problem("population-columns", params={"file": path.name}))
    people = numbers[0]
    values = people.values.astype(np.float64)
    if people.missing.any() or not (values >= 0).all():
        params = {"file": path.name, "name": people.name}
        raise Refused(Problem("population-people", params=params))
    return PopulationCounts(
        path.name,
        dataset.fingerprint.sha256,
        tuple(column.name for column in columns),
        tuple(zip(*map(cell_texts, columns), strict=True)),
        tuple(values.tolist()),
    )


@lru_cache(maxsize=8)
def _read_table(path: Path, _size: int, _changed: int) -> Dataset:
    """Read a table once: the window asks after each change of a setting."""
    return read_as_guessed(path, Job())


def earlier_file_problems(recipe: Recipe) -> list[Problem]:
    """List the earlier files that are not there; they are read after the run."""
    problems = list[Problem]()
    for position, path in enumerate(recipe.earlier_files):
        try:
            check_path(Path(path))
        except Refused as refusal:
            where = Where(field=f"earlier_files[{position}]")
            problems += [replace(problem, where=where) for problem in refusal.problems]
    return problems
