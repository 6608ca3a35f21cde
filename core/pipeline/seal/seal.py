"""Turns a result into a release folder that another person can check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from core.encode import take
from core.errors import Problem, PromiseBroken, Refused
from core.io import READ_PHASES, write
from core.jobs import Job
from core.model import (
    Column,
    Dataset,
    FileKind,
    Project,
    ReadOptions,
    Release,
    Result,
    Role,
    Step,
    Target,
    Verification,
    WrittenFile,
)
from core.pipeline.audit import (
    build_document,
    chained,
    column_entries,
    file_entry,
    lay_out,
    table_hash,
)
from core.pipeline.conform import conform
from core.pipeline.recipe import options_entry
from core.pipeline.report import render_report
from core.pipeline.seal.blocks import file_hashes
from core.pipeline.seal.order import secret_order
from core.pipeline.seal.read_back import layout_of, read_back
from core.pipeline.seal.recount import recount
from core.pipeline.seal.staging import staging, write_flushed
from core.pipeline.seal.target_options import target_options

SEAL_PHASES = ("writing", *READ_PHASES, "recounting", "reporting")


@dataclass(frozen=True, slots=True)
class Names:
    """File names of a release."""

    protected: str
    log: str
    report: str


def names_of(target: Target) -> Names:
    """Return the file names that a release to `target` has."""
    stem = target.name
    return Names(f"{stem}.{target.kind}", f"{stem}.audit.json", f"{stem}.report.html")


@dataclass(frozen=True, slots=True, eq=False)
class _Draft:
    """What is on its way to the disk."""

    columns: tuple[Column, ...]
    options: ReadOptions
    kind: FileKind
    path: Path


def seal(
    result: Result,
    dataset: Dataset,
    folder: Path,
    overwrite: bool,
    job: Job,
    times: tuple[str, str] | None = None,
) -> Release:
    """Write the release of `result` to `folder`.

    The protected file is written apart, read back and recounted. Only if k, t and every cell
    agree do the files get their place.

    Parameters
    ----------
    result : Result
        The run.
    dataset : Dataset
        Its input.
    folder : pathlib.Path
        The release folder; new or empty, unless `overwrite`.
    overwrite : bool
        Whether files of the same names in the folder may be replaced.
    job : Job
        Told of the progress; can be cancelled.
    times : tuple of str, optional
        When the run started and finished, ISO 8601; default now. A replay passes on the times
        of the log it repeats.

    Raises
    ------
    PromiseBroken
        If the file read back does not keep what was promised; nothing is left behind.
    Refused
        If the folder may not be written to.
    StorageFull
        If the disk fills up; nothing is left behind.
    Cancelled
        If the job was asked to stop; nothing is left behind.
    """
    job.plan(SEAL_PHASES)
    project = result.plan.project
    names = names_of(project.recipe.target)
    _spare_the_input(folder / names.protected, Path(project.source.path))
    with staging(folder, overwrite) as stage:
        draft = _draft(result, stage.path / names.protected)
        found, verification, warnings = _write_and_recount(draft, project, job)
        job.begin("reporting")
        result = replace(result, warnings=(*result.warnings, *warnings))
        document = _document(result, dataset, draft, verification, times)
        protected = _note_file(document, draft.path, _reading(draft, found))
        typed = conform(dataset, project)
        report = render_report(document, typed, found.columns, result.plan.kept)
        write_flushed(stage.path / names.report, report.encode())
        reported = _note_file(document, stage.path / names.report, {})
        write_flushed(stage.path / names.log, lay_out(chained(document)))
        job.check()
        stage.publish(last=names.log)
    return Release(
        folder=str(folder.absolute()),
        protected=names.protected,
        log=names.log,
        report=names.report,
        files=(protected, reported),
        verification=verification,
        warnings=warnings,
    )


def _spare_the_input(protected: Path, source: Path) -> None:
    """Refuse to put the protected file in the place of the confidential one."""
    if protected.exists() and source.exists() and protected.samefile(source):
        raise Refused(Problem("release-over-input", params={"file": protected.name}))


def _draft(result: Result, path: Path) -> _Draft:
    recipe, columns = result.plan.project.recipe, result.columns
    if not recipe.keep_order:
        order = secret_order(len(columns[0]))
        columns = tuple(take(column, order) for column in columns)
    options = target_options(result.plan.project, columns)
    return _Draft(columns, options, recipe.target.kind, path)


def _write_and_recount(
    draft: _Draft, project: Project, job: Job
) -> tuple[Dataset, Verification, tuple[Problem, ...]]:
    masked = frozenset(a.name for a in project.schema.with_role(Role.QUASI_IDENTIFIER))
    warnings = write(draft.columns, draft.path, draft.kind, None, masked, draft.options, job)
    found = read_back(draft.path, layout_of(draft.columns, draft.kind, draft.options), job)
    job.begin("recounting")
    verification = recount(found, draft.columns, project.schema, project.recipe.method)
    if not verification.agrees:
        raise PromiseBroken(*verification.problems)
    return found, verification, warnings


def _document(
    result: Result,
    dataset: Dataset,
    draft: _Draft,
    verification: Verification,
    times: tuple[str, str] | None,
) -> dict[str, object]:
    order = "kept" if result.plan.project.recipe.keep_order else "shuffled"
    steps = (
        *result.steps,
        Step("written", {"rows": len(draft.columns[0]), "columns": len(draft.columns)}),
        Step(f"order-{order}", {}),
        Step("read-back", {"rows": verification.rows, "columns": verification.columns}),
    )
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return build_document(result, dataset, steps, verification, times or (now, now))


def _reading(draft: _Draft, found: Dataset) -> dict[str, object]:
    """Return what a verifier needs to read the file, and the hash of its records."""
    return {
        "kind": str(draft.kind),
        "options": options_entry(draft.options),
        "columns": column_entries(draft.columns),
        "records_sha256": table_hash(found.columns),
    }


def _note_file(
    document: dict[str, object], path: Path, reading: Mapping[str, object]
) -> WrittenFile:
    size, sha256, blocks = file_hashes(path)
    files = document["files"]
    assert isinstance(files, list)
    files.append({**file_entry(path.name, size, sha256, blocks), **reading})
    return WrittenFile(path.name, size, sha256)
