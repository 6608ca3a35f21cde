"""The protected file before publication: written, read back and recounted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.encode import MeasuredTable, take
from core.encode.not_applicable import all_set_apart
from core.errors import Problem, PromiseBroken
from core.io import write, write_folder
from core.jobs import Job, run_cancellable
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
from core.pipeline.cast_columns import cast_columns
from core.pipeline.promise import count
from core.pipeline.promised_conditions import broken_conditions, counted_conditions
from core.pipeline.seal.cell_comparison import cell_differences
from core.pipeline.seal.input_metadata import masked_names, with_input_metadata
from core.pipeline.seal.links import link_problems, linked
from core.pipeline.seal.metadata_check import metadata_differences
from core.pipeline.seal.read_back import layout_of, read_back
from core.pipeline.seal.record_order import order_of
from core.pipeline.seal.target_options import target_options


@dataclass(frozen=True, slots=True, eq=False)
class FileDraft:
    """The table to write, and where.

    Attributes
    ----------
    columns : tuple of Column
        The released columns in the order of the file.
    original : tuple of Column
        The original columns of the same records in the same order, if a condition is chosen that
        only a comparison with them can count; else empty.
    warnings : tuple of Problem
        What the file format does not hold.
    """

    columns: tuple[Column, ...]
    options: ReadOptions
    kind: FileKind
    path: Path
    original: tuple[Column, ...] = ()
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class WrittenDraft:
    """The file as read back from disk, its columns set apart, and the writer's warnings."""

    table: MeasuredTable
    verification: Verification
    warnings: tuple[Problem, ...]


def draft_of(result: Result, dataset: Dataset, path: Path) -> FileDraft:
    """Return the table to write to `path`, in the order required by the recipe."""
    project = result.plan.project
    recipe = project.recipe
    columns, warnings = with_input_metadata(linked(result.columns, project), dataset, project)
    order = np.arange(len(columns[0]), dtype=np.int64)
    if not recipe.keep_order:
        order = order_of(recipe, len(columns[0]))
        columns = tuple(take(column, order) for column in columns)
    options = target_options(project, columns)
    original: tuple[Column, ...] = ()
    if result.conditions:
        typed, kept = cast_columns(dataset, project), result.plan.kept
        original = tuple(take(column, kept[order]) for column in typed.columns)
    return FileDraft(columns, options, recipe.target.kind, path, original, warnings)


def write_and_recount(draft: FileDraft, project: Project, job: Job) -> WrittenDraft:
    """Write the file, read it back and recount its promises.

    Raises
    ------
    PromiseBroken
        If a cell, k, t or another condition does not agree.
    """
    masked, part = masked_names(project), project.recipe.target.part
    columns, path, kind, options = draft.columns, draft.path, draft.kind, draft.options
    if part is None:
        warnings = draft.warnings + write(columns, path, kind, None, masked, options, job)
    else:
        warnings = draft.warnings + write_folder(columns, path, kind, masked, options, part, job)
    found = read_back(draft.path, layout_of(draft.columns, draft.kind, draft.options), job)
    job.start_phase("recounting")
    # Of its own, so that nothing known of the release before it was written is taken over.
    table = MeasuredTable(all_set_apart(found.columns, project.schema), project.schema, job)
    verification = run_cancellable(
        lambda: recount(found, table, draft.columns, project.recipe, draft.original), job
    )
    if not verification.agrees:
        raise PromiseBroken(*verification.problems)
    return WrittenDraft(table, verification, warnings)


def recount(
    found: Dataset,
    table: MeasuredTable,
    written: Sequence[Column],
    recipe: Recipe,
    original: Sequence[Column] = (),
) -> Verification:
    """Count k, t and the other conditions in the file read back, and compare it as a whole.

    All cells and all metadata of the columns are compared.

    Parameters
    ----------
    found : Dataset
        The file, read back.
    table : MeasuredTable
        Its columns, set apart.
    written : sequence of Column
        The table in memory, in the order of writing.
    recipe : Recipe
        Resolved; its promises are compared with the counts.
    original : sequence of Column
        The original columns of the same records in the same order; empty if no condition needs
        them.
    """
    schema, counts = table.schema, count(table, recipe)
    masked = frozenset(a.name for a in schema.with_role(Role.QUASI_IDENTIFIER))
    differences = cell_differences(found.columns, written) or metadata_differences(
        found.columns, written, recipe.target.kind, masked
    )
    conditions = counted_conditions(schema, recipe, original, table) if original else ()
    links = link_problems(table.columns, original, schema) if original else ()
    return Verification(
        rows=found.rows,
        columns=len(found.columns),
        same_table=not differences,
        k=counts.k,
        t=counts.t,
        problems=(*differences, *counts.problems, *broken_conditions(conditions), *links),
        k_blocks=counts.k_blocks,
        conditions=conditions,
    )
