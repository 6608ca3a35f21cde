"""Why a cluster got its category: candidates against the definition in plain Python."""

from __future__ import annotations

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.measure import list_candidates
from core.model import Attribute, Role, Scale, taxonomy_of
from core.protect.representatives import represent
from tests.core.tables import cells, column, quasi
from tests.core.taxonomies.trees import PLACES, Parents, graphs, parents_of
from tests.oracles import taxonomies as oracle


@given(graphs(), st.data())
def test_candidates_come_with_their_marginality_the_chosen_one_first(
    parents: Parents, data
) -> None:
    taxonomy = taxonomy_of(parents)
    own = parents_of(taxonomy)
    names = data.draw(st.lists(st.sampled_from(list(own)), min_size=2, max_size=12))
    members = data.draw(st.sets(st.integers(0, len(names) - 1), min_size=1))
    sample = [names[i] for i in sorted(members)]
    attribute = Attribute("c", Role.QUASI_IDENTIFIER, Scale.NOMINAL, categories=taxonomy)

    whole = column("c", names)
    chosen = oracle.representative(own, sample)
    released = column("c", [chosen] * len(names))
    found = list_candidates(attribute, whole, released, np.array(sorted(members)))

    assert found.candidates[0].category == chosen
    assert {c.category for c in found.candidates} == oracle.candidates(own, sample)
    for candidate in found.candidates:
        away = log2(oracle.marginality(own, candidate.category, sample))
        assert candidate.away == pytest.approx(away, abs=1e-9)
        assert candidate.count == sample.count(candidate.category)
    assert [c.away for c in found.candidates] == sorted(c.away for c in found.candidates)


@given(st.lists(st.sampled_from([*"abcd", None]), min_size=1, max_size=9))
def test_of_an_order_the_category_that_is_released_comes_first(values: list[str | None]) -> None:
    attribute, whole = quasi("c", Scale.ORDINAL, tuple("dcba")), [*values, "a"]
    members, labels = np.arange(len(values)), np.array([0] * len(values) + [1])
    after = represent(column("c", whole), attribute, labels)
    released = cells(after)[0]

    found = list_candidates(attribute, column("c", whole), after, members)

    assert found.missing == values.count(None)
    answers = len(values) - values.count(None)
    assert (released is None) == (answers == 0 or (answers < 3 and None in values))
    if released is None:
        assert found.candidates == ()
        return
    assert found.candidates[0].category == released
    for candidate in found.candidates:
        steps = ["dcba".index(v) - "dcba".index(candidate.category) for v in values if v]
        assert candidate.away == sum(map(abs, steps))
        assert candidate.count == values.count(candidate.category)


def test_missing_values_are_counted_and_have_no_say() -> None:
    attribute = Attribute("c", Role.QUASI_IDENTIFIER, Scale.NOMINAL, categories=taxonomy_of(PLACES))
    whole = column("c", ["sea", None, None, "bay"])
    found = list_candidates(attribute, whole, whole, np.array([0, 1, 2]))
    assert found.missing == 2
    assert [(c.category, c.count, c.away) for c in found.candidates] == [("sea", 1, 0.0)]


def test_a_blank_of_the_first_member_hides_no_category_of_the_cluster() -> None:
    attribute = Attribute("c", Role.QUASI_IDENTIFIER, Scale.ORDINAL)
    released = column("c", [None, "b", "b"])
    found = list_candidates(attribute, column("c", ["a", "b", "b"]), released, np.arange(3))
    assert found.candidates[0].category == "b"
