"""The level of a taxonomy that is suggested for a column with many categories."""

from __future__ import annotations

import random

import numpy as np
import pytest

from core.messages import text
from core.model import Attribute, Column, ColumnKind, Dataset, Fingerprint, Role, Scale, Schema
from core.model import taxonomy_of as tree_of
from core.model.preparing import Group, Level, Rare
from core.prepare.category_steps import left_on_levels
from core.prepare.likely_steps import LikelyStep, find_likely_steps

MOST = 50


def column_of(codes: list[str]) -> Column:
    names = tuple(sorted(set(codes)))
    values = np.array([names.index(code) for code in codes], dtype=np.int32)
    return Column("JOB", ColumnKind.TEXT, values, np.zeros(len(codes), dtype=bool), names)


def parents_of(codes: set[str]) -> dict[str, tuple[str, ...]]:
    """Return a tree in which 123 lies below 12, 12 below 1, and 1 below the root."""
    found: dict[str, tuple[str, ...]] = {"all": ()}
    for code in sorted(codes):
        for end in range(1, len(code) + 1):
            found[code[:end]] = (code[: end - 1] or "all",)
    return found


def attribute_of(codes: set[str]) -> Attribute:
    taxonomy = tree_of(parents_of(codes))
    return Attribute("JOB", Role.QUASI_IDENTIFIER, Scale.NOMINAL, taxonomy="x", categories=taxonomy)


@pytest.mark.parametrize("seed", range(12))
def test_the_deepest_level_that_leaves_at_most_fifty_is_suggested(seed: int) -> None:
    drawn = random.Random(seed)
    lengths = drawn.choices((2, 3, 4), k=3)
    codes = [
        "".join(drawn.choices("123456789"[: drawn.randrange(2, 10)], k=drawn.choice(lengths)))
        for _ in range(600)
    ]
    attribute, column = attribute_of(set(codes)), column_of(codes)
    height = max(map(len, codes))
    left = [len({code[:level] for code in codes}) for level in range(1, height + 1)]
    assert left_on_levels(column.categories, attribute) == tuple(left)
    dataset = Dataset((column,), Fingerprint("jobs.csv", 1, "0" * 64))
    found = find_likely_steps(dataset, Schema((attribute,)), 5)
    wanted = [level for level in range(1, height + 1) if left[level - 1] <= MOST]
    if len(set(codes)) > MOST and wanted:
        assert [likely.step for likely in found] == [Level("JOB", max(wanted))]
        assert found[0].reason_params["left"] == left[max(wanted) - 1]
    else:
        assert not any(isinstance(likely.step, Level) for likely in found)


def test_few_categories_are_joined_where_they_are_rare() -> None:
    codes = ["11"] * 20 + ["12"] * 3 + ["13"] * 2 + ["21"] * 20
    dataset = Dataset((column_of(codes),), Fingerprint("jobs.csv", 1, "0" * 64))
    found = find_likely_steps(dataset, Schema((attribute_of(set(codes)),)), 5)
    assert [likely.step for likely in found] == [Rare("JOB", 5, "other")]


def test_no_level_is_counted_where_a_category_is_not_in_the_taxonomy() -> None:
    attribute = attribute_of({"11", "12", "21"})
    assert left_on_levels(("11", "99"), attribute) == ()
    assert left_on_levels(("11", "21"), Attribute("JOB", Role.OTHER)) == ()


def test_a_category_that_would_stay_rare_is_not_joined_along_a_taxonomy() -> None:
    """Only its name would change, and the same step would be suggested again."""
    codes = ["11"] * 20 + ["12"] * 3 + ["21"] * 20
    dataset = Dataset((column_of(codes),), Fingerprint("jobs.csv", 1, "0" * 64))
    assert find_likely_steps(dataset, Schema((attribute_of(set(codes)),)), 5) == ()


def suggested(codes: list[str]) -> tuple[LikelyStep, ...]:
    dataset = Dataset((column_of(codes),), Fingerprint("jobs.csv", 1, "0" * 64))
    attribute = Attribute("JOB", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    return find_likely_steps(dataset, Schema((attribute,)), 5)


@pytest.mark.parametrize("seed", range(20))
def test_rare_categories_are_joined_until_none_is_rare(seed: int) -> None:
    """By hand: what is suggested is done to the cells, and the search finds nothing more."""
    drawn = random.Random(seed)
    counts = {name: drawn.choice((1, 2, 3, 4, 6, 9, 30)) for name in "abcdefg"[: 2 + seed % 6]}
    codes = [name for name, count in counts.items() for _ in range(count)]
    rare = {name for name, count in counts.items() if count < 5}
    found = suggested(codes)
    if not rare or (len(rare) >= len(counts) - 1 and sum(counts[n] for n in rare) < 5):
        assert found == ()
        return
    (likely,) = found
    step = likely.step
    assert likely.reason_params["count"] == len(rare)
    if isinstance(step, Rare):
        new = dict.fromkeys(rare, "other")
    else:
        assert isinstance(step, Group)
        ((name, members),) = step.into
        next_one = min((c for n, c in counts.items() if n not in rare), default=0)
        assert set(members) > rare
        assert [counts[m] for m in members if m not in rare] == [next_one]
        new = dict.fromkeys(members, name)
    after = [new.get(code, code) for code in codes]
    assert min(after.count(code) for code in after) >= 5
    assert len(set(after)) > 1 or isinstance(step, Rare)
    assert suggested(after) == ()


def test_a_single_rare_category_is_joined_to_the_rarest_other_one() -> None:
    (likely,) = suggested(["cook"] * 20 + ["judge"] + ["clerk"] * 12)
    assert likely.step == Group("JOB", (("clerk / judge", ("judge", "clerk")),))
    said = text(likely.reason, likely.reason_params)
    assert said.startswith("One of its 3 categories occurs in fewer than 5 records. Join it")


def test_nothing_is_joined_where_a_single_category_would_be_left() -> None:
    assert suggested(["yes"] * 40 + ["no"] * 2) == ()
