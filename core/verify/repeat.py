"""Repeats the run of a log."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.errors import Problem, Refused
from core.io import read
from core.jobs import Job
from core.log import InternalLog, Log, PublicLog
from core.log.checklist_rows import day_of_run
from core.model import Dataset, Project, Result
from core.pipeline.earlier_releases import earlier_releases
from core.pipeline.execute import RepeatedRun, execute
from core.pipeline.prepared_input import prepared
from core.pipeline.release_register import unless_unusable
from core.pipeline.resolve import resolve
from core.protect.blocks import BlockEngine
from core.protect.representatives.moments.moment_log import (
    read_logged_maps,
    restored_by_logarithms,
)


def open_input(log: Log, input_file: Path, job: Job) -> tuple[Project, Dataset]:
    """Build the project of a log with `input_file` as its input, and that file's records.

    A public log contains nothing that identifies its input.

    Raises
    ------
    Refused
        If the file cannot be read or prepared, or is not the one that the log describes.
    """
    return prepared(*read_only(log, input_file, job), job)


def read_only(log: Log, input_file: Path, job: Job) -> tuple[Project, Dataset]:
    """Build it without preparing: a public log may lack what a step needs to know."""
    project = log.self_contained_project
    project = replace(project, source=replace(project.source, path=str(input_file.absolute())))
    dataset = read(project.source, job)
    if isinstance(log, InternalLog) and dataset.fingerprint.sha256 != log.input.sha256:
        raise Refused(Problem("verify-input-differs", params={"file": input_file.name}))
    return project, dataset


def omitted_settings(log: Log) -> list[str]:
    """List the settings that a public log leaves out although the run depends on them."""
    return [str(setting) for setting in log.omitted] if isinstance(log, PublicLog) else []


def repeat(
    project: Project,
    dataset: Dataset,
    log: Log,
    job: Job,
    engine: BlockEngine | None = None,
) -> Result:
    """Run a project again, by the choices that a log states; see `core.pipeline.execute.execute`.

    Raises
    ------
    Refused
        If the project does not fit the records.
    """
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    if plan.errors:
        raise Refused(*plan.errors)
    merges = project.recipe.merges is not None
    earlier = earlier_releases(project, dataset, job) if merges else None
    repeated = RepeatedRun(
        day_of_run(log), read_logged_maps(log.steps), restored_by_logarithms(log.steps)
    )
    return execute(plan, dataset, job, engine, earlier, repeated)


def can_repeat(log: InternalLog, input_file: Path, job: Job) -> bool:
    """Decide whether this computer knows the release whose groups a run merged, if it did."""
    number = log.project.recipe.merges
    if number is None:
        return True
    project, dataset = open_input(log, input_file, job)
    earlier, _ = unless_unusable(lambda: earlier_releases(project, dataset, job))
    return any(r.about.records_sha256.startswith(number) for r in earlier or ())
