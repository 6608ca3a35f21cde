"""Domains that the user wants taken from the data, which voids any claim of privacy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.encode import numbers
from core.encode.numbers import distinct_texts
from core.model import Attribute, Column, ColumnKind, Dataset, Scale, Schema
from core.pipeline.cast_columns import cast_column

# As far beyond the largest value as Sánchez et al. (2016), section 4.1, puts the bound.
_BEYOND = 1.5


def with_domains_from_data(schema: Schema, dataset: Dataset, decimal: str) -> Schema:
    """Return `schema` with the domains filled in that are to be taken from the data.

    Numbers: from 0, or one and a half times a negative least value, to one and a half times the
    largest. Days: from the first to the last. Categories: those that occur. What the recipe
    spells out itself stays.
    """
    names = set(dataset.names)
    return Schema(
        tuple(
            _filled(attribute, dataset.column(attribute.name), decimal)
            if attribute.domain_from_data and attribute.name in names
            else attribute
            for attribute in schema.attributes
        )
    )


def _filled(attribute: Attribute, column: Column, decimal: str) -> Attribute:
    column = cast_column(column, attribute, decimal)
    if attribute.scale is Scale.NOMINAL:
        if attribute.taxonomy is not None or attribute.listed:
            return attribute
        return replace(attribute, listed=tuple(distinct_texts(column)[0]))
    if attribute.domain is not None or attribute.scale in (Scale.ORDINAL, None):
        return attribute
    if column.kind is ColumnKind.TEXT or bool(column.missing.all()):
        return attribute
    return replace(attribute, domain=_bounds(attribute, column))


def _bounds(attribute: Attribute, column: Column) -> tuple[float, float]:
    seen = numbers(column, attribute)[~column.missing]
    least, most = float(np.min(seen)), float(np.max(seen))
    if attribute.scale is not Scale.DATE:
        least, most = min(_BEYOND * least, 0.0), max(_BEYOND * most, 0.0)
    return least, most if most > least else least + 1.0
