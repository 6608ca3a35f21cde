"""A confidential column as ranks of its distinct values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode.numbers import numbers
from core.model import Attribute, Column, ColumnKind, Scale


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The distinct values of a column, numbered.

    Attributes
    ----------
    ranks : numpy.ndarray of int64, shape (n,)
        Of each record, the rank of its value among the `count` distinct ones, from 0; -1 where
        it is missing. Of a nominal column only the number of the category, in code point
        order.
    count : int
        Number of distinct values that occur.
    ordered : bool
        Whether the ranks have a meaning: the EMD is then the ordered distance, else total
        variation (methods, section 5).
    """

    ranks: NDArray[np.int64]
    count: int
    ordered: bool


def rank(column: Column, attribute: Attribute) -> Ranked:
    """Return the ranks of a column's distinct values, in their order where they have one."""
    ordered = attribute.scale is not Scale.NOMINAL
    if not ordered and column.kind is ColumnKind.TEXT:
        found = column.values.astype(np.float64)
    else:
        found = numbers(column, attribute)
    ranks = np.full(len(column), -1, dtype=np.int64)
    observed = ~column.missing
    distinct, inverse = np.unique(found[observed], return_inverse=True)
    ranks[observed] = inverse
    return Ranked(ranks, len(distinct), ordered)
