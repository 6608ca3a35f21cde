"""Reads the input of a recipe and prepares its columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.errors import Problem, Refused, Severity
from core.io import read
from core.jobs import Job
from core.model import Dataset, Project, Schema
from core.model.preparing import Level, Preparing
from core.pipeline.resolve.privacy_checks import preparing_problems
from core.pipeline.resolve.taxonomy_loading import with_taxonomies
from core.prepare import prepare, unapplied


def read_input(project: Project, job: Job) -> tuple[Project, Dataset]:
    """Return the records of a recipe's file, prepared, and the project for them (`prepared`).

    Raises
    ------
    Refused
        If the file cannot be read or prepared.
    """
    return prepared(project, read(project.source, job), job)


def prepared(project: Project, dataset: Dataset, job: Job) -> tuple[Project, Dataset]:
    """Return the prepared records, and the project with what the steps define of its columns.

    Raises
    ------
    Refused
        If a step cannot be done.
    """
    recipe = project.recipe
    if not recipe.active_preparing:
        return project, dataset
    problems = preparing_problems(project)
    loaded, unread = with_taxonomies(_columns_on_levels(project))
    problems += unread
    if problems:
        raise Refused(*problems)
    done, dataset = prepare(
        replace(project, schema=project.schema.with_attributes(loaded.attributes)), dataset, job
    )
    # Taxonomies that were read for the steps must not hide that their files change later.
    read = {a.name: a.categories for a in project.schema.attributes}
    schema = Schema(tuple(replace(a, categories=read[a.name]) for a in done.schema.attributes))
    return replace(project, schema=schema), dataset


def prepared_as_far_as_possible(
    project: Project, dataset: Dataset, job: Job
) -> tuple[Project, Dataset]:
    """Return the records and the project without the steps that cannot be done any more.

    These are switched off, and the notes on the records say which and why: a project must be
    opened to be mended, such as when a taxonomy is gone or the file has other columns.
    """
    steps, notes = list(project.recipe.prepare), list[Problem]()
    while True:
        recipe = replace(project.recipe, prepare=tuple(steps))
        try:
            done, records = prepared(replace(project, recipe=recipe), dataset, job)
        except Refused as refused:
            failed = _active_steps_of(refused.problems, steps)
            for position in failed:
                steps[position] = replace(steps[position], is_off=True)
                notes.append(Problem("prepare-switched-off", params={"step": position + 1},
                                     severity=Severity.WARNING))  # fmt: skip
            notes += [replace(p, severity=Severity.WARNING) for p in refused.problems]
            if not failed:
                raise
            continue
        return done, replace(records, notes=(*records.notes, *notes))


def _active_steps_of(problems: Sequence[Problem], steps: Sequence[Preparing]) -> list[int]:
    """List the steps, not switched off yet, that problems name or whose columns they concern."""
    numbers_of_steps = set()
    for problem in problems:
        field = problem.where.field or ""
        number = field.removeprefix("prepare[").partition("]")[0]
        if number.isdigit() and int(number) < len(steps):
            numbers_of_steps.add(int(number))
        # A taxonomy that cannot be read names its column.
        column = field.removeprefix("taxonomy.")
        levels = [i for i, step in enumerate(steps) if isinstance(step, Level)]
        numbers_of_steps |= {i for i in levels if steps[i].column == column}
    return sorted(i for i in numbers_of_steps if not steps[i].is_off)


def _columns_on_levels(project: Project) -> Schema:
    """Return the columns that steps replace by a level of their taxonomy."""
    steps = project.recipe.active_preparing
    levels = {step.column for step in steps if isinstance(step, Level)}
    return Schema(tuple(a for a in project.schema.attributes if a.name in levels))


def prepared_afresh(project: Project, read: Dataset, shown: Dataset, job: Job) -> Dataset:
    """Return the records as a recipe prepares them now.

    Parameters
    ----------
    project : Project
        The recipe, and what the prepared columns mean.
    shown : Dataset
        The records as they were prepared before; returned if nothing that they depend on changed.

    Raises
    ------
    Refused
        If a step can no longer be done.
    """
    loaded, _ = with_taxonomies(_columns_on_levels(project))
    if not unapplied(
        replace(project, schema=project.schema.with_attributes(loaded.attributes)), shown
    ):
        return shown
    _, dataset = prepared(project, read, job)
    return dataset
