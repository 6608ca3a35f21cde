"""Reads the input of a recipe and prepares its columns."""

from __future__ import annotations

from dataclasses import replace

from core.errors import Refused
from core.io import read
from core.jobs import Job
from core.model import Dataset, Project, Schema
from core.model.preparing import Level
from core.pipeline.resolve.taxonomy_loading import with_taxonomies
from core.prepare import prepare
from core.prepare.private_steps import private_problems
from core.protect.privacy import is_private


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
    problems = private_problems(recipe) if is_private(project) else []
    levels = {s.action.column for s in recipe.active_preparing if isinstance(s.action, Level)}
    described = [a for a in project.schema.attributes if a.name in levels]
    loaded, unread = with_taxonomies(Schema(tuple(described)))
    problems += unread
    if problems:
        raise Refused(*problems)
    known = {attribute.name: attribute for attribute in loaded.attributes}
    schema = Schema(tuple(known.get(a.name, a) for a in project.schema.attributes))
    return prepare(replace(project, schema=schema), dataset, job)
