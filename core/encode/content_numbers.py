"""Numbers what records contain, whatever their order in the file."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from core.array_types import Words
from core.encode.nominal import category_places, semantics_of
from core.encode.not_applicable import codes_of
from core.encode.numbers import numbers
from core.kernels.categories.settle_ties import mix
from core.model import Attribute, Column, Scale


def content_numbers(columns: Iterable[tuple[Column, Attribute]], records: int) -> Words:
    """Give records a number by their values in some columns, equal ones equally; shape (n,)."""
    contents = np.zeros(records, dtype=np.uint64)
    for column, attribute in columns:
        contents = mix(contents + _bits(column, attribute))
        if attribute.not_applicable:
            contents = mix(contents + codes_of(column, attribute).astype(np.uint64))
    return contents


def _bits(column: Column, attribute: Attribute) -> Words:
    if attribute.scale is Scale.NOMINAL:
        return category_places(column, semantics_of(attribute, column)).astype(np.uint64)
    values = numbers(column, attribute)
    # Zeros of both signs are equal, and so are all missing values.
    values[(values == 0.0) | column.missing] = 0.0
    return values.view(np.uint64) + column.missing
