"""A run on disk as the window begins it. Knows no Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from core.jobs import Job
from core.model import Fingerprint, Plan, Project, SignOff
from core.pipeline.audit import Stamp, new_salt
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.large_run import (
    LargeOutcome,
    LargeRequest,
    check_unchanged,
    run_large,
)
from core.pipeline.seal import Own


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
        )
        return run_large(self.project, request, job)

    def _spend(self, plan: Plan, given: LargeInput) -> None:
        self.spend(plan, given.fingerprint.sha256)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
