"""Casts the columns of a dataset to the kinds that their declared scales need."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.encode.not_applicable import set_apart
from core.io import as_kind, number_failures
from core.model import CATEGORICAL, Attribute, Column, ColumnKind, Dataset, Project, Scale

NUMERIC = {Scale.CONTINUOUS: ColumnKind.NUMBER, Scale.INTEGER: ColumnKind.INTEGER}
"""The kinds of columns that hold numbers, by their scales."""


def cast_columns(dataset: Dataset, project: Project) -> Dataset:
    """Return `dataset` with each column cast to the kind that its declared scale needs.

    A column of codes such as 1, 2, 3 is read as numbers; if it is declared ordinal or nominal, the
    codes become category names, spelled as in the file. A column such as 007, 012 is read as text;
    if it is declared continuous or integer, its cells become numbers.
    """
    decimal = project.source.options.decimal
    columns = tuple(
        cast_column(column, project.schema.named(column.name), decimal)
        for column in dataset.columns
    )
    return replace(dataset, columns=columns)


def cast_column(column: Column, attribute: Attribute, decimal: str) -> Column:
    """Return `column` cast to the kind that the scale of `attribute` needs, if possible.

    Cells of a nominal attribute are replaced according to its mapping. Cells of questions that were
    not asked become missing (`core.encode.not_applicable.set_apart`).
    """
    column = set_apart(column, attribute)
    if attribute.scale in CATEGORICAL and column.kind is not ColumnKind.TEXT:
        return _apply_mapping(as_kind(column, ColumnKind.TEXT, decimal), attribute)
    if attribute.scale in CATEGORICAL:
        return _apply_mapping(column, attribute)
    if attribute.scale in NUMERIC and column.kind is ColumnKind.TEXT:
        kind = NUMERIC[attribute.scale]
        failures, _ = number_failures(column, decimal, kind)
        return column if failures else as_kind(column, kind, decimal)
    return column


def _apply_mapping(column: Column, attribute: Attribute) -> Column:
    """Replace the categories of a column according to the mapping."""
    meaning = dict(attribute.mapping)
    if not meaning.keys() & set(column.categories):
        return column
    mapped_categories = [meaning.get(category, category) for category in column.categories]
    categories = tuple(sorted(set(mapped_categories)))
    code_of = {category: code for code, category in enumerate(categories)}
    # The index of a missing cell, -1, selects the last entry.
    codes = np.array([*map(code_of.__getitem__, mapped_categories), -1], dtype=np.int32)
    return replace(column, values=codes[column.values], categories=categories)
