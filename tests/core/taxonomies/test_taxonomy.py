"""What a taxonomy derives from names and parents."""

from __future__ import annotations

import pytest
from hypothesis import given

from core.model import flat, taxonomy_of
from tests.core.taxonomies.trees import FAMILY, PLACES, Parents, graphs, parents_of, trees
from tests.oracles import taxonomies as oracle


def test_the_order_is_depth_first_with_siblings_as_they_came() -> None:
    scattered: Parents = {
        "bay": ("north",),
        "reef": ("south",),
        "world": (),
        "fjord": ("north",),
        "south": ("world",),
        "north": ("world",),
    }

    found = taxonomy_of(scattered)

    assert found.nodes == ("world", "south", "reef", "north", "bay", "fjord")
    assert taxonomy_of(parents_of(found)).nodes == found.nodes


def test_heights_leaves_and_parents_of_an_uneven_tree() -> None:
    found = taxonomy_of(PLACES)

    assert dict(zip(found.nodes, found.heights.tolist(), strict=True)) == {
        "world": 2, "north": 1, "fjord": 0, "bay": 0, "south": 1, "reef": 0, "sea": 0
    }  # fmt: skip
    assert [found.nodes[leaf] for leaf in found.leaves] == ["fjord", "bay", "reef", "sea"]
    assert found.is_tree
    assert found.height == 2
    assert not found.heights.flags.writeable


def test_a_node_with_two_parents_has_the_ancestors_of_both() -> None:
    found = taxonomy_of(FAMILY)
    child = found.places()["child"]
    assert not found.is_tree
    assert {found.nodes[a] for a in found.ancestors_of(child)} == set(FAMILY) - {"other"}
    assert [found.nodes[p] for p in found.parents_of(child)] == ["wife", "husband"]


def test_a_parent_that_is_an_ancestor_anyway_makes_no_graph() -> None:
    found = taxonomy_of({"all": (), "some": ("all",), "one": ("all", "some")})
    assert found.is_tree
    assert [found.nodes[p] for p in found.parents_of(2)] == ["some"]


@given(graphs())
def test_ancestors_and_heights_are_those_found_by_walking(parents: Parents) -> None:
    found = taxonomy_of(parents)
    for i, name in enumerate(found.nodes):
        assert {found.nodes[a] for a in found.ancestors_of(i)} == oracle.ancestors(parents, name)
        assert found.heights[i] == oracle.height(parents, name)


@given(trees())
def test_what_lies_below_a_node_of_a_tree_stands_together(parents: Parents) -> None:
    found = taxonomy_of(parents)
    for i in range(len(found)):
        below = [j for j in range(len(found)) if i in found.ancestors_of(j)]
        assert below == list(range(i, i + len(below)))


def test_a_flat_list_has_a_root_that_is_no_category() -> None:
    found = flat(("c", "a", "b"))
    assert [found.nodes[i] for i in found.domain] == ["c", "a", "b"]
    assert found.root_is_implied
    assert found.height == 1


@pytest.mark.parametrize(
    "parents",
    [
        {"a": (), "b": ()},
        {"a": ("b",), "b": ("a",)},
        {"a": (), "b": ("b",)},
        {"a": (), "b": ("c",), "c": ("b",)},
        {"a": (), "b": ("a", "c"), "c": ("b",)},
        {"a": (), "b": ("nowhere",)},
        {},
    ],
)
def test_what_is_no_rooted_hierarchy_is_no_taxonomy(parents: Parents) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        taxonomy_of(parents)
