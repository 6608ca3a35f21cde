"""Computes the figures of a recipe on files in the scratch folder; see `core.measure.figures`.

Each figure is computed on its own, with its columns in memory, by the code that computes it in
memory: quantiles, Gini coefficients and regressions need all records of a column at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Where
from core.io.child_processes.memory_budget import most_bytes
from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.measure.figures import SideRecords, compare_figures, sample_of
from core.model import Column, ColumnKind, ComparedFigure, Figure, Project
from core.model.figures import column_of
from core.pipeline.execute import FIGURE_PHASE
from core.pipeline.figure_problems import MOST_TERMS, FigureChecks, setting_problems
from core.pipeline.out_of_core.figures.loaded_columns import column_of_file, released_column
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.searching.searched_file import searched_table
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]

MOST_BYTES = 11_000_000_000
"""The most memory that a figure may need: 50 million records of any but long regressions.

A computer with less memory has a share of its own.
"""
# As measured: of each record with both sides, and for each coefficient of a regression.
_OF_RECORD, _OF_COEFFICIENT = 220, 60


def large_figure_problems(
    project: Project, given: LargeInput, work: Workplace, job: Job
) -> list[Problem]:
    """Return what is wrong with the figures, for all records of a file (`figure_problems`)."""
    problems, figures = setting_problems(project), project.recipe.figures
    if problems or not figures:
        return problems
    most = min(MOST_BYTES, most_bytes())
    for at, figure in enumerate(figures):
        needed = given.rows * _bytes_of_record(figure, given)
        if needed > most:
            params = {"gigabytes": round(needed / 1e9, 1), "most": round(most / 1e9, 1)}
            problems.append(Problem("large-figures", Where(field=f"figures[{at}]"), params))
    if problems:
        return problems
    for at, figure in enumerate(figures):
        side = _original(project, figure, given, work, job)
        problems += FigureChecks(project, side).problems(figure, f"figures[{at}]")
    return problems


def _bytes_of_record(figure: Figure, given: LargeInput) -> int:
    """Return about how many bytes of each record a figure needs."""
    if not figure.on:
        return _OF_RECORD
    coefficients = 1
    for term in figure.on:
        column = given.table.named(column_of(term))
        if column.kind is ColumnKind.TEXT:
            coefficients += min(max(1, len(column.head.categories) - 1), MOST_TERMS)
        else:
            # How many different dates there are shows only once they are in memory.
            coefficients += MOST_TERMS if column.kind is ColumnKind.DATE else 1
    return _OF_RECORD + _OF_COEFFICIENT * coefficients


def large_figures(
    project: Project, released: StoredTable, given: LargeInput, work: Workplace, job: Job
) -> tuple[ComparedFigure, ...]:
    """Return the figures of the recipe, of all records of the file and of the released ones.

    Parameters
    ----------
    project : Project
        Resolved.
    released : StoredTable
        The released records in the order of the input.
    given : LargeInput
        The input.
    work, job : Workplace and Job
        How many records are read at a time; enters the phase of figures.
    """
    figures, found = project.recipe.figures, list[ComparedFigure]()
    if not figures:
        return ()
    job.start_phase(FIGURE_PHASE, len(figures))
    all_units, units = _units(given)
    for figure in figures:
        original = _original(project, figure, given, work, job, all_units)
        release = released_side_loader(project, released, work, job, units)(figure)
        # The job of one figure counts nothing.
        found += compare_figures([figure], project.schema, original, release, _Quiet(job))
        job.update(len(found))
    return tuple(found)


def released_side_loader(
    project: Project, table: StoredTable, work: Workplace, job: Job, units: Ints | None = None
) -> Callable[[Figure], SideRecords]:
    """Return what loads the columns of a figure from released records."""

    def load(figure: Figure) -> SideRecords:
        names = _names(project, figure)
        columns = [released_column(table.named(name), work, job) for name in names]
        return sample_of(columns, project.recipe.weight, units)

    return load


def _names(project: Project, figure: Figure) -> Sequence[str]:
    weight = project.recipe.weight
    return [*dict.fromkeys((*figure.columns, *(() if weight is None else (weight,))))]


def _original(
    project: Project,
    figure: Figure,
    given: LargeInput,
    work: Workplace,
    job: Job,
    units: Ints | None = None,
) -> SideRecords:
    table = searched_table(given.table, project.schema)
    left = searched_table(given.aside.left, project.schema)
    columns = list[Column]()
    for name in _names(project, figure):
        others = left.named(name) if left.columns else None
        columns.append(column_of_file(table.named(name), others, given.aside, work, job))
    return sample_of(columns, project.recipe.weight, units)


def _units(given: LargeInput) -> tuple[Ints | None, Ints | None]:
    """Return the unit of each record of the file, and of each released one."""
    if given.units is None:
        return None, None
    return np.fromfile(given.units.labels, "<i8"), given.units.of(0, given.table.rows)


class _Quiet(Job):
    """A job that is cancelled with another one, and whose progress nobody sees."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._whole = job

    def check(self) -> None:
        """Raise `Cancelled` if the other job was cancelled."""
        self._whole.check()
