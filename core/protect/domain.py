"""Records as places in the attributes' domains, the same whatever else is in the file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.model import Attribute, Column, Scale
from core.protect.encode import encode_values

Floats = NDArray[np.float64]


def in_domain(columns: Sequence[Column], attributes: Sequence[Attribute]) -> Floats:
    """Return how far each value is from its domain's lower bound, in widths of the domain.

    Where no domain is declared the file's smallest and largest values stand for it (an ordinal
    attribute's domain is its declared order); the places then depend on the data.

    Parameters
    ----------
    columns : sequence of Column
        Each of `n` records; not nominal.
    attributes : sequence of Attribute
        Of these columns.

    Returns
    -------
    numpy.ndarray of float64, shape (m, n)
        0 at the lower bound, 1 at the upper; 0 throughout for a domain of a single value.
    """
    return np.array([_place(c, a) for c, a in zip(columns, attributes, strict=True)])


def _place(column: Column, attribute: Attribute) -> Floats:
    values = encode_values(column, attribute)
    low, high = _bounds(attribute, values)
    return (values - low) / (high - low) if high > low else np.zeros(len(values))


def _bounds(attribute: Attribute, values: Floats) -> tuple[float, float]:
    if attribute.scale is Scale.ORDINAL and attribute.order:
        return 0.0, float(len(attribute.order) - 1)
    return attribute.domain or (float(values.min()), float(values.max()))
