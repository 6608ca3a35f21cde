"""Domains taken from the data at the user's request, which invalidates any privacy claim."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.checklist.cast_columns import cast_column
from core.encode import numbers
from core.encode.numbers import distinct_texts
from core.model import Attribute, Column, ColumnKind, Dataset, Scale, Schema

# The bound of Sánchez et al. (2016), section 4.1, relative to the largest value.
_BEYOND = 1.5


def with_domains_from_data(schema: Schema, dataset: Dataset, decimal: str) -> Schema:
    """Return `schema` with the domains that are requested from the data.

    Numbers: from 0, or 1.5 times a negative minimum, to 1.5 times the maximum. Dates: from the
    first to the last. Categories: those that occur. Domains given in the recipe are kept.
    """
    names = set(dataset.names)
    return Schema(
        tuple(
            _fill_domain(attribute, dataset.column(attribute.name), decimal)
            if attribute.domain_from_data and attribute.name in names
            else attribute
            for attribute in schema.attributes
        )
    )


def _fill_domain(attribute: Attribute, column: Column, decimal: str) -> Attribute:
    column = cast_column(column, attribute, decimal)
    if attribute.scale is Scale.NOMINAL:
        if attribute.taxonomy is not None or attribute.listed:
            return attribute
        return replace(attribute, listed=tuple(distinct_texts(column)[0]))
    if attribute.domain is not None or attribute.scale in (Scale.ORDINAL, None):
        return attribute
    if column.kind is ColumnKind.TEXT or bool(column.missing.all()):
        return attribute
    values = numbers(column, attribute)[~column.missing]
    low, high = float(np.min(values)), float(np.max(values))
    if attribute.scale is not Scale.DATE:
        low, high = min(_BEYOND * low, 0.0), max(_BEYOND * high, 0.0)
    return replace(attribute, domain=(low, high if high > low else low + 1.0))
