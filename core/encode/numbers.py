"""Converts columns to real numbers: values, days, or ranks of declared categories."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats
from core.model import Attribute, Column, ColumnKind, Scale


def numbers(column: Column, attribute: Attribute, shared: bool = False) -> Floats:
    """Convert a column's values to numbers, NaN where the value is missing.

    Parameters
    ----------
    column : Column
        Of `n` records.
    attribute : Attribute
        Its scale and, for an ordinal scale, the order of its categories (`spelled_out`).
    shared : bool
        Whether the column's own read-only array may be returned if it already contains the numbers.
        Otherwise the caller owns the array.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)
        The values; days since 1970-01-01; for an ordinal scale the rank, from 0, in the
        declared order (manual: methods#scales).

    Raises
    ------
    KeyError
        If a category is not in the declared order.
    """
    if attribute.scale is Scale.ORDINAL:
        ordinal = spelled_out(attribute, column)
        order = {category: float(i) for i, category in enumerate(ordinal.order)}
        names, inverse = distinct_texts(column)
        values = np.full(len(column), np.nan)
        ranks = np.array([order[name] for name in names], dtype=np.float64)
        values[~column.missing] = ranks[inverse]
        return values
    if shared and column.kind is ColumnKind.NUMBER and not column.missing.any():
        return np.asarray(column.values, dtype=np.float64)
    return column.floats()


def spelled_out(attribute: Attribute, column: Column) -> Attribute:
    """Return an ordinal attribute with its declared order, or that of the column's values.

    Without a declaration, numbers and dates are ordered by value, and texts by code point. Other
    attributes are returned unchanged.
    """
    if attribute.scale is not Scale.ORDINAL or attribute.order:
        return attribute
    return replace(attribute, order=tuple(distinct_texts(column)[0]))


def distinct_texts(column: Column) -> tuple[list[str], NDArray[np.intp]]:
    """Spell the distinct observed values, ascending, and index each cell into them.

    The indices have shape (m,), for the m cells that are not missing.
    """
    present = column.values[~column.missing]
    if column.kind is ColumnKind.TEXT:
        # Codes are counted, which takes a tenth of the time of sorting them.
        used = np.flatnonzero(column.count_categories())
        index = np.empty(len(column.categories), dtype=np.intp)
        index[used] = np.arange(len(used))
        return [column.categories[code] for code in used.tolist()], index[present]
    distinct, inverse = np.unique(present, return_inverse=True)
    # In an order of categories, integers are spelled without a decimal mark.
    texts = [str(int(value) if value == int(value) else value) for value in distinct.tolist()]
    return texts, inverse


def cell_texts(column: Column) -> list[str]:
    """Write the cells of a column as texts, a missing one as an empty text."""
    texts, cells = distinct_texts(column)
    written = np.full(len(column.values), "", dtype=object)
    written[~column.missing] = np.array(texts, dtype=object)[cells]
    return [str(text) for text in written]
