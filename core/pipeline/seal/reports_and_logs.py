"""Writes the reports and logs of a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from core.encode.not_applicable import all_written_back
from core.jobs import Job, run_cancellable
from core.log import (
    Stamp,
    build_document,
    chained,
    lay_out,
    may_go_out,
    published,
    published_codes,
    table_hash,
)
from core.measure import exposure_of
from core.model import ColumnKind, Dataset, Result, Schema, Step, Verification, WrittenFile
from core.pipeline.seal.block_hashes import HashedFile, hashed_file
from core.pipeline.seal.file_draft import FileDraft, WrittenDraft
from core.pipeline.seal.release_names import Names
from core.pipeline.seal.staging import write_flushed
from core.recipe.declared import write_declared
from core.report import compare, comparison_entry, html_page, report_of, with_internal_part

Document = dict[str, object]


@dataclass(slots=True)
class _StagedFiles:
    """The staging folder and the files written to it so far."""

    folder: Path
    job: Job
    files: list[WrittenFile] = field(default_factory=list)

    def put(self, name: str, content: bytes, *logs: tuple[Document, bool]) -> None:
        """Write a file and record it for the logs."""
        write_flushed(self.folder / name, content)
        self.note(name, {}, *logs)

    def note(self, name: str, more: Mapping[str, object], *logs: tuple[Document, bool]) -> None:
        """Record a file for the logs; the internal log also states its half."""
        found = hashed_file(self.folder / name, self.job.check)
        half = name.partition("/")[0]
        for document, names_half in logs:
            files = document["files"]
            assert isinstance(files, list)
            where = {"half": half} if names_half else {}
            files.append({**where, **_entry(found), **more})
        self.files.append(WrittenFile(name, found.size, found.sha256))


def _entry(file: HashedFile) -> Document:
    """Return the log entry of a file, with one for each part."""
    entry: Document = {
        "name": file.name,
        "size": file.size,
        "sha256": file.sha256,
        "blocks": file.blocks,
    }
    return {**entry, "parts": [_entry(part) for part in file.parts]} if file.parts else entry


def write_reports_and_logs(
    result: Result,
    dataset: Dataset,
    draft: FileDraft,
    written: WrittenDraft,
    names: Names,
    stamp: Stamp,
    job: Job,
) -> tuple[WrittenFile, ...]:
    """Write the reports and logs of both halves next to the drafted file.

    The public log lists only the public files, because a hash of the internal report would be a
    fingerprint of the original. The internal log lists all other files.

    Returns
    -------
    tuple of WrittenFile
        All files with their hashes, except the internal log, which contains them.
    """
    public, internal = run_cancellable(
        lambda: _documents(result, dataset, draft, written, stamp), job
    )
    schema = result.plan.project.schema
    reading = run_cancellable(lambda: _reading(draft, written, schema), job)
    released = written.table.columns
    staged = _StagedFiles(draft.path.parent.parent, job)
    both = (public, False), (internal, True)
    staged.note(names.protected, reading, *both)
    report = run_cancellable(lambda: report_of(public, released), job)
    staged.put(names.public_report, html_page(report).encode(), *both)
    staged.put(names.public_log, lay_out(chained(public)), both[1])
    report = with_internal_part(report, internal)
    staged.put(names.report, html_page(report).encode(), both[1])
    write_flushed(staged.folder / names.log, lay_out(chained(internal)))
    return tuple(staged.files)


def _documents(
    result: Result, dataset: Dataset, draft: FileDraft, written: WrittenDraft, stamp: Stamp
) -> tuple[Document, Document]:
    """Return the public and the internal log, both without file entries."""
    noted = replace(result, warnings=(*result.warnings, *written.warnings))
    found, released = written.verification, written.table.columns
    steps = _steps_with_file(result, draft, found)
    internal = build_document(noted, dataset, steps, found, stamp)
    project = result.plan.project
    # The writer's warnings concern the released columns only.
    shown = (problem for problem in result.warnings if may_go_out(problem, project))
    warnings = (*shown, *written.warnings)
    public = published(internal, project, released, result.measures, warnings)
    if result.exposure is not None:
        compared = compare(internal, result, dataset, exposure_of(written.table), released)
        internal["compared"] = comparison_entry(compared)
    return public, internal


def _steps_with_file(result: Result, draft: FileDraft, found: Verification) -> tuple[Step, ...]:
    """Return the steps of a run up to reading back its file."""
    order = "kept" if result.plan.project.recipe.keep_order else "shuffled"
    return (
        *result.steps,
        Step("written", {"rows": len(draft.columns[0]), "columns": len(draft.columns)}),
        Step(f"order-{order}"),
        Step("read-back", {"rows": found.rows, "columns": found.columns}),
    )


def now() -> str:
    """Return the current time in UTC in the log's format."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _reading(draft: FileDraft, written: WrittenDraft, schema: Schema) -> dict[str, object]:
    """Return the layout needed to read the file, and the hash of its records."""
    table, found = written.table, written.table.columns
    # Where all columns are quasi-identifiers, these are the groups that were counted.
    labels = table.groups([column.name for column in found])
    records = table_hash(all_written_back(found, schema), schema.links, labels)
    codes = published_codes(draft.options.missing, found)
    return {
        "kind": str(draft.kind),
        "options": write_declared(replace(draft.options, missing=codes)),
        "columns": [
            {
                "name": column.name,
                "kind": str(column.kind),
                **({"format": column.date_format} if column.kind is ColumnKind.DATE else {}),
            }
            for column in draft.columns
        ],
        "records_sha256": records,
    }
