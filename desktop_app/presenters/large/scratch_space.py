"""Whether a folder has space for the scratch files of a run on disk. Knows no Qt."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from core.errors import Problem
from core.jobs import Job
from desktop_app.text import size, tr


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
