"""Synthetic records that preserve relations: noisy counts along a tree, sampled from the root.

The tree is itself learned privately, each edge by the exponential mechanism.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.privacy.tree_sampling import sample_columns
from core.protect.dependency_tree import Edge, Forest
from core.protect.privacy.bins import Bins, bin_count, counts, divide_into_bins, noisy_counts
from core.protect.privacy.design import Design
from core.protect.privacy.entropy import Entropy
from core.protect.privacy.groups import ReleasedGroups
from core.protect.privacy.noise import choose_for_groups, limit_rate, shuffle_values


def dependence(table: Ints) -> int:
    """Return ``sum |n n_xy - n_x n_y|`` of a table of counts, which is 0 under independence.

    It is an integer, and replacing one of the n records changes it by at most
    `change_of_dependence`: the counts in the cells change by 2 in total, multiplied by n, and the
    products of margins by ``sum_xy |n'_x n'_y - n_x n_y| <= 2 n + 2 n``.
    """
    across, down, records = table.sum(axis=1), table.sum(axis=0), int(table.sum())
    return int(np.abs(records * table - np.outer(across, down)).sum())


def most_dependence(records: int) -> int:
    """Return the largest possible `dependence` of this number of records.

    ``n n_xy`` and ``n_x n_y`` both sum to ``n^2`` over the table, so the absolute differences sum
    to at most ``2 n^2``.
    """
    return 2 * records**2


def change_of_dependence(records: int) -> int:
    """Return the sensitivity of `dependence` for this number of records."""
    return 6 * records


def learn_tree(columns: Sequence[Bins], epsilon: Fraction, entropy: Entropy) -> list[Edge]:
    """Learn the edges of a spanning tree that joins strongly dependent columns.

    The edges are chosen one by one among those that join two components, each with an equal share
    of `epsilon`.
    """
    m, records = len(columns), len(columns[0].places)
    scores = {
        (i, j): dependence(counts(columns[i], columns[j])) for i, j in combinations(range(m), 2)
    }
    # From the number of records alone; the largest score would make the rate depend on the data.
    rate = limit_rate(
        epsilon / (m - 1) / (2 * change_of_dependence(records)), most_dependence(records)
    )
    single_position, single_group = np.zeros(1, dtype=np.int64), np.array([0, 1], dtype=np.int64)
    forest = Forest(m)
    tree: list[Edge] = []
    while len(tree) < m - 1:
        open_edges = [edge for edge in scores if forest.apart(*edge)]
        largest_score = max(scores[edge] for edge in open_edges)
        costs = np.array([[largest_score - scores[edge] for edge in open_edges]], dtype=np.int64)
        tree.append(
            open_edges[
                int(choose_for_groups(single_position, single_group, costs, rate, entropy)[0])
            ]
        )
        forest.join(*tree[-1])
    return tree


def dependent(
    design: Design,
    places: Mapping[str, Ints],
    ranked: Mapping[str, Floats],
    entropy: Entropy,
) -> dict[str, ReleasedGroups]:
    """Draw synthetic records with the centroids of `marginals` and the relations of a tree.

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

    Returns
    -------
    dict of str to ReleasedGroups
        By record; no record corresponds to a person.
    """
    names, budget = design.names, design.budget
    bins = bin_count(design.groups.records, budget.edge)
    sorted_groups = design.groups.of_records()
    cut = [divide_into_bins(places[name], ranked[name][sorted_groups], bins) for name in names]
    tree = [(names.index(parent), names.index(child)) for parent, child in budget.drawn or ()]
    tree = tree or learn_tree(cut, budget.tree, entropy)
    tables = {edge: noisy_counts(cut[edge[0]], cut[edge[1]], budget.edge, entropy) for edge in tree}
    drawn = _sample_bins(tables, cut, design.groups.records, entropy)
    released = {}
    for i, name in enumerate(names):
        # The groups of the column go to the records in the order of their bins, at random in a bin.
        some_order = shuffle_values(np.arange(len(drawn[i])), entropy)
        order = some_order[np.argsort(drawn[i][some_order], kind="stable")]
        groups = np.empty_like(sorted_groups)
        groups[order] = sorted_groups
        released[name] = ReleasedGroups(ranked[name], groups)
    return released


def _sample_bins(
    tables: Mapping[Edge, Ints], cut: list[Bins], records: int, entropy: Entropy
) -> dict[int, Ints]:
    """Sample every record's bins, starting with the first column of the first edge."""
    root = next(iter(tables))[0]
    first = next(iter(tables.values())).sum(axis=1)
    no_rows = np.zeros(records, dtype=np.int64)
    sampled = {root: _sample_column(no_rows, first.reshape(1, -1), entropy)}
    while len(sampled) < len(cut):
        for (first_column, second_column), table in tables.items():
            if first_column in sampled and second_column not in sampled:
                sampled[second_column] = _sample_column(sampled[first_column], table, entropy)
            elif second_column in sampled and first_column not in sampled:
                sampled[first_column] = _sample_column(
                    sampled[second_column], np.ascontiguousarray(table.T), entropy
                )
    return sampled


def _sample_column(row_of_record: Ints, weights: Ints, entropy: Entropy) -> Ints:
    """Sample a column given another one; a row without weights uses those of all rows."""
    all_rows = weights.sum(axis=0) if weights.any() else np.ones(weights.shape[1], dtype=np.int64)
    weights_of_rows = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, all_rows)
    sums, columns = np.cumsum(weights_of_rows, axis=1), np.empty(len(row_of_record), dtype=np.int64)
    entropy.drive(
        lambda words, position, done: sample_columns(
            words, position, row_of_record, sums, columns, done
        ),
        len(row_of_record),
    )
    return columns
