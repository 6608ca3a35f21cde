"""The protected file before publication: written, read back and recounted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.encode import take
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
    Result,
    Verification,
)
from core.pipeline.cast_columns import cast_columns
from core.pipeline.seal.input_metadata import masked_names, with_input_metadata
from core.pipeline.seal.links import linked
from core.pipeline.seal.read_back import layout_of, read_back
from core.pipeline.seal.record_order import order_of
from core.pipeline.seal.recount import recount
from core.pipeline.seal.target_options import target_options


@dataclass(frozen=True, slots=True, eq=False)
class FileDraft:
    """The table to write, and where.

    Attributes
    ----------
    columns : tuple of Column
        The released columns in the order of the file.
    options : ReadOptions
        Layout of the file.
    kind : FileKind
        Format of the file.
    path : pathlib.Path
        Path in the staging folder.
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

    found: Dataset
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
    original = _original(result, dataset, order)
    return FileDraft(columns, options, recipe.target.kind, path, original, warnings)


def _original(result: Result, dataset: Dataset, order: NDArray[np.int64]) -> tuple[Column, ...]:
    """Return the original columns in the order of the file, if a condition needs them."""
    if not result.conditions:
        return ()
    typed, kept = cast_columns(dataset, result.plan.project), result.plan.kept
    return tuple(take(column, kept[order]) for column in typed.columns)


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
    verification = run_cancellable(
        lambda: recount(found, draft.columns, project.schema, project.recipe, draft.original), job
    )
    if not verification.agrees:
        raise PromiseBroken(*verification.problems)
    found = replace(found, columns=all_set_apart(found.columns, project.schema))
    return WrittenDraft(found, verification, warnings)
