"""Marginality, representatives and the total order, against exact fractions."""

from __future__ import annotations

from math import isclose, log2

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.encode.marginality import find_representatives, marginalities, most_marginal, total_order
from core.encode.semantics import Semantics, semantics
from core.model import flat, taxonomy_of
from tests.core.taxonomies.trees import FAMILY, PLACES, Parents, graphs, parents_of
from tests.lanes import examples
from tests.oracles import taxonomies as oracle


def places(found: Semantics, sample: list[str]) -> np.ndarray:
    known = found.places()
    return np.array([known[name] for name in sample], dtype=np.int64)


def chosen(found: Semantics, *clusters: list[str]) -> list[str]:
    labels = np.repeat(np.arange(len(clusters)), [len(c) for c in clusters])
    records = np.concatenate([places(found, cluster) for cluster in clusters])
    return [found.name(i) for i in find_representatives(found, labels, records)]


@st.composite
def sampled(draw: st.DrawFn) -> tuple[Parents, list[list[str]]]:
    parents = draw(graphs())
    sample = st.lists(st.sampled_from(list(parents)), min_size=1, max_size=9)
    return parents, draw(st.lists(sample, min_size=1, max_size=4))


def test_marginality_worked_by_hand() -> None:
    found = semantics(taxonomy_of(PLACES))
    counts = np.bincount(places(found, ["fjord", "fjord", "bay", "reef"]), minlength=len(found))
    of_fjord, of_north = marginalities(found, places(found, ["fjord", "north"]), counts)
    assert isclose(of_fjord, log2(3 / 2) + log2(9 / 5))
    assert isclose(of_north, 3 * log2(4 / 3) + log2(7 / 4))


@pytest.mark.parametrize(
    ("cluster", "wanted"),
    [
        (["bay", "bay", "fjord"], "bay"),  # 0.58 < north 1.25
        (["bay", "fjord"], "fjord"),  # equal, equally frequent: the first in the taxonomy
        (["bay", "fjord", "reef", "sea"], "fjord"),  # 2.24; world 2.80, sea 2.42
        (["sea"], "sea"),
        (["north", "bay", "fjord"], "north"),  # an inner node is a value like any other
    ],
)
def test_the_representative_of_a_small_cluster(cluster: list[str], wanted: str) -> None:
    assert chosen(semantics(taxonomy_of(PLACES)), cluster) == [wanted]
    assert oracle.representative(PLACES, cluster) == wanted


def test_above_the_minimal_subtree_nothing_is_a_candidate() -> None:
    assert oracle.candidates(PLACES, ["bay", "fjord"]) == {"bay", "fjord", "north"}
    assert oracle.candidates(FAMILY, ["child", "husband"]) == {"child", "husband"}


@examples(25, 500)
@given(sampled())
def test_representatives_are_those_of_brute_force(case: tuple[Parents, list[list[str]]]) -> None:
    taxonomy = taxonomy_of(case[0])
    parents = parents_of(taxonomy)

    found = chosen(semantics(taxonomy), *case[1])
    assert found == [oracle.representative(parents, cluster) for cluster in case[1]]
    # A matrix of what occurs gives the same.
    occurring = [value for cluster in case[1] for value in cluster]
    assert chosen(semantics(taxonomy, occurring), *case[1]) == found


def test_sums_that_are_equal_as_numbers_are_a_tie_although_their_terms_differ() -> None:
    """log2(3/2) + log2(3/2) + log2(4/3) = log2(9/5) + log2(5/3) = log2(3)."""
    deep = semantics(taxonomy_of({"r": (), "a": ("r",), "b": ("r",), "c": ("a",), "d": ("a",),
                                  "e": ("a",), "f": ("b",)}))  # fmt: skip
    place = deep.places()
    one = np.zeros(len(deep), dtype=np.int64)
    other = one.copy()
    one[[place["d"], place["e"], place["a"]]] = 1
    other[[place["f"], place["r"]]] = 1
    c = np.array([place["c"]])

    assert marginalities(deep, c, one) == marginalities(deep, c, other)


def test_of_a_flat_list_the_most_frequent_value_is_taken_never_the_root() -> None:
    found = semantics(flat("abcdefg"))
    assert chosen(found, list("abbc"), list("edcba"), list("gf")) == ["b", "a", "f"]


def test_five_different_values_have_their_parent_in_the_middle_four_do_not() -> None:
    """5 log2(3/2) < 4 log2(5/3), but 4 log2(3/2) > 3 log2(5/3)."""
    found = semantics(taxonomy_of({"any": ()} | dict.fromkeys("abcde", ("any",))))
    assert chosen(found, list("abcde"), list("edcb")) == ["any", "b"]


def test_missing_values_have_no_say_and_a_cluster_of_them_has_no_representative() -> None:
    found = semantics(taxonomy_of(PLACES))
    labels = np.array([0, 0, 0, 1, 1])
    records = np.array([-1, -1, found.places()["sea"], -1, -1])
    assert find_representatives(found, labels, records).tolist() == [found.places()["sea"], -1]


@examples(25, 500)
@given(graphs())
@example(PLACES)
def test_the_total_order_ascends_from_the_most_marginal_leaf(parents: Parents) -> None:
    taxonomy = taxonomy_of(parents)
    whole, own = semantics(taxonomy), parents_of(taxonomy)
    # An inner node is never the most marginal category.
    leaves = [taxonomy.nodes[i] for i in taxonomy.leaves]
    farthest = max(
        leaves, key=lambda a: (oracle.marginality(own, a, leaves), -taxonomy.nodes.index(a))
    )

    order = np.argsort(total_order(whole))

    assert whole.name(most_marginal(whole)) == farthest
    assert [whole.name(i) for i in order] == sorted(
        taxonomy.nodes, key=lambda b: oracle.argument(own, farthest, b)
    )
