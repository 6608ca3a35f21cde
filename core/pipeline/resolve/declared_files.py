"""Reads the counts that a recipe names, and looks for the earlier files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from core.checklist.count_tables import read_counts
from core.errors import Problem, Refused, Where
from core.io.files.input_files import check_path
from core.model import PopulationFile, Recipe, Schema


def read_population(recipe: Recipe, schema: Schema) -> tuple[Recipe, list[Problem]]:
    """Return `recipe` with the counts of its files, and the problems in reading them.

    Counts that it has already, for example from a log, are not read again.
    """
    files, problems = [], list[Problem]()
    for position, file in enumerate(recipe.population):
        counts = file.counts
        try:
            counts = counts or read_counts(Path(file.path), schema)
        except Refused as refusal:
            where = Where(field=f"population[{position}]")
            problems += [replace(problem, where=where) for problem in refusal.problems]
        files.append(PopulationFile(file.path, counts))
    return replace(recipe, population=tuple(files)), problems


def list_file_problems(recipe: Recipe, schema: Schema) -> list[Problem]:
    """List the earlier files that are not there, and the sources that are no tables of counts.

    Earlier files are read after the run.
    """
    checks: list[tuple[str, Sequence[str], Callable[[Path], object]]] = [
        ("earlier_files", recipe.earlier_files, check_path),
        ("sources", recipe.sources, partial(read_counts, schema=schema)),
    ]
    problems = list[Problem]()
    for key, paths, check in checks:
        for position, path in enumerate(paths):
            try:
                check(Path(path))
            except Refused as refusal:
                where = Where(field=f"{key}[{position}]")
                problems += [replace(problem, where=where) for problem in refusal.problems]
    return problems
