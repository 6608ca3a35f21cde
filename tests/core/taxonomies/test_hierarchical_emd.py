"""Hierarchical EMD: the published closed form, and an exact transport of the mass."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode.ranks import build_hierarchy
from core.kernels.closeness.semantic_emd import (
    hierarchical_emd,
    hierarchical_emd_of_groups,
    idle_cost,
)
from core.model import flat, taxonomy_of
from tests.core.taxonomies.trees import FAMILY, PLACES, Parents, trees
from tests.lanes import examples
from tests.oracles import taxonomies as oracle
from tests.oracles.closeness import total_variation


def emd(parents: Parents, groups: list[list[str]]) -> list[float]:
    values = sorted({value for group in groups for value in group})
    tree = build_hierarchy(taxonomy_of(parents), values)
    assert tree is not None
    labels = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    ranks = np.array([values.index(value) for group in groups for value in group], dtype=np.int64)
    return hierarchical_emd_of_groups(labels, ranks, tree.up, tree.rise, tree.height).tolist()


@st.composite
def grouped(draw: st.DrawFn) -> tuple[Parents, list[list[str]]]:
    parents = draw(trees(8))
    group = st.lists(st.sampled_from(list(parents)), min_size=1, max_size=5)
    return parents, draw(st.lists(group, min_size=1, max_size=3))


@pytest.mark.parametrize(
    ("groups", "distances"),
    [
        # The surplus of 1/4 at fjord and at bay leaves the north: 1/2 moves at the root's height.
        ([["fjord", "bay"], ["reef", "sea"]], [0.5, 0.5]),
        # 1/2 moves from fjord to bay, whose parent has height 1 of 2.
        ([["fjord"], ["bay"]], [0.25, 0.25]),
        # What goes down from an inner value costs that node's height.
        ([["north"], ["bay"]], [0.25, 0.25]),
        ([["north"], ["north", "north"]], [0, 0]),
    ],
)
def test_worked_by_hand_on_an_uneven_tree(groups: list[list[str]], distances: list[float]) -> None:
    assert emd(PLACES, groups) == distances


@examples(25, 500)
@given(grouped())
def test_it_is_the_least_cost_of_transport_and_the_published_closed_form(
    case: tuple[Parents, list[list[str]]],
) -> None:
    parents, groups = case
    file = [value for group in groups for value in group]
    for found, group in zip(emd(parents, groups), groups, strict=True):
        assert isclose(found, oracle.hierarchical_emd(parents, group, file), abs_tol=1e-15)
        assert isclose(found, oracle.closed_form_emd(parents, group, file), abs_tol=1e-15)
        assert found <= total_variation(group, file) + Fraction(1, 10**12)


@examples(25, 500)
@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6), min_size=1, max_size=4))
def test_of_a_flat_list_it_is_total_variation(groups: list[list[str]]) -> None:
    parents = {"*": ()} | dict.fromkeys("abcd", ("*",))
    file = [value for group in groups for value in group]
    for found, group in zip(emd(parents, groups), groups, strict=True):
        assert isclose(found, total_variation(group, file), abs_tol=1e-15)


def test_a_graph_with_two_parents_has_no_hierarchical_emd() -> None:
    assert build_hierarchy(taxonomy_of(FAMILY), ["child", "other"]) is None


def test_missing_values_are_left_out() -> None:
    tree = build_hierarchy(flat("ab"), ["a", "b"])
    assert tree is not None
    labels, ranks = np.array([0, 0, 1, 1, 2]), np.array([0, -1, 1, -1, -1])
    found = hierarchical_emd_of_groups(labels, ranks, tree.up, tree.rise, tree.height)
    assert found.tolist() == [0.5, 0.5, 0]


def test_counts_beyond_64_bits_are_taken_as_doubles() -> None:
    """The file's records are only counted, so a large file is made of counts."""
    tree = build_hierarchy(taxonomy_of(PLACES), ["bay", "fjord", "reef"])
    assert tree is not None
    scale = 2**56
    in_file = np.zeros(len(tree.up), dtype=np.int64)
    for rank in range(3):
        place = rank
        while place >= 0:
            in_file[place] += scale
            place = int(tree.up[place])
    group = np.repeat(np.array([0, 1], dtype=np.int64), 64)
    scratch = np.zeros(len(tree.up), dtype=np.int64)

    found = hierarchical_emd(
        group, in_file, idle_cost(in_file, tree.rise), tree.up, tree.rise, tree.height, scratch
    )

    assert isclose(found, 1 / 3, rel_tol=1e-12)
    assert not scratch.any()
