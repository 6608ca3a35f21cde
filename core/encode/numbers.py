"""A column as real numbers: its values, its days, or the ranks of its declared categories."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.model import Attribute, Column, ColumnKind, Scale


def numbers(column: Column, attribute: Attribute) -> NDArray[np.float64]:
    """Return a column's values as numbers, NaN where the value is missing.

    Parameters
    ----------
    column : Column
        Of `n` records.
    attribute : Attribute
        Its scale and, for an ordinal scale, the order of its categories. An ordinal column of
        numbers or dates with no declared order is ordered as numbers are.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)
        The values; days since 1970-01-01; for an ordinal scale the rank, from 0, in the
        declared order (methods, section 2).

    Raises
    ------
    KeyError
        If a category has no place in the declared order.
    """
    found = column.values.astype(np.float64)
    if attribute.scale is Scale.ORDINAL:
        found = _declared_ranks(column, attribute)
    found[column.missing] = np.nan
    return found


def _declared_ranks(column: Column, attribute: Attribute) -> NDArray[np.float64]:
    order = {category: float(i) for i, category in enumerate(attribute.order)}
    if column.kind is ColumnKind.TEXT:
        return _of_categories(column, order)
    observed = column.values[~column.missing]
    distinct, inverse = np.unique(observed, return_inverse=True)
    ranks = np.arange(len(distinct), dtype=np.float64)
    if order:
        ranks = np.array([order[str(value)] for value in distinct.tolist()], dtype=np.float64)
    found = np.zeros(len(column))
    found[~column.missing] = ranks[inverse]
    return found


def _of_categories(column: Column, order: Mapping[str, float]) -> NDArray[np.float64]:
    declared = order or {category: float(i) for i, category in enumerate(column.categories)}
    used = set(np.unique(column.values[~column.missing]).tolist())
    ranks = [declared[c] if i in used else 0.0 for i, c in enumerate(column.categories)]
    # The last entry serves the index -1 of missing cells.
    return np.array([*ranks, 0.0])[column.values]
