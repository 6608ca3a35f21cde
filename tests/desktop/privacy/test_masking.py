"""Which columns are masked, with what weight and what tree: whatever the user ticks fits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.model import Attribute, Method, Role, Scale, Schema
from desktop_app.state.masking import masked_names, weights, with_masked, with_tree, with_weights
from desktop_app.state.spanning import below, chain, kept_tree, pairs_of, parents, tree_of

NAMES = ("A", "B", "C", "D", "E")
SCHEMA = Schema(
    (
        *(Attribute(n, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for n in NAMES[:4]),
        Attribute("E", Role.CONFIDENTIAL, Scale.CONTINUOUS),
        Attribute("F", Role.OTHER),
    )
)
METHOD = Method("dp-individual-ranking", {"k": 5})


def is_spanning(pairs: tuple[tuple[str, str], ...], names: tuple[str, ...]) -> bool:
    """Whether the pairs join all names without a circle, by merging groups one pair at a time."""
    group = {name: {name} for name in names}
    for one, other in pairs:
        if group[one] is group[other]:
            return False
        group[one] |= group[other]
        for name in group[one]:
            group[name] = group[one]
    return len(pairs) == len(names) - 1


def test_without_a_word_the_quasi_identifiers_are_masked() -> None:
    assert masked_names(METHOD, SCHEMA) == ("A", "B", "C", "D")
    assert weights(METHOD, SCHEMA) == dict.fromkeys("ABCD", 1.0)


def test_a_column_can_be_added_and_taken_away() -> None:
    more = with_masked(METHOD, SCHEMA, "E", True)
    assert more.parameters["mask"] == ["A", "B", "C", "D", "E"]
    assert masked_names(with_masked(more, SCHEMA, "B", False), SCHEMA) == ("A", "C", "D", "E")


def test_the_last_masked_column_stays() -> None:
    one = Method("dp-laplace", {"mask": ["B"]})
    assert masked_names(with_masked(one, SCHEMA, "B", False), SCHEMA) == ("B",)


def test_weights_follow_the_masked_columns_and_equal_ones_are_not_written_down() -> None:
    heavy = with_weights(METHOD, {**weights(METHOD, SCHEMA), "B": 2.0})
    assert heavy.parameters["shares"] == {"A": 1.0, "B": 2.0, "C": 1.0, "D": 1.0}
    assert with_masked(heavy, SCHEMA, "A", False).parameters["shares"].keys() == set("BCD")
    assert "shares" not in with_masked(heavy, SCHEMA, "B", False).parameters


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), max_size=12))
def test_a_drawn_tree_stays_a_tree_whatever_is_masked(ticks: list[tuple[str, bool]]) -> None:
    method = with_tree(METHOD, chain(masked_names(METHOD, SCHEMA)))
    for name, is_masked in ticks:
        method = with_masked(method, SCHEMA, name, is_masked)
        names = masked_names(method, SCHEMA)
        pairs = tree_of(method.parameters.get("tree"))
        if len(names) < 2:
            assert pairs == ()
            break
        assert is_spanning(pairs, names)


@given(st.data())
def test_choosing_another_relation_never_makes_a_circle(data: st.DataObject) -> None:
    pairs = chain(NAMES)
    for _ in range(8):
        above = parents(pairs, NAMES)
        name = data.draw(st.sampled_from(NAMES[1:]))
        offered = [other for other in NAMES if other not in below(name, above)]
        pairs = pairs_of({**above, name: data.draw(st.sampled_from(offered))}, NAMES)
        assert is_spanning(pairs, NAMES)


def test_a_recipe_that_names_no_tree_or_nonsense_has_none() -> None:
    assert tree_of(None) == tree_of("AB") == tree_of([["A"]]) == ()
    assert kept_tree((), NAMES) == ()
