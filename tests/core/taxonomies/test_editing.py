"""Changes of a taxonomy as a user makes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.messages import render
from core.model import Taxonomy, taxonomy_of
from core.model.taxonomy_editing import (
    add_category,
    merge_categories,
    move_category,
    remove_category,
    rename_category,
)
from tests.core.taxonomies.trees import FAMILY, PLACES, Parents, graphs, parents_of
from tests.lanes import examples
from tests.oracles import taxonomies as oracle

LABELS = {"de": {"bay": "Bucht", "north": "Norden"}}
TREE = taxonomy_of(PLACES, LABELS)


def label(taxonomy: Taxonomy, name: str) -> str:
    return taxonomy.labels["de"][taxonomy.nodes.index(name)]


def test_a_category_is_added_behind_its_siblings() -> None:
    found = add_category(TREE, "cove", "north")
    assert parents_of(found) == PLACES | {"cove": ("north",)}
    assert found.nodes.index("cove") == found.nodes.index("bay") + 1
    assert (label(found, "cove"), label(found, "bay")) == ("", "Bucht")


def test_a_renamed_category_keeps_its_place_and_its_labels() -> None:
    found = rename_category(TREE, "north", "arctic")

    assert found.nodes == tuple("arctic" if n == "north" else n for n in TREE.nodes)
    assert parents_of(found)["bay"] == ("arctic",)
    assert label(found, "arctic") == "Norden"
    assert (
        rename_category(rename_category(TREE, "world", "earth"), "earth", "world").nodes
        == TREE.nodes
    )


def test_a_moved_category_takes_along_what_lies_below_it() -> None:
    found = move_category(TREE, "north", ["south"])
    assert parents_of(found) == PLACES | {"north": ("south",)}
    assert found.height == 3
    assert parents_of(move_category(TREE, "bay", ["north", "south"]))["bay"] == ("north", "south")


def test_of_two_merged_categories_the_children_lie_below_the_one_left() -> None:
    found = parents_of(merge_categories(TREE, "south", "north"))
    assert "south" not in found
    assert found["reef"] == ("north",)


@pytest.mark.parametrize("gone", ["north", "south"])
def test_merging_into_what_lies_below_moves_it_up(gone: str) -> None:
    into = {"north": "fjord", "south": "reef"}[gone]
    found = parents_of(merge_categories(TREE, gone, into))
    assert found[into] == ("world",)
    assert gone not in found
    assert all(above != (gone,) for above in found.values())


def test_what_lay_below_a_removed_category_lies_below_its_parents() -> None:
    found = parents_of(remove_category(TREE, "north"))
    assert (found["bay"], found["fjord"]) == (("world",), ("world",))
    assert parents_of(remove_category(taxonomy_of(FAMILY), "wife"))["child"] == ("husband",)


@st.composite
def two_nodes(draw: st.DrawFn) -> tuple[Parents, str, str]:
    """Draw a graph, a node of it that is not the root, and another node."""
    parents = draw(graphs().filter(lambda drawn: len(drawn) > 1))
    gone = draw(st.sampled_from([name for name, above in parents.items() if above]))
    return parents, gone, draw(st.sampled_from([name for name in parents if name != gone]))


@examples(25, 500)
@given(two_nodes())
def test_removing_takes_one_ancestor_away_and_no_other(case: tuple[Parents, str, str]) -> None:
    parents, gone, _ = case
    found = parents_of(remove_category(taxonomy_of(parents), gone))
    assert set(found) == set(parents) - {gone}
    for name in found:
        assert oracle.ancestors(found, name) == oracle.ancestors(parents, name) - {gone}


@examples(25, 500)
@given(two_nodes())
def test_merging_changes_only_what_lay_below_one_of_the_two(case: tuple[Parents, str, str]) -> None:
    drawn, gone, into = case
    parents = parents_of(taxonomy_of(drawn))
    found = parents_of(merge_categories(taxonomy_of(parents), gone, into))

    assert set(found) == set(parents) - {gone}
    for name in found:
        before, after = oracle.ancestors(parents, name), oracle.ancestors(found, name)
        if gone not in before:
            assert after == before
        elif gone in parents[name] and name not in oracle.ancestors(parents, into):
            assert into in after


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda: add_category(TREE, "bay", "south"), "taxonomy-name-taken"),
        (lambda: add_category(TREE, " ", "south"), "taxonomy-name-empty"),
        (lambda: rename_category(TREE, "bay", "reef"), "taxonomy-name-taken"),
        (lambda: move_category(TREE, "world", ["bay"]), "taxonomy-root-stays"),
        (lambda: move_category(TREE, "north", ["bay"]), "taxonomy-moved-below-itself"),
        (lambda: move_category(TREE, "north", ["north"]), "taxonomy-moved-below-itself"),
        (lambda: move_category(TREE, "north", []), "taxonomy-moved-below-itself"),
        (lambda: merge_categories(TREE, "world", "bay"), "taxonomy-root-stays"),
        (lambda: merge_categories(TREE, "bay", "bay"), "taxonomy-merged-with-itself"),
        (lambda: remove_category(TREE, "world"), "taxonomy-root-stays"),
    ],
)
def test_a_change_that_makes_no_taxonomy_is_refused(
    change: Callable[[], Taxonomy], code: str
) -> None:
    with pytest.raises(Refused) as refusal:
        change()
    assert [problem.code for problem in refusal.value.problems] == [code]
    assert render(refusal.value.problems)
    assert parents_of(TREE) == PLACES
