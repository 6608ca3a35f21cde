"""Reads a project file and its input, off the window's thread; says if the input is another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import resources
from core.errors import Problem, Refused
from core.jobs import Job
from core.model import Dataset, Project, Source
from core.network_paths import is_network_path
from desktop_app.projects.elsewhere import hash_of
from desktop_app.state.origin import Origin
from desktop_app.state.steps import Step

if TYPE_CHECKING:
    from core.io import ColumnProfile
    from core.recipe import ProjectFile

_MOST_DETAILS = 3
_SUFFIXES = (".statveil", ".json")


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A file that was read, with the project that led to it, if one did."""

    source: Source
    dataset: Dataset
    profiles: tuple[ColumnProfile, ...]
    project: Project | None = None
    origin: Origin | None = None
    read: Dataset | None = None
    """The records as they were read, where the project prepares them."""
    coded: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """By code for missing values, the columns that hold it, each with its cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Astray:
    """A project whose input is not the file that it was saved with.

    Attributes
    ----------
    path : pathlib.Path
        The project file, or the copy of it.
    kept : ProjectFile
        What it holds.
    found : Opened or None
        The file found in the input's place; ``None`` if there is none, or it cannot be read.
    problems : tuple of Problem
        Why it cannot be read.
    """

    path: Path
    kept: ProjectFile
    found: Opened | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Gone:
    """A project file that is not where it was.

    Attributes
    ----------
    path : pathlib.Path
        Where it was looked for.
    folder : bool
        Whether its folder is there; without it, a drive or a share may be absent for the moment.
    """

    path: Path
    folder: bool


def is_project_name(path: str | Path) -> bool:
    """Whether a file is a project or recipe by its name."""
    return Path(path).suffix.lower() in _SUFFIXES


def open_project_file(path: Path, input_override: Path | None, job: Job) -> Opened | Astray | Gone:
    """Read a project or recipe file and the data it names.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    input_override : pathlib.Path, optional
        Where the user says that the input is now.
    job : Job
        Receives the progress.

    Raises
    ------
    Refused
        If it is no project, or its input is the one it was saved with and cannot be read.
    """
    from core import io
    from core.inspect.profiling.column_profiles import profile
    from core.pipeline.prepared_input import prepared_as_far_as_possible
    from core.recipe import open_project
    from core.recipe.project_file import refuse_network_input

    if _is_gone(path):
        return Gone(path, path.parent.is_dir())
    job.plan(("reading", "typing", "profiling"))
    # Before it is read: what is written in between is noticed when this window saves.
    file_sha256 = hash_of(path)
    try:
        project_file = open_project(path, input_override)
    except Refused as refused:
        raise _as_damage(path, refused) from None
    try:
        if input_override is None:
            refuse_network_input(project_file.project, path.absolute().parent)
    except Refused as refused:
        return Astray(path, project_file, problems=refused.problems)
    if not Path(project_file.project.source.path).exists():
        return Astray(path, project_file)
    try:
        read = io.read(project_file.project.source, job)
    except Refused as refused:
        if project_file.input is None or refused.has("table-needs-scratch"):
            raise
        return Astray(path, project_file, problems=refused.problems)
    # What the recipe prepares is shown as it is prepared.
    project, dataset = prepared_as_far_as_possible(project_file.project, read, job)
    same = project_file.input is None or project_file.input.sha256 == dataset.fingerprint.sha256
    is_done = project.recipe.prepare == project_file.project.recipe.prepare
    as_saved = same and is_done and input_override is None
    origin = _build_origin(
        path, project_file, file_sha256, as_saved=as_saved, again=not (same and is_done)
    )
    profiles = profile(dataset, job, project_file.project.source)
    opened = Opened(project.source, dataset, profiles, project, origin, read)
    return opened if same else Astray(path, project_file, opened)


def _as_damage(path: Path, refused: Refused) -> Refused:
    """Say of a file that is no project what that means for its user, before the details."""
    problems = refused.problems
    is_damage = all(problem.code.startswith(("json-", "recipe-")) for problem in problems)
    if not is_damage or refused.has("recipe-old-format"):
        return refused
    damaged = Problem("project-damaged", params={"file": path.name})
    return Refused(damaged, *problems[:_MOST_DETAILS])


def _is_gone(path: Path) -> bool:
    """Whether there is no such file; one that may only not be looked at is there."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def _build_origin(
    path: Path, project_file: ProjectFile, file_sha256: str, *, as_saved: bool, again: bool
) -> Origin:
    if resources.FOLDER in path.parents:
        # A sample is a beginning; it is not written over.
        return Origin()
    copied = project_file.home is not None
    home = project_file.home or ""
    is_home_near = bool(home) and not is_network_path(home)
    file = (Path(home) if is_home_near else None) if copied else path
    confirmed = (
        None
        if project_file.input is None
        else frozenset(step for step in Step if step.name.lower() in project_file.confirmed)
    )
    return Origin(
        file=file,
        confirmed=frozenset() if again else confirmed,
        as_saved=as_saved and not copied,
        settled=frozenset(project_file.settled),
        edited=project_file.edited,
        sign_off=project_file.sign_off,
        set_aside=project_file.set_aside,
        declined=project_file.declined,
        file_sha256=project_file.home_sha256 if copied else file_sha256,
    )
