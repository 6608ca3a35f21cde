"""Writes the reports and logs of a release."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from core.encode.not_applicable import write_all_back
from core.jobs import Job, run_cancellable
from core.log import (
    PUBLIC,
    InternalLog,
    PublicLog,
    Stamp,
    build_log,
    chain_steps,
    lay_out,
    log_problem,
    may_go_out,
    publish,
    publish_codes,
    table_hash,
    to_json,
)
from core.log.declared.entries import (
    Half,
    LoggedColumn,
    LoggedFile,
    LoggedPart,
    LoggedTable,
)
from core.measure import exposure_of
from core.model import ColumnKind, Dataset, Result, Schema, Step, Verification, WrittenFile
from core.pipeline.seal.block_hashes import hash_file
from core.pipeline.seal.file_draft import FileDraft, WrittenDraft
from core.pipeline.seal.release_names import Names
from core.pipeline.seal.staging import write_flushed
from core.report import compare, html_page, report_of, with_internal_part
from core.same_fields import copy_fields


@dataclass(slots=True)
class _StagedFiles:
    """The staging folder and the files written to it so far."""

    folder: Path
    job: Job
    files: list[WrittenFile] = field(default_factory=list)

    def put(self, name: str, content: bytes) -> LoggedFile:
        """Write a file; return its entry in the logs."""
        write_flushed(self.folder / name, content)
        return self.note(name)

    def note(self, name: str, table: LoggedTable | None = None) -> LoggedFile:
        """Build the entry of a file in the logs, the protected one with its table."""
        hashed = hash_file(self.folder / name, self.job.check)
        records_sha256 = "" if table is None else table.records_sha256
        self.files.append(WrittenFile(name, hashed.size, hashed.sha256, records_sha256))
        half: Half = "public" if name.startswith(f"{PUBLIC}/") else "internal"
        parts = tuple(copy_fields(LoggedPart, file_part) for file_part in hashed.parts) or None
        described = {x.name: getattr(table, x.name, None) for x in fields(LoggedTable)}
        return copy_fields(LoggedFile, hashed, half=half, parts=parts, **described)


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
    public, internal = run_cancellable(lambda: _logs(result, dataset, draft, written, stamp), job)
    schema = result.plan.project.schema
    table = run_cancellable(lambda: _table(draft, written, schema), job)
    released = written.table.columns
    staged = _StagedFiles(draft.path.parent.parent, job)
    files = [staged.note(names.protected, table)]
    public = replace(public, files=tuple(files))
    report = run_cancellable(lambda: report_of(public, released), job)
    files.append(staged.put(names.public_report, html_page(report).encode()))
    public = replace(public, files=tuple(files))
    files.append(staged.put(names.public_log, lay_out(chain_steps(to_json(public)))))
    report = with_internal_part(report, replace(internal, files=tuple(files)))
    files.append(staged.put(names.report, html_page(report).encode()))
    if names.core is not None:
        files.append(staged.note(names.core))
    internal = replace(internal, files=tuple(files))
    write_flushed(staged.folder / names.log, lay_out(chain_steps(to_json(internal))))
    return tuple(staged.files)


def _logs(
    result: Result, dataset: Dataset, draft: FileDraft, written: WrittenDraft, stamp: Stamp
) -> tuple[PublicLog, InternalLog]:
    """Return the public and the internal log, both without file entries."""
    noted = replace(result, warnings=(*result.warnings, *written.warnings))
    released = written.table.columns
    steps = _steps_with_file(result, draft, written.verification)
    internal = build_log(noted, dataset, steps, written.verification, stamp)
    project = result.plan.project
    # The writer's warnings concern the released columns only.
    left_out = internal.result.left_out
    shown = (p for p in result.warnings if may_go_out(p.code, project, left_out))
    warnings = tuple(log_problem(problem) for problem in (*shown, *written.warnings))
    public = publish(internal, released, warnings)
    if result.exposure is None:
        return public, internal
    compared = compare(result, dataset, exposure_of(written.table), released)
    return public, replace(internal, compared=compared)


def _steps_with_file(
    result: Result, draft: FileDraft, verification: Verification
) -> tuple[Step, ...]:
    """List the steps of a run up to reading back its file."""
    order = "kept" if result.plan.project.recipe.keep_order else "shuffled"
    return (
        *result.steps,
        Step("written", {"rows": len(draft.columns[0]), "columns": len(draft.columns)}),
        Step(f"order-{order}"),
        Step("read-back", {"rows": verification.rows, "columns": verification.columns}),
    )


def _table(draft: FileDraft, written: WrittenDraft, schema: Schema) -> LoggedTable:
    """Return the layout needed to read the file, and the hash of its records."""
    columns = written.table.columns
    # Where all columns are quasi-identifiers, these are the groups that were counted.
    labels = written.table.groups([column.name for column in columns])
    codes = publish_codes(draft.options.missing, columns)
    formats = (c.date_format if c.kind is ColumnKind.DATE else None for c in draft.columns)
    return LoggedTable(
        draft.kind,
        replace(draft.options, missing=codes),
        tuple(
            LoggedColumn(column.name, column.kind, date_format)
            for column, date_format in zip(draft.columns, formats, strict=True)
        ),
        table_hash(write_all_back(columns, schema), schema.links, labels),
    )
