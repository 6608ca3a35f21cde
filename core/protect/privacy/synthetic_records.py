"""Synthetic records that preserve relations: noisy counts along a tree, sampled from the root."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.kernels.privacy.tree_sampling import descend
from core.protect.dependency_tree import Edge
from core.protect.privacy.bins import Bins, bin_count, binned, noisy_counts
from core.protect.privacy.design import Design
from core.protect.privacy.entropy import Entropy
from core.protect.privacy.learned_tree import learned_tree
from core.protect.privacy.noise import shuffled
from core.protect.privacy.released_groups import ReleasedGroups

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Groups = NDArray[np.int32]


def dependent(
    design: Design,
    places: Mapping[str, Ints],
    ranked: Mapping[str, Floats],
    entropy: Entropy,
) -> dict[str, ReleasedGroups]:
    """Return synthetic records with the centroids of `marginals` and the relations of a tree.

    Every column is divided into bins at its noisy centroids. For each edge of the tree, the counts
    in pairs of bins get noise; bins are then sampled down the tree, and in each column the records
    get its centroids in the order of their bins. Everything except the counts, and learning a tree
    that the user has not specified, is post-processing.

    Parameters
    ----------
    design : Design
        With at least two masked columns.
    places : Mapping of str to numpy.ndarray
        Positions of the records in each column's domain.
    ranked : Mapping of str to numpy.ndarray
        The values released by `marginals` for each group.
    entropy : Entropy
        Source of random bits.

    Returns
    -------
    dict of str to ReleasedGroups
        By record; no record corresponds to a person.
    """
    names, budget = design.names, design.budget
    bins = bin_count(design.groups.records, budget.edge)
    sorted_groups = design.groups.of_records()
    cut = [binned(places[name], ranked[name][sorted_groups], bins) for name in names]
    tree = [(names.index(one), names.index(other)) for one, other in budget.drawn or ()]
    tree = tree or learned_tree(cut, budget.tree, entropy)
    tables = {edge: noisy_counts(cut[edge[0]], cut[edge[1]], budget.edge, entropy) for edge in tree}
    drawn = _drawn(tables, cut, design.groups.records, entropy)
    found = {}
    for i, name in enumerate(names):
        # The groups of the column go to the records in the order of their bins, at random in a bin.
        some_order = shuffled(np.arange(len(drawn[i])), entropy)
        order = some_order[np.argsort(drawn[i][some_order], kind="stable")]
        groups = np.empty_like(sorted_groups)
        groups[order] = sorted_groups
        found[name] = ReleasedGroups(ranked[name], groups)
    return found


def _drawn(
    tables: Mapping[Edge, Ints], cut: list[Bins], records: int, entropy: Entropy
) -> dict[int, Ints]:
    """Sample every record's bins, starting with the first column of the first edge."""
    root = next(iter(tables))[0]
    first = next(iter(tables.values())).sum(axis=1)
    nothing = np.zeros(records, dtype=np.int64)
    found = {root: _down(nothing, first.reshape(1, -1), entropy)}
    while len(found) < len(cut):
        for (one, other), table in tables.items():
            if one in found and other not in found:
                found[other] = _down(found[one], table, entropy)
            elif other in found and one not in found:
                found[one] = _down(found[other], np.ascontiguousarray(table.T), entropy)
    return found


def _down(given: Ints, weights: Ints, entropy: Entropy) -> Ints:
    """Sample a column given another one; a row without weights uses those of all rows."""
    whole = weights.sum(axis=0) if weights.any() else np.ones(weights.shape[1], dtype=np.int64)
    rows = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, whole)
    sums, found = np.cumsum(rows, axis=1), np.empty(len(given), dtype=np.int64)
    entropy.drive(lambda words, at, done: descend(words, at, given, sums, found, done), len(given))
    return found
