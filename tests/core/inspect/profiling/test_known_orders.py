"""Categories whose names tell their order."""

from __future__ import annotations

import random

import pytest

from core.inspect.profiling.known_orders import is_no_answer, read_numbered_order, recognise_order

EDUCATION = "none|primary|lower secondary|upper secondary|bachelor|master"
SCALES = [
    ("education", EDUCATION),
    ("education", "ISCED 0-2|ISCED 3-4|ISCED 5-8"),
    ("education", "No schooling|Primary|Lower secondary|Secondary|Post-secondary|Tertiary|PhD"),
    ("agreement", "Strongly disagree|Disagree|Neither agree nor disagree|Agree|Strongly agree"),
    ("satisfaction", "very dissatisfied|fairly dissatisfied|fairly satisfied|very satisfied"),
    ("frequency", "Never|Rarely|Sometimes|Often|Always"),
    ("quality", "very bad|bad|fair|good|very good"),
    ("level", "low|mid|high"),
    ("level", "micro|small|medium|large"),
    ("difficulty", "with great difficulty|with difficulty|easily|very easily"),
    ("bands", "under 5|5-9|10-14|15 to 24|25-64|65+"),
    ("bands", "<10000|10000-19999|20000-49999|>50000"),
]


@pytest.mark.parametrize(("scale", "steps"), SCALES, ids=lambda value: value[:30])
def test_steps_are_put_in_order_however_they_come(scale: str, steps: str) -> None:
    expected = tuple(steps.split("|"))
    for seed in range(5):
        shuffled = list(expected)
        random.Random(seed).shuffle(shuffled)
        found = recognise_order(shuffled)
        assert found is not None
        assert (found.scale, found.ordered, found.unplaced) == (scale, expected, ())


def test_what_is_no_step_is_left_unplaced() -> None:
    found = recognise_order(sorted([*EDUCATION.split("|"), "n/a"]))
    assert found is not None
    assert found.ordered == tuple(EDUCATION.split("|"))
    assert found.unplaced == ("n/a",)


@pytest.mark.parametrize(
    "names",
    [
        ["north", "south", "east", "west"],
        ["yes", "no"],
        ["never", "married", "widowed", "divorced"],
        ["low", "high", "red", "green", "blue"],
        ["secondary", "high school", "primary"],
        ["single", "none", "good"],
        [],
    ],
)
def test_other_categories_tell_no_order(names: list[str]) -> None:
    assert recognise_order(names) is None


NUMBERED = [
    "1 none|2 school|3 vocational|10 degree",
    "01. ohne Abschluss|02. Lehre|03. Hochschule",
    "1 - jamais|2 - parfois|3 - souvent",
    "1=trop peu|2=assez|3=beaucoup",
]


@pytest.mark.parametrize("steps", NUMBERED)
def test_numbers_in_front_show_the_order(steps: str) -> None:
    expected = tuple(steps.split("|"))
    found = read_numbered_order(sorted(expected, reverse=True))
    assert found is not None
    assert (found.ordered, found.unplaced) == (expected, ())


@pytest.mark.parametrize("silent", ["9 weiß nicht", "9 don't know", "9. ne sait pas", "0 k. A."])
def test_no_answer_is_never_the_highest_or_the_lowest(silent: str) -> None:
    found = read_numbered_order(["1 none", silent, "2 school", "3 degree"])
    assert found is not None
    assert found.ordered == ("1 none", "2 school", "3 degree")
    assert found.unplaced == (silent,)
    assert is_no_answer(silent)


@pytest.mark.parametrize(
    "names",
    [
        ["1 none", "2 school", "degree"],
        ["1 none", "1 school", "2 degree"],
        ["1", "2", "3"],
        ["18-24", "25-64", "65-99"],
        ["2 x 3", "none", "4 x 5"],
        [],
    ],
)
def test_other_numbers_show_no_order(names: list[str]) -> None:
    assert read_numbered_order(names) is None


@pytest.mark.parametrize(
    ("scale", "steps"),
    [
        ("education-german", "kein Abschluss|Pflichtschule|Lehre|Matura|Universität"),
        ("education-german", "Hauptschule|Realschule|Abitur|Fachhochschule"),
        ("education-french", "Aucun diplôme|Brevet|CAP-BEP|Baccalauréat|Bac+2|Licence"),
        ("education-american", "Preschool|7th-8th|11th|HS-grad|Assoc-voc|Prof-school|Doctorate"),
    ],
)
def test_levels_of_education_are_known_in_other_languages(scale: str, steps: str) -> None:
    expected = tuple(steps.split("|"))
    found = recognise_order(sorted([*expected, "weiß nicht"]))
    assert found is not None
    assert (found.scale, found.ordered, found.unplaced) == (scale, expected, ("weiß nicht",))
