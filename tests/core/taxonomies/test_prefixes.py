"""Codes that nest by their leading characters become a taxonomy."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model import IMPLIED_ROOT, Taxonomy
from core.model.prefix_taxonomy import prefix_lengths, prefix_taxonomy

NUTS = ["AT111", "AT112", "AT121", "AT122", "AT211", "AT311", "AT312", "AT342"]


def above(taxonomy: Taxonomy, name: str) -> list[str]:
    """Return what lies above a category, from the nearest to the root."""
    found, node = [], taxonomy.places()[name]
    while len(parents := taxonomy.parents_of(node)):
        node = int(parents[0])
        found.append(taxonomy.nodes[node])
    return found


def test_regions_lie_below_the_regions_that_their_codes_begin_with() -> None:
    taxonomy = prefix_taxonomy(NUTS)
    assert above(taxonomy, "AT121") == ["AT12", "AT1", "AT"]
    assert above(taxonomy, "AT342") == ["AT34", "AT3", "AT"]
    assert taxonomy.nodes[0] == "AT"


def test_activities_of_several_sections_hang_on_a_root_that_is_never_released() -> None:
    taxonomy = prefix_taxonomy(["10.71", "10.72", "10.8", "47.11", "47"])
    assert above(taxonomy, "10.71") == ["10.7", "10", IMPLIED_ROOT]
    assert above(taxonomy, "10.8") == ["10", IMPLIED_ROOT]
    assert above(taxonomy, "47.11") == ["47.1", "47", IMPLIED_ROOT]


@pytest.mark.parametrize(
    "words", [["Vienna", "Virginia", "Graz"], ["A1 x", "A2 x"], ["1", "2", "3"], [], ["AT1"]]
)
def test_what_is_no_nesting_code_has_no_levels(words: list[str]) -> None:
    assert prefix_lengths(words) == ()


@given(st.sets(st.text("A1.", min_size=1, max_size=5), min_size=1, max_size=20))
def test_every_code_is_a_category_below_what_it_begins_with(codes: set[str]) -> None:
    taxonomy = prefix_taxonomy(codes)
    for code in codes:
        chain = [name for name in above(taxonomy, code) if name != IMPLIED_ROOT]
        assert all(code.startswith(name) for name in chain)
        assert all(len(one) > len(other) for one, other in pairwise([code, *chain]))
