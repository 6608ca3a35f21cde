"""The report and the audit log that go with a protected file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from core.encode import take
from core.jobs import Job, patiently
from core.model import Column, Dataset, Result, Step, WrittenFile
from core.pipeline.audit import (
    build_document,
    chained,
    column_entries,
    file_entry,
    lay_out,
    public_warnings,
    table_hash,
)
from core.pipeline.conform import conform
from core.pipeline.recipe import options_entry
from core.pipeline.report import render_report
from core.pipeline.report.risk import Exposure, exposure
from core.pipeline.seal.blocks import file_hashes
from core.pipeline.seal.draft import Draft, Written
from core.pipeline.seal.names import Names
from core.pipeline.seal.staging import write_flushed
from core.protect.privacy import is_private

Times = tuple[str, str]


def write_papers(
    result: Result,
    dataset: Dataset,
    draft: Draft,
    written: Written,
    names: Names,
    times: Times,
    job: Job,
) -> tuple[WrittenFile, ...]:
    """Write report and log beside the drafted file, and the report's public part if asked for.

    Returns
    -------
    tuple of WrittenFile
        The protected file and the reports, with their hashes. The log holds them all.
    """
    folder = draft.path.parent
    result = replace(result, warnings=(*public_warnings(result), *written.warnings))
    steps = _steps(result, draft, written)
    document = build_document(result, dataset, steps, written.verification, times)
    reading = patiently(lambda: _reading(draft, written), job)
    protected = _note_file(document, draft.path, reading, job)
    reports = patiently(lambda: _reports(document, result, dataset, written), job)
    written_files = [protected]
    # The public part is no part of the page that lists the files, so it may come after it.
    for name, report in zip((names.report, names.public), reports, strict=False):
        write_flushed(folder / name, report.encode())
        written_files.append(_note_file(document, folder / name, {}, job))
    write_flushed(folder / names.log, lay_out(chained(document)))
    return tuple(written_files)


def _reports(
    document: Mapping[str, object], result: Result, dataset: Dataset, written: Written
) -> list[str]:
    """Return the whole report, and its public part if the recipe asks for it."""
    typed, released = conform(dataset, result.plan.project), written.found.columns
    withheld = is_private(result.plan.project)
    exposures = None if withheld else _exposures(typed, released, result)
    wanted = (False, True) if result.plan.project.recipe.public_report else (False,)
    return [
        render_report(
            document, typed, released, result.plan.kept, exposures, public_only=public_only
        )
        for public_only in wanted
    ]


def _exposures(
    typed: Dataset, released: Sequence[Column], result: Result
) -> tuple[Exposure, Exposure]:
    """Return what the records that are released exposed before, and what they expose now."""
    schema = result.plan.project.schema
    original = [take(column, result.plan.kept) for column in typed.columns]
    return exposure(original, schema), exposure(released, schema)


def now() -> str:
    """Return the time in UTC as the log writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _steps(result: Result, draft: Draft, written: Written) -> tuple[Step, ...]:
    order = "kept" if result.plan.project.recipe.keep_order else "shuffled"
    found = written.verification
    return (
        *result.steps,
        Step("written", {"rows": len(draft.columns[0]), "columns": len(draft.columns)}),
        Step(f"order-{order}"),
        Step("read-back", {"rows": found.rows, "columns": found.columns}),
    )


def _reading(draft: Draft, written: Written) -> dict[str, object]:
    """Return what a verifier needs to read the file, and the hash of its records."""
    return {
        "kind": str(draft.kind),
        "options": options_entry(draft.options),
        "columns": column_entries(draft.columns),
        "records_sha256": table_hash(written.found.columns),
    }


def _note_file(
    document: dict[str, object], path: Path, reading: Mapping[str, object], job: Job
) -> WrittenFile:
    size, sha256, blocks = file_hashes(path, check=job.check)
    files = document["files"]
    assert isinstance(files, list)
    files.append({**file_entry(path.name, size, sha256, blocks), **reading})
    return WrittenFile(path.name, size, sha256)
