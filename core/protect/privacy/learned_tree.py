"""Learns a dependency tree privately, each edge by the exponential mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.protect.dependency_tree import Edge, Forest
from core.protect.privacy.bins import Bins, counts
from core.protect.privacy.entropy import Entropy
from core.protect.privacy.noise import chosen_of_groups, rate_within

Ints = NDArray[np.int64]


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


def learned_tree(columns: Sequence[Bins], epsilon: Fraction, entropy: Entropy) -> list[Edge]:
    """Return the edges of a spanning tree that joins strongly dependent columns.

    The edges are chosen one by one among those that join two components, each with an equal share
    of `epsilon`.
    """
    m, records = len(columns), len(columns[0].places)
    scores = {
        (i, j): dependence(counts(columns[i], columns[j])) for i, j in combinations(range(m), 2)
    }
    # From the number of records alone; the largest score would make the rate depend on the data.
    rate = rate_within(
        epsilon / (m - 1) / (2 * change_of_dependence(records)), most_dependence(records)
    )
    nobody, once = np.zeros(1, dtype=np.int64), np.array([0, 1], dtype=np.int64)
    forest = Forest(m)
    tree: list[Edge] = []
    while len(tree) < m - 1:
        open_edges = [edge for edge in scores if forest.apart(*edge)]
        most = max(scores[edge] for edge in open_edges)
        costs = np.array([[most - scores[edge] for edge in open_edges]], dtype=np.int64)
        tree.append(open_edges[int(chosen_of_groups(nobody, once, costs, rate, entropy)[0])])
        forest.join(*tree[-1])
    return tree
