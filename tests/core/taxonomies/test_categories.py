"""Nominal columns as places in a taxonomy, and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import category_counts, category_places, column_of_places, semantics
from core.encode.marginality import find_representatives
from core.model import ColumnKind, flat, taxonomy_of
from tests.core.tables import cells, column
from tests.core.taxonomies.trees import PLACES

TREE = taxonomy_of(PLACES)


def test_every_record_has_the_place_of_its_category() -> None:
    found = semantics(TREE, ["bay", "reef"])
    places = category_places(column("where", ["reef", None, "bay", "reef"]), found)
    assert [found.name(p) if p >= 0 else None for p in places] == ["reef", None, "bay", "reef"]


def test_a_category_without_a_place_is_never_given_one() -> None:
    with pytest.raises(KeyError):
        category_places(column("where", ["reef", "desert"]), semantics(TREE))


def test_numbers_are_categories_by_their_spelling() -> None:
    found = semantics(flat(["1", "2", "10"]))
    codes = column("code", [10, 1, None])
    places = category_places(codes, found)
    assert [found.name(p) for p in places[:2]] == ["10", "1"]
    assert category_counts(codes) == {"1": 1, "10": 1}


def test_counts_leave_missing_values_out() -> None:
    assert category_counts(column("where", ["sea", None, "bay", "sea"])) == {"bay": 1, "sea": 2}


def test_places_become_a_text_column_with_sorted_categories() -> None:
    found = semantics(TREE)
    at = found.places()
    before = column("where", ["reef", "bay", None])

    after = column_of_places(before, found, np.array([at["world"], at["north"], -1]))

    assert (after.name, after.kind, after.categories) == (
        "where",
        ColumnKind.TEXT,
        ("north", "world"),
    )
    assert cells(after) == ["world", "north", None]


@given(st.lists(st.sampled_from(list(PLACES)), min_size=1, max_size=30), st.randoms())
def test_the_order_of_records_changes_no_representative(values: list[str], chance: object) -> None:
    found = semantics(TREE, values)
    order = list(range(len(values)))
    chance.shuffle(order)
    clusters = np.array([i % 3 for i in range(len(values))])
    places = category_places(column("where", values), found)

    shuffled = find_representatives(found, clusters[order], places[order])

    assert shuffled.tolist() == find_representatives(found, clusters, places).tolist()
