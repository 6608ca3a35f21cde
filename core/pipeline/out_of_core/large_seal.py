"""Writes the release of a run out of core, as `core.pipeline.seal.seal` does in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from core.encode.long_columns import LongColumn
from core.errors import PromiseBroken, warning
from core.jobs import Job
from core.model import Clusters, ConditionCount, Measure, Plan, Project, Release, Result, Step
from core.pipeline.audit import Stamp, build_document
from core.pipeline.collapse import collapse_warnings
from core.pipeline.execute import measured_schema
from core.pipeline.out_of_core.figures.large_figures import large_figures
from core.pipeline.out_of_core.large_cautions import (
    large_cautions,
    large_dominance_cautions,
    large_unit_value_cautions,
    left_out_caution,
)
from core.pipeline.out_of_core.large_counts import GroupCounts, count_groups
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.large_measures import large_measures, large_unit_measures
from core.pipeline.out_of_core.large_protect import LargeProtected
from core.pipeline.out_of_core.large_recount import LargeWritten, recount_written
from core.pipeline.out_of_core.large_release import (
    LargeDraft,
    large_draft,
    with_each_category,
    write_large,
)
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.preparing.prepared_entry import prepared_of
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.report.original import (
    Exposure,
    OriginalComparison,
    compare_columns,
    comparison_entry,
)
from core.pipeline.seal import Own, files_of, marked, names_of
from core.pipeline.seal.reports_and_logs import (
    Documents,
    public_document,
    reading_entry,
    steps_with_file,
    write_documents,
)
from core.pipeline.seal.seal import check_folder, release_of
from core.pipeline.seal.staging import staging
from core.protect.privacy import is_private
from core.protect.protected import Protected

SEAL_PHASES = (
    *("ordering", "writing", "reading", "comparing", "recounting", "fingerprinting"),
    "measuring",
)


@dataclass(frozen=True, slots=True, eq=False)
class LargeRun:
    """A run whose records are in the scratch folder.

    Attributes
    ----------
    plan, given, protected : Plan, LargeInput and LargeProtected
        What was run, on which records, and the protected records.
    parts : PartsOfFile
        Which of them were grouped separately.
    """

    plan: Plan
    given: LargeInput
    protected: LargeProtected
    parts: PartsOfFile
    work: Workplace

    @property
    def project(self) -> Project:
        """The resolved project."""
        return self.plan.project


def seal_large(
    run: LargeRun, folder: Path, overwrite: bool, job: Job, stamp: Stamp, own: Sequence[Own] = ()
) -> tuple[Result, Release]:
    """Write the release of a run to `folder`, and return the run's result with the release.

    The parameters and errors are those of `core.pipeline.seal.seal`. The result has neither columns
    nor the clusters of the records.
    """
    recipe = run.project.recipe
    names = names_of(marked(recipe.target, recipe.insecure_test_seed))
    look = partial(check_folder, folder, names, (*files_of(run.project), *own))
    look()
    with staging(folder, overwrite) as stage:
        stage.make_folders(names.all)
        path = stage.path / names.protected
        draft = large_draft(run.protected.released, run.given, run.project, run.work, job)
        formats = write_large(draft, run.given, path, run.project, run.work, job)
        planned = run.plan, run.parts
        written = recount_written(draft, path, formats, run.given, planned, run.work, job)
        if not written.verification.agrees:
            raise PromiseBroken(*written.verification.problems)
        conditions = written.verification.conditions
        result, before = result_of(run, written.counts, conditions, job)
        job.start_phase("reporting")
        documents = _documents(run, result, draft, written, before, stamp, job)
        files = write_documents(stage.path, names, documents, written.found.columns, job)
        job.check()
        stage.publish(names.logs, job, look)
    found = written.verification
    return result, release_of(result, folder, names, files, found, draft.warnings)


def result_of(
    run: LargeRun, counts: GroupCounts, conditions: tuple[ConditionCount, ...], job: Job
) -> tuple[Result, GroupCounts]:
    """Return the result of a run, given what was counted in its file, and the original's groups."""
    schema, given = run.project.schema, run.given
    tables = given.table, run.protected.released
    measured = measured_schema(run.plan)
    before, after = count_groups(given.table, measured, run.work, job), counts
    if measured != schema:
        after = count_groups(tables[1], measured, run.work, job)
    paired = run.protected.paired
    of_units: tuple[Measure, ...] = ()
    if given.units is not None:
        of_units = large_unit_measures(run.project, tables, given.units, run.work, job)
    groups = before, after
    measures = large_measures(measured, tables, groups, run.work, job, paired=paired, more=of_units)
    clusters = Clusters(np.empty(0, np.int64), run.protected.sizes, {})
    protected = Protected(clusters, (), run.protected.steps, {})
    warnings = collapse_warnings(run.plan, protected, counts.k)
    dropped = sum(not a.role.is_released for a in schema.attributes)
    prepared = run.project.recipe.active_preparing
    read = (
        Step("read", {"rows": given.rows, "columns": given.read_columns}),
        *([Step("prepared", {"steps": len(prepared)})] if prepared else []),
        Step("left-out", {"rows": given.left_out}),
        Step("identifiers-dropped", {"columns": dropped}),
        Step("in-parts"),
    )
    cautions = large_cautions(run.plan, tables, given, measures, run.work, job)
    if paired and not is_private(run.project):
        cautions += large_dominance_cautions(run.plan, tables, run.parts, run.work, job)
    if given.units is not None:
        cautions += (*large_unit_value_cautions(run.plan, tables[0], given.units, run.work, job),)
    figures = large_figures(run.project, tables[1], given, run.work, job)
    return Result(
        plan=run.plan,
        columns=(),
        clusters=clusters,
        k_reached=counts.k,
        t_reached={} if is_private(run.project) else dict(counts.t),
        measures=measures,
        steps=(*read, *run.protected.steps),
        warnings=(*run.plan.warnings, *warnings, warning("large-measures")),
        cautions=(*cautions, *given.aside.units, *left_out_caution(run.plan)),
        blocks=run.protected.blocks,
        paired=paired,
        dominated=run.protected.dominated,
        conditions=conditions,
        figures=figures,
    ), before


def _documents(
    run: LargeRun,
    result: Result,
    draft: LargeDraft,
    written: LargeWritten,
    before: GroupCounts,
    stamp: Stamp,
    job: Job,
) -> Documents:
    """Return both logs, without file entries."""
    project, found = run.project, written.verification
    steps = steps_with_file(result, draft.table.rows, len(draft.table.columns), found)
    noted = replace(result, warnings=(*result.warnings, *draft.warnings))
    internal = {
        **build_document(noted, run.given, steps, found, stamp),
        **prepared_of(run.project, run.given, run.protected.released, run.work, job),
    }
    heads = [with_each_category(column.head) for column in written.found.columns]
    public = public_document(internal, result, heads, draft.warnings)
    if not is_private(project):
        columns = written.found.columns
        internal["compared"] = compared_with(internal, run, before, written.counts, columns)
    kind = project.recipe.target.kind
    reading = reading_entry(kind, draft.options, draft.heads, heads, written.records_sha256)
    return Documents(public, internal, reading)


def compared_with(
    internal: Mapping[str, object],
    run: LargeRun,
    before: GroupCounts,
    after: GroupCounts,
    released: Sequence[LongColumn],
) -> dict[str, object]:
    """Return the internal log's comparison of the released columns with the original."""
    columns = compare_columns(internal, run.given.table.columns, released)
    return comparison_entry(OriginalComparison(exposure_of(before), exposure_of(after), columns))


def exposure_of(counts: GroupCounts) -> Exposure:
    """Return the disclosure risk of a table whose groups were counted."""
    return Exposure(
        counts.records, counts.groups, counts.uniques, counts.k, dict(counts.p), dict(counts.t)
    )
