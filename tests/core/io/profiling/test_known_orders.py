"""Categories whose names tell their order."""

from __future__ import annotations

import random

import pytest

from core.io import known_order

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
        found = known_order(shuffled)
        assert found is not None
        assert (found.scale, found.ordered, found.unplaced) == (scale, expected, ())


def test_what_is_no_step_is_left_unplaced() -> None:
    found = known_order(sorted([*EDUCATION.split("|"), "n/a"]))
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
    assert known_order(names) is None
