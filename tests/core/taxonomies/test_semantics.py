"""Sánchez et al. (2016), equation 3, on trees worked by hand and against plain Python."""

from __future__ import annotations

from math import isclose, log2

import numpy as np
import pytest
from hypothesis import given

from core.encode.semantics import rms_distance, semantics, squared_distances
from core.model import flat, taxonomy_of
from tests.core.taxonomies.trees import FAMILY, PLACES, Parents, graphs
from tests.lanes import examples
from tests.oracles import taxonomies as oracle


@pytest.mark.parametrize(
    ("parents", "a", "b", "fraction"),
    [
        (PLACES, "fjord", "fjord", 1),
        (PLACES, "fjord", "bay", 1 + 2 / 4),  # siblings: 4 ancestors of either, 2 of both
        (PLACES, "fjord", "north", 1 + 1 / 3),
        (PLACES, "fjord", "reef", 1 + 4 / 5),
        (PLACES, "fjord", "sea", 1 + 3 / 4),  # sea hangs high
        (PLACES, "world", "sea", 1 + 1 / 2),
        (FAMILY, "child", "wife", 1 + 2 / 4),  # the child has four ancestors
        (FAMILY, "child", "husband", 1 + 2 / 4),
        (FAMILY, "wife", "husband", 1 + 2 / 3),
        (FAMILY, "child", "other", 1 + 4 / 5),
        (FAMILY, "child", "person", 1 + 3 / 4),
    ],
)
def test_the_distance_is_the_one_worked_by_hand(
    parents: Parents, a: str, b: str, fraction: float
) -> None:
    found = semantics(taxonomy_of(parents))
    place = found.places()
    assert isclose(found.between(place[a], place[b]), log2(fraction), abs_tol=1e-15)
    assert found.between(place[a], place[b]) == found.between(place[b], place[a])


@examples(25, 500)
@given(graphs())
def test_distances_are_the_formula_s_a_metric_and_compared_as_fractions(parents: Parents) -> None:
    found = semantics(taxonomy_of(parents))
    d = found.distances()
    pairs = [(i, j) for i in range(len(found)) for j in range(i)]
    exact = {(i, j): oracle.argument(parents, found.name(i), found.name(j)) for i, j in pairs}
    assert all(isclose(d[p], log2(exact[p]), abs_tol=1e-14) for p in pairs)
    assert all(
        (found.codes[p] < found.codes[q]) == (exact[p] < exact[q]) for p in pairs for q in pairs
    )
    assert (d == d.T).all()
    assert ((d == 0) == np.eye(len(d), dtype=bool)).all()
    assert d.max() <= 1
    detour = (d[:, :, None] + d[None, :, :]).min(axis=1)
    assert (d <= detour + 1e-12).all()


def test_only_what_occurs_and_its_ancestors_are_in_the_matrix() -> None:
    whole = semantics(taxonomy_of(PLACES))
    some = semantics(taxonomy_of(PLACES), ["reef", "bay"])

    assert [some.name(i) for i in range(len(some))] == ["world", "north", "bay", "south", "reef"]
    for a, i in some.places().items():
        for b, j in some.places().items():
            assert some.between(i, j) == whole.between(whole.places()[a], whole.places()[b])
    # What the taxonomy lacks is never given a distance.
    with pytest.raises(KeyError):
        semantics(taxonomy_of(PLACES), ["bay", "desert"])


def test_different_values_of_a_flat_list_are_all_equally_far() -> None:
    found = semantics(flat("abcd"))
    among = found.distances()[1:, 1:]
    (distance,) = set(among[~np.eye(4, dtype=bool)].tolist())
    assert isclose(distance, log2(1 + 2 / 3))


def test_the_root_mean_square_is_over_all_ordered_pairs_of_records() -> None:
    found = semantics(taxonomy_of(FAMILY), ["wife", "other", "child"])
    records = ["wife", "wife", "other", "child", "child", "child"]
    counts = np.array([records.count(found.name(i)) for i in range(len(found))])
    squares = [oracle.distance(FAMILY, a, b) ** 2 for a in records for b in records]

    rms = rms_distance(found, counts)
    assert isclose(rms, (sum(squares) / 36) ** 0.5, rel_tol=1e-14)
    # Divided by it, squares average one.
    scaled = squared_distances(found, rms)[found.codes]
    assert isclose(float(counts @ scaled @ counts) / 36, 1)
    # Records that are all alike have no spread.
    assert rms_distance(found, np.where(counts == counts.max(), counts, 0)) == 0
    assert rms_distance(found, np.zeros(len(found), dtype=np.int64)) == 0
    assert not squared_distances(found, 0.0).any()


def test_too_many_categories_for_a_matrix_are_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        semantics(flat([f"c{i}" for i in range(15_001)]))
