"""A confidential column as ranks of its distinct values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.encode.hierarchy import Hierarchy, hierarchy
from core.encode.marginality import total_order
from core.encode.numbers import distinct_texts, numbers
from core.encode.semantics import semantics
from core.model import Attribute, Column, ColumnKind, Scale, Taxonomy


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The distinct values of a column, numbered.

    Attributes
    ----------
    ranks : numpy.ndarray of int64, shape (n,)
        Rank of each record's value among the `count` distinct ones, from 0; -1 where it is missing.
        For a nominal column the rank in its taxonomy's total order; for a flat list, which has no
        such order, in code point order.
    count : int
        Number of distinct values that occur.
    ordered : bool
        Whether the ranks are meaningful: the EMD is then the ordered distance (manual:
        t-closeness#distance-of-a-group-from-the-file).
    tree : Hierarchy or None
        The tree of a nominal column, with which the EMD is the hierarchical one. Without a tree, as
        for a flat list or a graph, total variation replaces it.
    """

    ranks: NDArray[np.int64]
    count: int
    ordered: bool
    tree: Hierarchy | None = None


def rank(column: Column, attribute: Attribute) -> Ranked:
    """Return the ranks of a column's distinct values, in their order if they have one.

    Raises
    ------
    KeyError
        If a category of a nominal column is not in its taxonomy.
    """
    if attribute.scale is Scale.NOMINAL and attribute.categories is not None:
        return _ranked_by_taxonomy(column, attribute.categories)
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


def _ranked_by_taxonomy(column: Column, taxonomy: Taxonomy) -> Ranked:
    names, inverse = distinct_texts(column)
    place, ranks_of = taxonomy.places(), _total_order(taxonomy)
    own = np.array([ranks_of[place[name]] for name in names], dtype=np.int64)
    order = np.argsort(own)
    ranks = np.full(len(column), -1, dtype=np.int64)
    ranks[~column.missing] = np.argsort(order)[inverse]
    tree = hierarchy(taxonomy, [names[i] for i in order.tolist()])
    return Ranked(ranks, len(names), False, tree)


@lru_cache(maxsize=8)
def _total_order(taxonomy: Taxonomy) -> NDArray[np.int64]:
    """Return the total order, cached because columns are ranked several times in a run."""
    return total_order(semantics(taxonomy))
