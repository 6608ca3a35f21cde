"""Rows B7 to B9 on the specification's examples, and on twins that just pass."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.model import PPercent, Role
from core.model.checklist import ProfileName, RowVerdict
from core.model.preparing import BottomCode, Round, TailCoding, TailValue, TopCode
from tests.core.checklist.test_rows import counts_of, published
from tests.core.tables import confidential, quasi

pytestmark = pytest.mark.usefixtures("usual_office")


@pytest.mark.parametrize(
    ("amounts", "groups"),
    [
        ([100, 30, 6, 3], 1),
        ([100, 30, 6, 4], 0),
        # A loss does not switch the rule off: 10 finds 1,000 exactly.
        ([1000, 10, 100, -100], 1),
        ([1000, 10, 100, 100], 0),
    ],
)
def test_the_second_largest_works_out_the_largest(amounts: Sequence[float], groups: int) -> None:
    further = np.arange(1.0, 3.0, 0.05)
    original = {"SALES": [*map(float, amounts), *further.tolist()]}
    released = {"SALES": [34.75] * 4 + np.repeat(np.arange(1.0, 9.0), 5).tolist()}
    assert quasi("SALES").role is Role.QUASI_IDENTIFIER
    count = counts_of([quasi("SALES")], released, original)["dominated"]
    assert (count.figure, count.columns) == (groups, ("SALES",) if groups else ())
    assert (count.verdict is RowVerdict.HELD) == (groups == 0)


@pytest.mark.parametrize(("profile", "groups"), [("scientific", 0), ("public", 1), ("teaching", 1)])
def test_files_for_anybody_leave_a_wider_interval(profile: ProfileName, groups: int) -> None:
    """Of 100, 30, 7 and 5 the second largest works out the largest to within 12 %."""
    original = {"SALES": [100.0, 30.0, 7.0, 5.0, *np.arange(1.0, 3.0, 0.05).tolist()]}
    released = {"SALES": [35.5] * 4 + np.repeat(np.arange(1.0, 9.0), 5).tolist()}
    counts = counts_of([quasi("SALES")], released, original, profile=profile)
    assert counts["dominated"].figure == groups


@pytest.mark.parametrize(("rule", "groups"), [(5.0, 1), (10.0, None)])
def test_a_rule_that_is_weaker_than_the_profile_asks_does_not_end_the_count(
    rule: float, groups: int | None
) -> None:
    """Of 100, 30, 6 and 3 the rule with p = 5 holds and that with p = 10 does not."""
    original = {"SALES": [100.0, 30.0, 6.0, 3.0, *np.arange(1.0, 3.0, 0.05).tolist()]}
    released = {"SALES": [34.75] * 4 + np.repeat(np.arange(1.0, 9.0), 5).tolist()}
    dominance = PPercent(("SALES",), p=rule)
    counts = counts_of([quasi("SALES")], released, original, dominance=dominance)
    assert (counts["dominated"].figure if "dominated" in counts else None) == groups


@pytest.mark.parametrize(("equal", "figure"), [(40, 40), (15, None)])
def test_wages_that_are_the_whole_masked_income_of_some(equal: int, figure: int | None) -> None:
    chance = np.random.default_rng(5)
    incomes = chance.lognormal(8, 0.5, 100).round(2)
    wages = np.where(np.arange(100) < equal, incomes, chance.lognormal(7, 0.5, 100).round(2))
    original = {"INCOME": incomes.tolist(), "WAGES": wages.tolist()}
    released = {"INCOME": np.repeat(incomes[:20], 5).tolist(), "WAGES": wages.tolist()}
    counts = counts_of([quasi("INCOME"), published("WAGES")], released, original)
    count = counts.get("undone-part:WAGES")
    assert (count and count.figure) == figure
    assert (count and count.verdict) is (RowVerdict.ASKED if count else None)
    assert ("undone" in counts) == (count is None)


@pytest.mark.parametrize(
    ("codes", "incomes", "beyond", "fewest"),
    [
        # Above 500 only 987,654.
        ([TopCode("INCOME", 500.0)], [500] + [300, 400] * 50, 1, 5),
        ([TopCode("INCOME", 500.0)], [500] * 5 + [300, 400] * 50, 5, 5),
        # A limit that no value reaches is no code.
        ([TopCode("INCOME", 501.0)], [500] + [300, 400] * 50, 5, 5),
        # Of a mean those beyond the limit are meant.
        ([TopCode("INCOME", 400.0, TailValue.MEAN)], [900] * 4 + [300, 400] * 50, 4, 5),
        ([BottomCode("INCOME", 10.0)], [10] * 2 + [300, 400] * 50, 2, 5),
        (
            [TopCode("INCOME", 400.0), BottomCode("INCOME", 300.0)],
            [300] * 3 + [350] * 50 + [400] * 9,
            3,
            5,
        ),
        # What is banded afterwards is counted as categories.
        ([TopCode("INCOME", 500.0), Round("INCOME", 100.0)], [500] + [300, 400] * 50, None, 5),
    ],
)
def test_codes_beyond_which_few_units_lie(
    codes: list[TailCoding], incomes: list[int], beyond: int | None, fewest: int
) -> None:
    table, key = {"INCOME": list(map(float, incomes))}, "tail-of-few:INCOME"
    counts = counts_of([confidential("INCOME")], table, prepare=tuple(codes))
    if beyond is None:
        assert key not in counts
        return
    count = counts[key]
    assert (count.params["count"], count.params["fewest"]) == (beyond, fewest)
    assert count.figure == fewest - beyond
    assert count.verdict is (RowVerdict.ASKED if count.figure else RowVerdict.HELD)
    if count.figure:
        public = counts_of([confidential("INCOME")], table, prepare=tuple(codes), profile="public")
        assert public[key].verdict is RowVerdict.NEVER


def test_so_many_of_the_units_and_amounts_lie_beyond_a_code_of_a_public_file() -> None:
    code = (TopCode("INCOME", 500.0),)
    for n_beyond, figure in ((30, 0), (29, 1)):
        incomes = [500.0] * n_beyond + [300.0] * (1000 - n_beyond) + [0.0] * 200
        table = {"INCOME": incomes}
        counts = counts_of([confidential("INCOME")], table, prepare=code, profile="public")
        assert counts["tail-of-few:INCOME"].figure == figure


@pytest.mark.parametrize(
    ("name", "ages", "count"),
    [
        ("AGE", [91, 95], 2),
        # The limit is the code of those who are at least as old.
        ("AGE", [90, 90], 0),
        # A code for no answer is no age.
        ("AGE", [89, 999], 0),
        ("AGE_IN_MONTHS", [91, 95], None),
        ("RENT", [91, 95], None),
    ],
)
def test_ages_of_the_very_old(name: str, ages: list[int], count: int | None) -> None:
    table, key = {name: list(map(float, [30, 40] * 19 + ages))}, f"high-age:{name}"
    counts = counts_of([confidential(name)], table)
    if count is None:
        assert key not in counts
        return
    assert counts[key].figure == count
    assert counts[key].verdict is (RowVerdict.ASKED if count else RowVerdict.HELD)
    public = counts_of([confidential(name)], table, profile="public")
    assert public[key].figure == len([age for age in ages if 85 < age <= 122])
    if public[key].figure:
        assert public[key].verdict is RowVerdict.NEVER
