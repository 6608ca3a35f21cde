"""A confidential column as ranks of its distinct values, the tree over them, and the EMD of groups.

Li et al. (2007); manual: t-closeness#distance-of-a-group-from-the-file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Ints
from core.encode.marginality import total_order
from core.encode.numbers import distinct_texts, numbers
from core.encode.semantics import semantics
from core.kernels.closeness import emd
from core.kernels.closeness.emd import counts_of
from core.kernels.closeness.semantic_emd import hierarchical_emd_of_groups
from core.model import Attribute, Column, ColumnKind, Role, Scale, Schema, Taxonomy
from core.table import keep


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The distinct values of a column, numbered.

    Attributes
    ----------
    ranks : numpy.ndarray of int64, shape (n,)
        Rank of each record's value among the `count` distinct ones, from 0; -1 where it is missing.
        For a nominal column the rank in its taxonomy's total order; for a flat list, which has no
        such order, in code point order.
    ordered : bool
        Whether the ranks are meaningful: the EMD is then the ordered distance (manual:
        t-closeness#distance-of-a-group-from-the-file).
    tree : Hierarchy or None
        The tree of a nominal column, with which the EMD is the hierarchical one. Without a tree, as
        for a flat list or a graph, total variation replaces it.
    """

    ranks: Ints
    count: int
    ordered: bool
    tree: Hierarchy | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", keep(self.ranks))

    def counts(self) -> Ints:
        """Count the records that have each rank, shape (count,)."""
        return counts_of(self.ranks, self.count)


def rank(column: Column, attribute: Attribute) -> Ranked:
    """Rank a column's distinct values, in their order if they have one.

    Raises
    ------
    KeyError
        If a category of a nominal column is not in its taxonomy.
    """
    if attribute.scale is Scale.NOMINAL and attribute.categories is not None:
        names, inverse = distinct_texts(column)
        node_of, ranks_of = attribute.categories.places(), _total_order(attribute.categories)
        node_ranks = np.array([ranks_of[node_of[name]] for name in names], dtype=np.int64)
        order = np.argsort(node_ranks)
        ranks = _spread(np.argsort(order)[inverse], column.missing)
        tree = build_hierarchy(attribute.categories, [names[i] for i in order.tolist()])
        return Ranked(ranks, len(names), False, tree)
    ordered = attribute.scale is not Scale.NOMINAL
    if not ordered and column.kind is ColumnKind.TEXT:
        values = column.values.astype(np.float64)
    else:
        values = numbers(column, attribute)
    return Ranked(*number_values(values, column.missing), ordered)


def number_values(values: NDArray[Any], missing: Bools) -> tuple[Ints, int]:
    """Give the distinct values of a column numbers from 0, in their order.

    Returns
    -------
    ranks : numpy.ndarray of int64, shape (n,)
        The number of each value, -1 where it is missing.
    count : int
        How many distinct values occur.
    """
    # Each copy of a long column counts.
    observed = values[~missing] if missing.any() else values
    distinct, inverse = np.unique(observed, return_inverse=True)
    return _spread(inverse, missing), len(distinct)


def _spread(ranks: Ints, missing: Bools) -> Ints:
    """Give the ranks of observed values to their records, and -1 to the others."""
    if not missing.any():
        return ranks
    spread = np.full(len(missing), -1, dtype=np.int64)
    spread[~missing] = ranks
    return spread


@lru_cache(maxsize=8)
def _total_order(taxonomy: Taxonomy) -> Ints:
    """Compute the total order, cached because columns are ranked several times in a run."""
    return total_order(semantics(taxonomy))


def rank_confidential(columns: Sequence[Column], schema: Schema) -> dict[str, Ranked]:
    """Rank the confidential attributes, in the schema's order."""
    by_name = {column.name: column for column in columns}
    return {a.name: rank(by_name[a.name], a) for a in schema.with_role(Role.CONFIDENTIAL)}


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """The input of `core.kernels.closeness.semantic_emd`: `v` values and the nodes above them.

    A value that is an inner node of the taxonomy becomes a child of that node with height 0, so
    that mass that stays there moves without cost and mass that moves down costs the node's height.

    Attributes
    ----------
    up : numpy.ndarray of int64, shape (w,)
        Parent of each position, -1 for the root, which is last; positions ``0..v-1`` are the
        values.
    rise : numpy.ndarray of int64, shape (w,)
        Height of the parent minus the position's own, 0 for the root.
    """

    up: Ints
    rise: Ints
    height: int


def build_hierarchy(taxonomy: Taxonomy, categories: Sequence[str]) -> Hierarchy | None:
    """Build the tree over `categories`; ``None`` if a node has several parents.

    Without a tree, total variation replaces the EMD; it is never smaller, so a promise of t is
    kept.

    Parameters
    ----------
    taxonomy : Taxonomy
        With all of the categories.

    Raises
    ------
    KeyError
        If a category is not in the taxonomy.
    """
    if not taxonomy.is_tree:
        return None
    node_of = taxonomy.places()
    leaves = [node_of[category] for category in categories]
    nodes = sorted(
        {0}.union(*(taxonomy.ancestors_of(node).tolist() for node in leaves)), reverse=True
    )
    # In a tree every node follows its parent, so descending order ends at the root.
    slot_of = {node: len(leaves) + i for i, node in enumerate(nodes)}
    heights = taxonomy.heights.tolist()
    up = [slot_of[node] for node in leaves]
    rise = [heights[node] for node in leaves]
    for node in nodes[:-1]:
        parent = int(taxonomy.parents_of(node)[0])
        up.append(slot_of[parent])
        rise.append(heights[parent] - heights[node])
    return Hierarchy(
        np.array([*up, -1], dtype=np.int64), np.array([*rise, 0], dtype=np.int64), heights[0]
    )


def emd_of_groups(labels: Ints, ranked: Ranked, file: Ranked | None = None) -> Floats:
    """Compute the EMD between every group and the whole file, over the observed values.

    The ordered distance if the ranks have an order, the hierarchical one if the values have a tree,
    otherwise total variation.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0.
    file : Ranked, optional
        The attribute in the whole file, if the records are a part of it.

    Returns
    -------
    numpy.ndarray of float64, shape (groups,)
        In [0, 1]; 0 for a group in which every value is missing.
    """
    tree, file_counts = ranked.tree, None if file is None else file.counts()
    if tree is None:
        return emd.emd_of_groups(labels, ranked.ranks, ranked.count, ranked.ordered, file_counts)
    tree_shape = tree.up, tree.rise, tree.height
    return hierarchical_emd_of_groups(labels, ranked.ranks, *tree_shape, file_counts)
