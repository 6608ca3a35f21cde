"""Reads the input of a recipe and prepares its columns."""

from __future__ import annotations

from dataclasses import replace

from core.errors import Refused
from core.io import read
from core.jobs import Job
from core.model import Dataset, Project, Schema
from core.model.preparing import Level
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
    loaded, unread = with_taxonomies(_of_levels(project))
    problems += unread
    if problems:
        raise Refused(*problems)
    done, dataset = prepare(replace(project, schema=_with(project.schema, loaded)), dataset, job)
    # Taxonomies that were read for the steps must not hide that their files change later.
    read = {a.name: a.categories for a in project.schema.attributes}
    schema = Schema(tuple(replace(a, categories=read[a.name]) for a in done.schema.attributes))
    return replace(project, schema=schema), dataset


def _of_levels(project: Project) -> Schema:
    """Return the columns that steps replace by a level of their taxonomy."""
    steps = project.recipe.active_preparing
    levels = {step.action.column for step in steps if isinstance(step.action, Level)}
    return Schema(tuple(a for a in project.schema.attributes if a.name in levels))


def _with(schema: Schema, loaded: Schema) -> Schema:
    known = {attribute.name: attribute for attribute in loaded.attributes}
    return Schema(tuple(known.get(a.name, a) for a in schema.attributes))


def prepared_afresh(project: Project, read: Dataset, shown: Dataset, job: Job) -> Dataset:
    """Return the records as a recipe prepares them now.

    Parameters
    ----------
    project : Project
        The recipe, and what the prepared columns mean.
    read : Dataset
        The records as they were read.
    shown : Dataset
        The records as they were prepared before; returned if nothing that they depend on changed.
    job : Job
        Can be cancelled between steps.

    Raises
    ------
    Refused
        If a step can no longer be done.
    """
    loaded, _ = with_taxonomies(_of_levels(project))
    if not unapplied(replace(project, schema=_with(project.schema, loaded)), shown):
        return shown
    _, dataset = prepared(project, read, job)
    return dataset
