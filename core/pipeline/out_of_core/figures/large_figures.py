"""Computes the figures of a recipe on files in the scratch folder; see `core.measure.figures`.

Each figure is computed on its own, with its columns in memory, by the code that computes it in
memory: quantiles, Gini coefficients and regressions need all records of a column at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Where
from core.io.child_processes.memory_budget import most_bytes
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.measure.figures import SideRecords, compare_figures, sample_of
from core.model import Column, ColumnKind, ComparedFigure, Figure, Project
from core.model.compared_figures import column_of
from core.pipeline.execute import FIGURE_PHASE
from core.pipeline.figure_problems import MOST_TERMS, FigureChecks, setting_problems
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.searching.aside import Aside
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
    work, job : Workplace and Job
        How many records are read at a time; enters the phase of figures.
    """
    figures, found = project.recipe.figures, list[ComparedFigure]()
    if not figures:
        return ()
    job.start_phase(FIGURE_PHASE, len(figures))
    all_units = units = None
    if given.units is not None:
        all_units = np.fromfile(given.units.labels, "<i8")
        units = given.units.of(0, given.table.rows)
    # The job of one figure counts nothing.
    quiet = PartJob(job.check, lambda _: None, 1)
    for figure in figures:
        original = _original(project, figure, given, work, job, all_units)
        release = released_side_loader(project, released, work, job, units)(figure)
        found += compare_figures([figure], project.schema, original, release, quiet)
        job.update(len(found))
    return tuple(found)


def released_side_loader(
    project: Project, table: StoredTable, work: Workplace, job: Job, units: Ints | None = None
) -> Callable[[Figure], SideRecords]:
    """Return what loads the columns of a figure from released records."""

    def load(figure: Figure) -> SideRecords:
        names = _names(project, figure)
        columns = [_released_column(table.named(name), work, job) for name in names]
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
        columns.append(_column_of_file(table.named(name), others, given.aside, work, job))
    return sample_of(columns, project.recipe.weight, units)


def _released_column(column: StoredColumn, work: Workplace, job: Job) -> Column:
    """Return a column of the released records."""
    pieces = _pieces(column, None, np.empty(0, np.int64), work, job)
    return _placed(pieces, column.head, column.rows)


def _column_of_file(
    column: StoredColumn, left: StoredColumn | None, aside: Aside, work: Workplace, job: Job
) -> Column:
    """Return a column of all records of the file.

    Parameters
    ----------
    column, left : StoredColumn and StoredColumn or None
        The cells of the released records, and of those that are left out if there are any.
    work, job : Workplace and Job
        How many are read at a time; can be cancelled.
    """
    head = column.head
    if left is not None and head.kind is ColumnKind.TEXT:
        if not head.categories:
            head = left.head
        texts = sorted({*column.head.categories, *left.head.categories})
        head = replace(head, categories=tuple(texts))
    pieces = _pieces(column, left, aside.places, work, job)
    return _placed(pieces, head, column.rows + len(aside.places))


def _pieces(
    column: StoredColumn, left: StoredColumn | None, places: Ints, work: Workplace, job: Job
) -> Iterator[tuple[Ints, Column]]:
    """Yield the positions and the cells of some records at a time; those left out have `places`."""
    # How many released records come before each of those that are left out.
    before = places - np.arange(len(places))
    for start, stop in work.spans(column.rows, job):
        own = np.arange(start, stop)
        yield own + np.searchsorted(before, own, side="right"), column.part(start, stop)
    if left is not None:
        for start, stop in work.spans(left.rows, job):
            yield places[start:stop], left.part(start, stop)


def _placed(pieces: Iterator[tuple[Ints, Column]], head: Column, records: int) -> Column:
    """Return the cells at their positions; those without a value of the head's kind are missing."""
    values = np.zeros(records, head.values.dtype)
    missing, index = np.ones(records, np.bool_), np.full(records, -1, np.int16)
    known = {text: code for code, text in enumerate(head.categories)}
    codes: dict[str, int] = {}
    for where, piece in pieces:
        if piece.missing_text is not None:
            spellings, own = piece.missing_text
            at = [codes.setdefault(spelling, len(codes)) for spelling in spellings]
            index[where] = np.array([*at, -1], np.int16)[own]
        if piece.kind is not head.kind:
            continue  # nothing but missing cells
        missing[where] = piece.missing
        if head.kind is ColumnKind.TEXT:
            place = [*(known[text] for text in piece.categories), -1]
            values[where] = np.array(place, values.dtype)[piece.values]
        else:
            values[where] = np.where(piece.missing, 0, piece.values)
    if head.kind is ColumnKind.TEXT:
        values[missing] = -1
    elif head.kind is ColumnKind.NUMBER:
        values[missing] = np.nan
    spelled = (tuple(codes), index) if codes else None
    return Column(head.name, head.kind, values, missing, head.categories, missing_text=spelled)
