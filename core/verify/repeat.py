"""Repeats the run of a log."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused
from core.io import read
from core.jobs import Job
from core.log import with_logged_taxonomies
from core.model import Dataset, Project, Result
from core.pipeline.execute import execute
from core.pipeline.prepared_input import prepared
from core.pipeline.resolve import resolve
from core.protect.blocks import BlockEngine
from core.recipe import parse_project


def open_input(
    document: Mapping[str, Any], input_file: Path, folder: Path, job: Job
) -> tuple[Project, Dataset]:
    """Return the project of a log with `input_file` as its input, and that file's records.

    A public log contains nothing that identifies its input.

    Raises
    ------
    Refused
        If the file cannot be read or prepared, or is not the one that the log describes.
    """
    return prepared(*read_only(document, input_file, folder, job), job)


def read_only(
    document: Mapping[str, Any], input_file: Path, folder: Path, job: Job
) -> tuple[Project, Dataset]:
    """Return the same without preparing: a public log may lack what a step needs to know."""
    project = parse_project(document["recipe"], folder, input_file)
    project = with_logged_taxonomies(project, document)
    dataset = read(project.source, job)
    known = document["input"].get("sha256")
    if known is not None and dataset.fingerprint.sha256 != known:
        raise Refused(Problem("verify-input-differs", params={"file": input_file.name}))
    return project, dataset


def omitted_settings(document: Mapping[str, Any]) -> list[str]:
    """Return the settings that a public log leaves out although the run depends on them."""
    return [
        f"{entry['setting']} ({entry['column']})" if entry["column"] else str(entry["setting"])
        for entry in document.get("omitted") or []
    ]


def repeat(
    project: Project, dataset: Dataset, job: Job, engine: BlockEngine | None = None
) -> Result:
    """Run a project again; see `core.pipeline.execute.execute`.

    Raises
    ------
    Refused
        If the project does not fit the records.
    """
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    if plan.errors:
        raise Refused(*plan.errors)
    return execute(plan, dataset, job, engine)
