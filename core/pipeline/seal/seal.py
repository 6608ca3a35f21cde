"""Turns a result into a release folder that another person can check."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.io import READ_PHASES
from core.jobs import Job, patiently
from core.model import Dataset, Release, Result, WrittenFile
from core.pipeline.seal.draft import Written, draft_of, write_and_recount
from core.pipeline.seal.names import Names, marked, names_of
from core.pipeline.seal.papers import Times, now, write_papers
from core.pipeline.seal.sparing import Own, files_of, spare
from core.pipeline.seal.staging import staging

SEAL_PHASES = ("writing", *READ_PHASES, "recounting", "reporting")


def seal(
    result: Result,
    dataset: Dataset,
    folder: Path,
    overwrite: bool,
    job: Job,
    times: Times | None = None,
    own: Sequence[Own] = (),
) -> Release:
    """Write the release of `result` to `folder`.

    The protected file is written apart, read back and recounted. Only if k, t and every cell
    agree do the files get their place (else `PromiseBroken`); after any error nothing is left.

    Parameters
    ----------
    result, dataset : Result and Dataset
        The run and its input.
    folder : pathlib.Path
        The release folder; new or empty, unless `overwrite` allows replacing the same names.
    job : Job
        Told of the progress; can be cancelled.
    times : tuple of str, optional
        When the run started and finished, ISO 8601; default now. A replay passes its log's on.
    own : sequence of pairs of str and pathlib.Path, optional
        What must not be replaced besides the files that the project reads; see `spare`.
    """
    job.plan(SEAL_PHASES)
    project, recipe = result.plan.project, result.plan.project.recipe
    names = names_of(marked(recipe.target, recipe.insecure_test_seed))
    spare(folder, names.all, (*files_of(project), *own))
    with staging(folder, overwrite) as stage:
        draft = patiently(lambda: draft_of(result, dataset, stage.path / names.protected), job)
        written = write_and_recount(draft, project, job)
        job.begin("reporting")
        files = write_papers(result, dataset, draft, written, names, times or (now(), now()), job)
        job.check()
        stage.publish(last=names.log, obsolete=(names.public,))
    return _release(folder, names, files, written, recipe.public_report)


def _release(
    folder: Path,
    names: Names,
    files: tuple[WrittenFile, ...],
    written: Written,
    public_report: bool,
) -> Release:
    place, public = str(folder.absolute()), names.public if public_report else ""
    found, warnings = written.verification, written.warnings
    return Release(place, names.protected, names.log, names.report, files, found, warnings, public)
