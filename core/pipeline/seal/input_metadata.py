"""Adds the input's labels, formats and types to released columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.encode.not_applicable import all_written_back
from core.errors import Problem, warning
from core.io import write_problems, written_format
from core.io.columns.tagged_columns import number_of
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
from core.pipeline.seal.target_options import target_options
from core.table import pieces

_MEASURES = {Scale.NOMINAL: "nominal", Scale.ORDINAL: "ordinal"}


def with_input_metadata(
    columns: Sequence[Column], dataset: Dataset, project: Project
) -> tuple[tuple[Column, ...], tuple[Problem, ...]]:
    """Return the columns with labels, formats and cell types of the input.

    If the recipe gives a column a scale, its measurement level is set accordingly.

    Missing codes of a single column, as declared in SPSS and Stata files, become empty cells if the
    file format cannot distinguish them from values.

    Returns
    -------
    tuple of tuple of Column and tuple of Problem
        The columns, and warnings of what the file format does not hold.
    """
    kind, known = project.recipe.target.kind, frozenset(project.source.options.missing)
    found, problems = [], []
    masked, form = masked_names(project), written_format(kind)
    for column in all_written_back(columns, project.schema):
        given = dataset.column(column.name)
        stored = given.kind if given.kind is not column.kind else None
        attribute = project.schema.named(column.name)
        if attribute.role is Role.LINK:
            # New numbers: of the old ones, only the column's label applies to them.
            found.append(replace(column, labels=Labels(variable=given.labels.variable)))
            continue
        labels = given.labels
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
            labelled, lost = _without_codes(labelled, known)
        if lost:
            problems.append(warning("missing-codes-lost", column.name, count=lost))
        found.append(_with_labels_in_use(labelled, column.name in masked))
    count = sum(bool(c.labels.variable or c.labels.values) for c in found)
    if count and not form.holds_labels:
        problems.append(warning("labels-lost", count=count, kind=kind.value))
    return tuple(found), tuple(problems)


def preflight(result: Result, dataset: Dataset) -> tuple[Problem, ...]:
    """Return problems expected on writing: refusals (errors) and changes (warnings)."""
    project = result.plan.project
    columns, problems = with_input_metadata(result.columns, dataset, project)
    options = target_options(project, columns)
    kind = project.recipe.target.kind
    return (*problems, *write_problems(columns, kind, masked_names(project), options))


def _with_labels_in_use(column: Column, is_masked: bool) -> Column:
    """Keep the labels of codes that occur: others may disclose what the release leaves out."""
    labels = column.labels
    if not labels.values:
        return column
    codes = _codes_in_use(column)
    if column.missing_text is not None and not is_masked:
        codes |= set(column.missing_text[0])
    values = tuple((code, label) for code, label in labels.values if code in codes)
    return replace(column, labels=replace(labels, values=values))


def _codes_in_use(column: Column) -> set[str]:
    """List the codes with a label that a cell has, or all texts of a column of texts."""
    if column.kind is ColumnKind.TEXT:
        codes: dict[float, str] = dict(enumerate(column.categories))
    else:
        numbers = ((number_of(code), code) for code, _ in column.labels.values)
        codes = {number: code for number, code in numbers if number is not None}
    values_in_use: set[float] = set()
    for piece in pieces(len(column)):
        present = column.values[piece][~column.missing[piece]]
        values_in_use.update(np.intersect1d(present, list(codes)).tolist())
    return {codes[value] for value in values_in_use}


def _plain_zeros(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return numbers without minus zeros; themselves, not a copy, if there are none."""
    numbers = np.asarray(values, dtype=np.float64)
    for piece in pieces(len(numbers)):
        if (np.signbit(numbers[piece]) & (numbers[piece] == 0.0)).any():
            return numbers + 0.0
    return numbers


def masked_names(project: Project) -> frozenset[str]:
    """Return the names of the columns with new values."""
    return frozenset(a.name for a in project.schema.with_role(Role.QUASI_IDENTIFIER))


def _without_codes(column: Column, known: frozenset[str]) -> tuple[Column, int]:
    """Return the column without missing codes of single columns, and their number."""
    if column.missing_text is None:
        return column, 0
    spellings, index = column.missing_text
    kept = tuple(code for code in spellings if code in known)
    if len(kept) == len(spellings):
        return column, 0
    place = {code: i for i, code in enumerate(kept)}
    moved = np.array([*(place.get(code, -1) for code in spellings), -1], dtype=np.int16)
    lost = sum(code != "" for code in spellings) - sum(code != "" for code in kept)
    text = (kept, moved[index]) if any(kept) else None
    return replace(column, missing_text=text), lost
