"""The protected file before publication: written, read back and recounted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from core.checklist.cast_columns import cast_columns
from core.checklist.promise_counts import count_promises
from core.checklist.promised_conditions import broken_conditions, count_promised
from core.encode import MeasuredTable, take
from core.encode.not_applicable import set_all_apart
from core.errors import Problem, PromiseBroken
from core.io import write_to
from core.io.format import Output
from core.jobs import Job, give_back_memory, run_cancellable
from core.model import (
    Column,
    Dataset,
    FileKind,
    Project,
    ReadOptions,
    Recipe,
    Result,
    Role,
    Verification,
)
from core.pipeline.seal.cell_comparison import cell_differences
from core.pipeline.seal.core_file import core_columns, with_core, write_core
from core.pipeline.seal.input_metadata import masked_names, with_input_metadata
from core.pipeline.seal.links import link_problems, linked
from core.pipeline.seal.metadata_check import metadata_differences
from core.pipeline.seal.read_back import layout_of, read_back
from core.pipeline.seal.record_order import order_of
from core.pipeline.seal.release_names import Names
from core.pipeline.seal.target_options import target_options


@dataclass(frozen=True, slots=True, eq=False)
class FileDraft:
    """The table to write, and where.

    Attributes
    ----------
    columns : tuple of Column
        The released columns, in the order of the run.
    order : numpy.ndarray of int32 or int64, shape (n,)
        The record on each line of the file.
    original : tuple of Column
        The original columns of the same records in the same order, if a condition is chosen that
        only a comparison with them can count; else empty.
    warnings : tuple of Problem
        What the file format does not hold.
    core, core_path : tuple of Column and pathlib.Path or None
        The core from which the columns were drawn, and where to write it.
    """

    columns: tuple[Column, ...]
    order: NDArray[Any]
    options: ReadOptions
    kind: FileKind
    path: Path
    original: tuple[Column, ...] = ()
    warnings: tuple[Problem, ...] = ()
    core: tuple[Column, ...] = ()
    core_path: Path | None = None


@dataclass(frozen=True, slots=True, eq=False)
class WrittenDraft:
    """The file as read back from disk, its columns set apart, and the writer's warnings."""

    table: MeasuredTable
    verification: Verification
    warnings: tuple[Problem, ...]


def draft_of(result: Result, dataset: Dataset, folder: Path, names: Names) -> FileDraft:
    """Build the table to write to `folder`, in the order required by the recipe, and its core."""
    project = result.plan.project
    recipe = project.recipe
    columns, warnings = with_input_metadata(linked(result.columns, project), dataset, project)
    # No column is brought into this order as a whole: that would be a copy of the table.
    order = order_of(recipe, len(columns[0]))
    options = target_options(project, columns)
    original: tuple[Column, ...] = ()
    if result.conditions:
        typed, kept_rows = cast_columns(dataset, project), result.plan.kept
        original = tuple(take(column, kept_rows[order]) for column in typed.columns)
    path, kind = folder / names.protected, recipe.target.kind
    draft = FileDraft(columns, order, options, kind, path, original, warnings)
    if names.core is None:
        return draft
    core, _ = with_input_metadata(linked(result.core, project), dataset, project)
    return replace(draft, core=core_columns(core, project.schema), core_path=folder / names.core)


def write_and_recount(draft: FileDraft, project: Project, job: Job) -> WrittenDraft:
    """Write the file, read it back and recount its promises.

    Raises
    ------
    PromiseBroken
        If a cell, k, t or another condition does not agree.
    """
    masked, part = masked_names(project), project.recipe.target.part
    to = Output(draft.path, masked, draft.options, job, part)
    warnings = draft.warnings + write_to(draft.columns, draft.kind, draft.order, to)
    reread = read_back(draft.path, layout_of(draft.columns, draft.kind, draft.options), job)
    give_back_memory()
    job.start_phase("recounting")
    # Of its own, so that nothing known of the release before it was written is taken over.
    core: tuple[Column, ...] = ()
    if draft.core_path is not None:
        core = write_core(draft.core, draft.core_path, draft.order, draft.options, job)
        if differences := cell_differences(core, draft.core, draft.order):
            raise PromiseBroken(*differences)
        core = set_all_apart(with_core(reread.columns, core), project.schema)
    columns = set_all_apart(reread.columns, project.schema)
    table = MeasuredTable(columns, project.schema, job, core=core)
    verification = run_cancellable(lambda: recount(reread, table, draft, project.recipe), job)
    if not verification.agrees:
        raise PromiseBroken(*verification.problems)
    return WrittenDraft(table, verification, warnings)


def recount(
    reread: Dataset,
    table: MeasuredTable,
    draft: FileDraft,
    recipe: Recipe,
) -> Verification:
    """Count k, t and the other conditions in the file read back, and compare it as a whole.

    All cells and all metadata of the columns are compared.

    Parameters
    ----------
    table : MeasuredTable
        Its columns, set apart.
    recipe : Recipe
        Resolved; its promises are compared with the counts.
    """
    schema, counts = table.schema, count_promises(table, recipe)
    masked = frozenset(a.name for a in schema.with_role(Role.QUASI_IDENTIFIER))
    written, order, original = draft.columns, draft.order, draft.original
    differences = cell_differences(reread.columns, written, order) or metadata_differences(
        reread.columns, written, order, draft.kind, masked
    )
    conditions = count_promised(schema, recipe, original, table) if original else ()
    links = link_problems(table.columns, original, schema) if original else ()
    return Verification(
        rows=reread.rows,
        columns=len(reread.columns),
        same_table=not differences,
        k=counts.k,
        t=counts.t,
        problems=(*differences, *counts.problems, *broken_conditions(conditions), *links),
        k_blocks=counts.k_blocks,
        conditions=conditions,
        k_of_values=counts.k_of_values,
    )
