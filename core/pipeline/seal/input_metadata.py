"""Adds the input's labels, formats and types to released columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats
from core.encode.not_applicable import write_all_back
from core.errors import Problem, warning
from core.io import writable_format, write_problems
from core.model import (
    Column,
    ColumnKind,
    Dataset,
    Labels,
    Project,
    Result,
    Role,
    Scale,
)
from core.pipeline.seal.labels_in_use import without_names, without_unused
from core.pipeline.seal.target_options import target_options
from core.table import pieces

_MEASURES = {Scale.NOMINAL: "nominal", Scale.ORDINAL: "ordinal"}


def with_input_metadata(
    columns: Sequence[Column], dataset: Dataset, project: Project
) -> tuple[tuple[Column, ...], tuple[Problem, ...]]:
    """Give the columns labels, formats and cell types of the input.

    If the recipe gives a column a scale, its measurement level is set accordingly.

    Missing codes of a single column, as declared in SPSS and Stata files, become empty cells if the
    file format cannot distinguish them from values.

    Returns
    -------
    tuple of tuple of Column and tuple of Problem
        The columns, and warnings of what the file format does not hold.
    """
    kind, codes_of_file = project.recipe.target.kind, frozenset(project.source.options.missing)
    with_metadata, problems = [], []
    masked, form = masked_names(project), writable_format(kind)
    hidden = [c for c in dataset.columns if not project.schema.named(c.name).role.is_released]
    for column in write_all_back(columns, project.schema):
        input_column = dataset.column(column.name)
        stored = input_column.kind if input_column.kind is not column.kind else None
        attribute = project.schema.named(column.name)
        if attribute.role is Role.LINK:
            # New numbers: of the old ones, only the column's label applies to them.
            labels = without_names(Labels(variable=input_column.labels.variable), hidden)
            with_metadata.append(replace(column, labels=labels))
            continue
        labels = input_column.labels
        if attribute.scale is not None:
            # The recipe gives the measurement level.
            labels = replace(labels, measure=_MEASURES.get(attribute.scale, "scale"))
        labelled = replace(column, labels=labels, stored=stored)
        if column.name in masked:
            # Equal values get the same spelling, also minus zero, and also in unmasked
            # quasi-identifiers that define strata.
            if labelled.kind is not ColumnKind.NUMBER:
                labelled = replace(labelled, spellings=None)
            else:
                labelled = replace(labelled, values=_plain_zeros(labelled.values), spellings=None)
        lost = 0
        if not form.declares_missing and column.name not in masked:
            labelled, lost = _without_codes(labelled, codes_of_file)
        if lost:
            problems.append(warning("missing-codes-lost", column.name, count=lost))
        in_use = without_unused(labelled, column.name in masked)
        labels = without_names(in_use.labels, hidden)
        if labels != in_use.labels:
            problems.append(warning("labels-name-somebody", column.name))
        with_metadata.append(replace(in_use, labels=labels))
    count = sum(bool(c.labels.variable or c.labels.values) for c in with_metadata)
    if count and not form.holds_labels:
        problems.append(warning("labels-lost", count=count, kind=kind.value))
    return tuple(with_metadata), tuple(problems)


def preflight(result: Result, dataset: Dataset) -> tuple[Problem, ...]:
    """Return problems expected on writing: refusals (errors) and changes (warnings)."""
    project = result.plan.project
    columns, problems = with_input_metadata(result.columns, dataset, project)
    options = target_options(project, columns)
    kind = project.recipe.target.kind
    return (*problems, *write_problems(columns, kind, masked_names(project), options))


def _plain_zeros(values: NDArray[Any]) -> Floats:
    """Return numbers without minus zeros; themselves, not a copy, if there are none."""
    numbers = np.asarray(values, dtype=np.float64)
    for piece in pieces(len(numbers)):
        if (np.signbit(numbers[piece]) & (numbers[piece] == 0.0)).any():
            return numbers + 0.0
    return numbers


def masked_names(project: Project) -> frozenset[str]:
    """Return the names of the columns with new values."""
    return frozenset(a.name for a in project.schema.with_role(Role.QUASI_IDENTIFIER))


def _without_codes(column: Column, codes_of_file: frozenset[str]) -> tuple[Column, int]:
    """Remove missing codes of single columns, and count them."""
    if column.missing_text is None:
        return column, 0
    spellings, index = column.missing_text
    kept_codes = tuple(code for code in spellings if code in codes_of_file)
    if len(kept_codes) == len(spellings):
        return column, 0
    new_codes = {code: i for i, code in enumerate(kept_codes)}
    moved = np.array([*(new_codes.get(code, -1) for code in spellings), -1], dtype=np.int16)
    lost = sum(code != "" for code in spellings) - sum(code != "" for code in kept_codes)
    text = (kept_codes, moved[index]) if any(kept_codes) else None
    return replace(column, missing_text=text), lost
