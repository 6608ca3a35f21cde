"""Writes a result as a release folder that others can verify."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from core.checklist.answers import pair_with_answers
from core.io import READ_PHASES
from core.jobs import Job, run_cancellable
from core.log import Stamp, new_salt
from core.log.stamp import now
from core.model import Dataset, Release, Result, SignOff
from core.pipeline.seal.destination import check_halves
from core.pipeline.seal.file_draft import draft_of, write_and_recount
from core.pipeline.seal.input_guard import UserFile, guard_inputs, list_input_files
from core.pipeline.seal.release_names import Names, names_of_project
from core.pipeline.seal.reports_and_logs import write_reports_and_logs
from core.pipeline.seal.staging import staging
from core.same_fields import copy_fields

SEAL_PHASES = ("writing", *READ_PHASES, "recounting", "reporting")


def seal(
    result: Result,
    dataset: Dataset,
    folder: Path,
    overwrite: bool,
    job: Job,
    stamp: Stamp | None = None,
    user_files: Sequence[UserFile] = (),
) -> Release:
    """Write the release of `result` to `folder`.

    The protected file is staged, read back and recounted. The files are published only if k, t and
    every cell agree (otherwise `PromiseBroken`); after an error nothing is left behind.

    Parameters
    ----------
    folder : pathlib.Path
        The release folder; new or empty, unless `overwrite` allows replacing files of the same
        names.
    stamp : Stamp, optional
        Times of the run, the salt of the commitment to its input, and the sign-off; default: now,
        and a new salt. A replay passes those of the original log.
    user_files : sequence of pairs of str and pathlib.Path, optional
        Files that must not be replaced, in addition to those that the project reads; see
        `guard_inputs`.
    """
    job.plan(SEAL_PHASES)
    project = result.plan.project
    names = names_of_project(project)
    look = partial(_check_folder, folder, names, (*list_input_files(project), *user_files))
    look()
    with staging(folder, overwrite) as stage:
        stage.make_folders(names.all)
        draft = run_cancellable(lambda: draft_of(result, dataset, stage.path, names), job)
        written = write_and_recount(draft, project, job)
        job.start_phase("reporting")
        files = write_reports_and_logs(
            result, dataset, draft, written, names, stamp or new_stamp(), job
        )
        job.check()
        stage.publish(names.logs, job, look)
    return copy_fields(
        Release,
        names,
        folder=str(folder.absolute()),
        files=files,
        verification=written.verification,
        warnings=written.warnings,
        questions=pair_with_answers(result),
    )


def _check_folder(folder: Path, names: Names, user_files: Sequence[UserFile]) -> None:
    """Raise `Refused` if files of the folder must not be replaced, or not be handed out."""
    guard_inputs(folder, names.all, user_files)
    check_halves(folder, names.all)


def new_stamp(sign_off: SignOff | None = None) -> Stamp:
    """Return the stamp of a release that is written now, with its sign-off."""
    return Stamp(now(), now(), new_salt(), sign_off)
