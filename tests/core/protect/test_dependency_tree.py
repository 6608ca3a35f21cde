"""The running example of the approximate microaggregation paper, with its errors put right."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.jobs import Job
from core.protect import METHODS
from core.protect.dependency_tree import (
    categories,
    dependency_matrix,
    entropy,
    key_attributes,
    spanning_tree,
)
from core.protect.task import Task
from tests.oracles.partitions import mdav

# Table 1: records r1 to r12, attributes A1 to A6.
TABLE_1 = "000111 011010 110100 001111 011100 001001 111001 011000 111011 011101 011100 111111"
RECORDS = [[int(bit) for bit in record] for record in TABLE_1.split()]
COLUMNS = [np.array(column) for column in zip(*RECORDS, strict=True)]
# The dependency matrix as printed, but for D(A2, A5): the paper has 1.6681, and the counts
# 2, 1, 3, 6 of the pairs give 1.66800.
PRINTED = [
    [0, 1.3796, 1.5339, 1.8777, 1.8777, 1.8126],
    [1.3796, 0, 1.3753, 1.7772, 1.6680, 1.3180],
    [1.5339, 1.3753, 0, 1.3368, 1.6217, 1.6217],
    [1.8777, 1.7772, 1.3368, 0, 1.9586, 1.9586],
    [1.8777, 1.6680, 1.6217, 1.9586, 0, 1.7510],
    [1.8126, 1.3180, 1.6217, 1.9586, 1.7510, 0],
]


def joint(i: int, j: int) -> float:
    return entropy(2 * COLUMNS[i] + COLUMNS[j])


def test_entropies_of_the_example() -> None:
    assert round(entropy(COLUMNS[0]), 4) == 0.9183
    assert round(entropy(COLUMNS[1]), 4) == 0.8113
    assert round(joint(0, 1), 4) == 1.5546
    # The paper takes H(A1) away where H(A2) belongs.
    assert round(joint(0, 1) - entropy(COLUMNS[1]), 4) == 0.7433


def test_dependency_matrix_of_the_example() -> None:
    assert np.round(dependency_matrix(COLUMNS), 4).tolist() == PRINTED


def test_tree_and_keys_of_the_example() -> None:
    # Figure 2 has the edge A2-A4 of 1.7772, although A3-A4 of 1.3368 joins the same parts.
    tree = spanning_tree(dependency_matrix(COLUMNS))
    assert [(f"A{i + 1}", f"A{j + 1}", PRINTED[i][j]) for i, j in tree] == [
        ("A2", "A6", 1.3180),
        ("A3", "A4", 1.3368),
        ("A2", "A3", 1.3753),
        ("A1", "A2", 1.3796),
        ("A3", "A5", 1.6217),
    ]
    assert key_attributes(tree, 6) == (1, 2)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=60))
def test_entropy_is_that_of_the_definition(values: list[int]) -> None:
    shares = [values.count(v) / len(values) for v in set(values)]
    assert entropy(np.array(values)) == pytest.approx(-sum(p * log2(p) for p in shares), abs=1e-12)


@given(st.data(), st.integers(1, 6))
def test_no_tree_is_lighter(data: st.DataObject, m: int) -> None:
    weights = np.zeros((m, m))
    for i, j in combinations(range(m), 2):
        weights[i, j] = weights[j, i] = data.draw(st.integers(0, 4)) / 2
    tree = spanning_tree(weights)
    edges = list(combinations(range(m), 2))
    lightest = min(
        sum(weights[e] for e in chosen)
        for chosen in combinations(edges, m - 1)
        if joins_all(chosen, m)
    )
    assert joins_all(tree, m)
    assert sum(weights[e] for e in tree) == lightest


def joins_all(edges: tuple[tuple[int, int], ...], m: int) -> bool:
    reached = {0}
    for _ in range(m):
        reached |= {v for edge in edges for v in edge if reached & set(edge)}
    return len(edges) == m - 1 and len(reached) == m


@pytest.mark.parametrize(
    ("tree", "m", "keys"),
    [
        ((), 1, (0,)),
        (((0, 1),), 2, (0, 1)),
        # A star: its centre has m - 1 edges, so one more attribute is enough.
        (((0, 3), (1, 3), (2, 3), (3, 4)), 5, (3, 0)),
        # A path of six: the four inner attributes have two edges each.
        (((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)), 6, (1, 2, 3)),
    ],
)
def test_keys_by_degree(tree: tuple[tuple[int, int], ...], m: int, keys: tuple[int, ...]) -> None:
    assert key_attributes(tree, m) == keys


@given(st.lists(st.integers(0, 30), min_size=1, max_size=80), st.integers(2, 8))
def test_bins_are_in_order_and_hold_about_equally_many(values: list[int], bins: int) -> None:
    found = categories(np.array(values, dtype=np.float64), bins)
    pairs = sorted(zip(values, found.tolist(), strict=True))
    assert all(a[1] <= b[1] for a, b in pairwise(pairs))
    assert len(set(pairs)) == len(set(values))
    if len(set(values)) <= bins:
        assert len(set(found.tolist())) == len(set(values))
    else:
        assert found.max() < bins
        largest = max(values.count(v) for v in values)
        assert np.bincount(found).max() <= -(-len(values) // bins) + largest


def test_clusters_are_those_of_mdav_on_the_keys() -> None:
    points = np.array(RECORDS, dtype=np.float64)
    task = Task(points, {}, {}, {"k": 3, "bins": 10})
    partition = METHODS["ama"].partition(task, Job())
    found = [np.flatnonzero(partition.labels == c).tolist() for c in range(4)]
    keys = [[record[1], record[2]] for record in RECORDS]
    assert found == [sorted(cluster) for cluster in mdav(keys, 3)]
    assert partition.steps[0].counts["keys"] == 2
