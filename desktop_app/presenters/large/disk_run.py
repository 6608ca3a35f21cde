"""A run on disk as the window begins it, and whether a folder has space for it. Knows no Qt."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.large_run import (
    LargeOutcome,
    LargeRequest,
    check_unchanged,
    run_large,
)

from core.errors import Problem
from core.jobs import Job
from core.model import Fingerprint, Plan, Project, SignOff
from core.pipeline.audit import Stamp, new_salt
from core.pipeline.seal import Own
from desktop_app.text import size, tr


@dataclass(frozen=True, slots=True)
class DiskRun:
    """What is run, where, and for whom.

    Attributes
    ----------
    project : Project
        The recipe.
    expected : Fingerprint
        Of the file of which the window shows a sample.
    scratch, folder : pathlib.Path
        The folders of the scratch files and of the release.
    overwrite : bool
        Whether the release may take the place of an earlier one.
    sign_off : SignOff or None
        Who answers for the release.
    own : sequence of pairs of str and pathlib.Path
        Files that the release may not replace, besides those of the project.
    spend : callable
        Called with the plan and the SHA-256 of the file, once noise was drawn and before anything
        is released; an exception ends the run.
    """

    project: Project
    expected: Fingerprint
    scratch: Path
    folder: Path
    overwrite: bool
    sign_off: SignOff | None
    own: Sequence[Own] = ()
    spend: Callable[[Plan, str], None] = lambda *_: None

    def run(self, job: Job) -> LargeOutcome:
        """Protect the file and write its release; not for the window's thread."""
        started = _now()

        def stamp() -> Stamp:
            return Stamp(started, _now(), new_salt(), self.sign_off)

        request = LargeRequest(
            self.scratch,
            self.folder,
            self.overwrite,
            stamp,
            self.own,
            look=partial(check_unchanged, self.expected),
            protected=self._spend,
            describes=True,
        )
        return run_large(self.project, request, job)

    def _spend(self, plan: Plan, given: LargeInput) -> None:
        self.spend(plan, given.fingerprint.sha256)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class ScratchSpace:
    """What was found in a folder for scratch files.

    Attributes
    ----------
    folder : str
        As it was asked about.
    free : int
        Bytes that are free on its disk.
    problem : Problem or None
        Why nothing can be written there.
    """

    folder: str
    free: int = 0
    problem: Problem | None = None

    def is_enough(self, needed: int) -> bool:
        """Return whether a run that needs so many bytes has enough space."""
        return self.problem is None and self.free >= needed


def look_at_space(folder: str, _job: Job) -> ScratchSpace:
    """Look at a folder; it may be on a slow drive: not for the window's thread."""
    place = Path(folder)
    name = place.name or folder
    try:
        if not place.is_dir():
            return ScratchSpace(folder, problem=_problem("scratch-not-folder", name))
        if not os.access(place, os.W_OK | os.X_OK):
            return ScratchSpace(folder, problem=_problem("scratch-unwritable", name))
        return ScratchSpace(folder, shutil.disk_usage(place).free)
    except OSError:
        return ScratchSpace(folder, problem=_problem("scratch-unwritable", name))


def space_text(space: ScratchSpace | None, needed: int) -> str:
    """Return how much space is free and whether that is enough."""
    need = tr("The run needs about {needed} there.", needed=size(needed))
    if space is None or space.problem is not None:
        return need
    free = tr("{free} are free.", free=size(space.free))
    if space.free < needed:
        return f"{need} {free} {tr('That is not enough: choose a folder on another disk.')}"
    return f"{need} {free}"


def _problem(code: str, name: str) -> Problem:
    return Problem(code, params={"folder": name})
