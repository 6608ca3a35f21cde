"""Nearest originals by the tree, against looking at every pair."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.linkage.linkage import Linkage, shares
from core.kernels.trees.kdtree import LEAF, KdTree
from tests.core.kernels.strategies import Points, points
from tests.lanes import examples
from tests.oracles.linkage import disclosure


def built(records: np.ndarray, budget: int = 1 << 60) -> KdTree:
    tree = KdTree(records)
    while not tree.step(budget)[1]:
        pass
    return tree


@examples(12, 500)
@given(points(least=1, most=150), st.data())
def test_links_are_those_of_all_pairs(records: Points, data: st.DataObject) -> None:
    n = len(records)
    drawn = data.draw(st.lists(st.integers(0, 6), min_size=n, max_size=n))
    groups = np.unique(drawn, return_inverse=True)[1]
    budget = data.draw(st.sampled_from([1, 20, 1 << 60]))
    original = np.array(records)
    # Half of the groups stand on one of the records, so that exact ties occur.
    centres = [
        original[data.draw(st.integers(0, n - 1))] if g % 2 else original[groups == g].mean(axis=0)
        for g in range(groups.max() + 1)
    ]
    released = np.array(centres)[groups]
    links = Linkage(built(original, budget), np.array(centres), groups)
    while not links.step(budget)[1]:
        pass
    expected = disclosure(original.tolist(), released.tolist())
    assert shares(links.linked).mean() == pytest.approx(expected, rel=1e-12)


@examples(12, 500)
@given(points(least=1, most=300))
def test_the_tree_holds_every_record_once(records: Points) -> None:
    original = np.array(records)
    tree = built(original)
    assert sorted(tree.position.tolist()) == list(range(len(records)))
    np.testing.assert_array_equal(tree.points, original[tree.position])
    used = np.flatnonzero(tree.end > tree.begin)
    for node in used:
        inside = tree.points[tree.begin[node] : tree.end[node]]
        np.testing.assert_array_equal(tree.low[node], inside.min(axis=0))
        np.testing.assert_array_equal(tree.high[node], inside.max(axis=0))
        leaf = 2 * node >= len(tree.begin) or tree.end[2 * node] == tree.begin[2 * node]
        assert leaf == (len(inside) <= LEAF)


def test_many_records_link_as_by_all_pairs() -> None:
    rng = np.random.default_rng(3)
    original = np.round(rng.normal(size=(360, 3)), 1)
    groups = np.arange(360) // 3
    released = np.array([original[groups == g].mean(axis=0) for g in range(120)])[groups]
    links = Linkage(built(original), released[::3], groups)
    links.step(1 << 60)
    expected = disclosure(original.tolist(), released.tolist())
    assert shares(links.linked).mean() == pytest.approx(expected, rel=1e-12)
