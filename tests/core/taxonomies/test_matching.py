"""How well a taxonomy covers a column, and what the other values may mean."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode.matching import (
    Match,
    Matcher,
    count_edits,
    fold,
    index_taxonomy,
    suggest_taxonomies,
)
from core.model import flat, taxonomy_of

COUNTRIES = taxonomy_of(
    {
        "World": (),
        "Europe": ("World",),
        "Spain": ("Europe",),
        "Côte d’Or": ("Europe",),
        "Georgia": ("Europe",),
        "Georgia (US)": ("World",),
        "Austria": ("Europe",),
        "Australia": ("World",),
    },
    {
        "iso-a2": {"Spain": "ES", "Austria": "AT", "Australia": "AU", "Georgia": "GE"},
        "de": {"Spain": "Spanien", "Austria": "Österreich", "Georgia": "Georgien"},
        "short": {"Georgia (US)": "Ga", "Georgia": "GA"},
    },
)


@pytest.mark.parametrize(
    ("value", "match", "category"),
    [
        ("ES", Match.LABEL, "Spain"),
        ("Österreich", Match.LABEL, "Austria"),
        ("SPAIN", Match.CASE, "Spain"),
        ("at", Match.CASE, "Austria"),
        ("Osterreich", Match.ACCENTS, "Austria"),
        ("cote-d'or", Match.ACCENTS, "Côte d’Or"),
        ("Spian", Match.SPELLING, "Spain"),
        ("Austrlia", Match.SPELLING, "Australia"),
    ],
)
def test_the_likeliest_category_comes_first(value: str, match: Match, category: str) -> None:
    found = Matcher(COUNTRIES).candidates(value)
    assert (found[0].category, found[0].match) == (category, match)


def test_each_category_is_offered_once_and_none_for_what_is_like_nothing() -> None:
    matcher = Matcher(COUNTRIES)
    (found,) = matcher.candidates("SPANIEN")
    assert (found.category, found.label, found.system) == ("Spain", "Spanien", "de")
    assert matcher.candidates("Xyzzy") == matcher.candidates("") == ()


def test_coverage_counts_values_and_records() -> None:
    found = index_taxonomy(COUNTRIES).coverage({"Spain": 6, "AT": 2, "Spian": 1, "Xyzzy": 1})
    assert (found.values, found.covered_records) == (4, 6)
    assert found.share == 0.6
    assert found.share_mapped == 0.8
    assert [one.value for one in found.unmatched] == ["AT", "Spian", "Xyzzy"]
    assert found.mapping == {"AT": "Austria"}


def test_a_value_that_may_mean_two_categories_is_mapped_to_neither() -> None:
    found = index_taxonomy(COUNTRIES).coverage({"ga": 3})
    assert {c.category for c in found.unmatched[0].candidates} == {"Georgia", "Georgia (US)"}
    assert found.mapping == {}
    assert found.share_mapped == 0


def test_neither_is_what_is_alike_in_spelling_alone_or_by_two_punctuations() -> None:
    assert index_taxonomy(COUNTRIES).coverage({"Spian": 1}).mapping == {}
    sections = taxonomy_of({"All": (), "1.11": ("All",), "11.1": ("All",)})
    assert index_taxonomy(sections).coverage({"111": 1}).mapping == {}


def test_an_empty_column_is_covered_by_nothing_and_the_implied_root_is_no_category() -> None:
    assert index_taxonomy(flat("ab")).coverage({"*": 1, "a": 1}).share == 0.5
    coverage = index_taxonomy(COUNTRIES).coverage({})
    assert (coverage.share, coverage.share_mapped) == (0, 0)


def test_the_best_covering_taxonomy_is_suggested_first() -> None:
    columns = {"letter": {"a": 5, "b": 5, "x": 1}, "country": {"ES": 2}, "number": {"7": 1}}
    taxonomies = {"wide": flat("abcdef"), "narrow": flat("abc"), "one": flat("a"), "c": COUNTRIES}

    found = suggest_taxonomies(columns, taxonomies)

    assert [one.taxonomy for one in found["letter"]] == ["narrow", "wide", "one"]
    assert [one.taxonomy for one in found["country"]] == ["c"]
    assert found["country"][0].coverage.share_mapped == 1
    assert found["number"] == ()


def recursive(a: str, b: str) -> int:
    """The definition: the least over the last edit."""

    @cache
    def least(i: int, j: int) -> int:
        ways = [i + j] if not i or not j else []
        if i and j:
            ways += [least(i - 1, j) + 1, least(i, j - 1) + 1]
            ways.append(least(i - 1, j - 1) + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 2 : i] == b[j - 2 : j][::-1]:
                ways.append(least(i - 2, j - 2) + 1)
        return min(ways)

    return least(len(a), len(b))


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_edits_are_those_of_the_definition(a: str, b: str) -> None:
    assert count_edits(a, b) == recursive(a, b) == count_edits(b, a)


def test_folding_leaves_letters_and_digits() -> None:
    assert fold("  São-Tomé & Príncipe (2) ") == "sao tome principe 2"
    assert fold("STRAẞE") == fold("Strasse")


def test_a_code_without_its_dots_surely_means_the_same_code() -> None:
    activities = taxonomy_of({"All": (), "J": ("All",), "62.0": ("J",), "62.01": ("62.0",)})
    found = index_taxonomy(activities).coverage({"6201": 3, "620": 2, "J": 1})
    assert found.mapping == {"6201": "62.01", "620": "62.0"}
    assert {one.candidates[0].match for one in found.unmatched} == {Match.CODE}


def test_a_code_with_the_letter_of_its_section_or_with_its_label_is_that_code() -> None:
    labels = {"B": "Mining", "C": "Manufacturing", "10": "Food products"}
    activities = taxonomy_of(
        {"All": (), "B": ("All",), "C": ("All",), "10": ("C",), "10.7": ("10",)}, {"en": labels}
    )
    counts = {"C10.7": 4, "c107": 3, "C - Manufacturing": 2, "10: food products": 1}
    assert index_taxonomy(activities).coverage(counts).mapping == {
        "C10.7": "10.7",
        "c107": "10.7",
        "C - Manufacturing": "C",
        "10: food products": "10",
    }
    # Codes of another version, in which mining is C and food 15.
    assert index_taxonomy(activities).coverage({"C-Mining": 1, "B10.7": 1, "D15": 1}).mapping == {}


@pytest.mark.parametrize("code", ["7112", "631", "71.12"])
def test_another_code_is_no_misspelled_one(code: str) -> None:
    activities = taxonomy_of({"All": (), "7111": ("All",), "6311": ("All",), "71.11": ("All",)})
    assert Matcher(activities).candidates(code) == ()
