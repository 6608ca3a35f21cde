"""Strata, survey weights and attribute blocks, checked on the released file alone."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import group_lines
from tests.log_words import claim_words
from tests.oracles.released_steps import round_to_steps, step_of
from tests.statuses import WRITTEN

HEADER = ["REGION", "AGE", "HOURS", "RENT", "INCOME", "WEIGHT"]
ROWS = [
    ["north" if i % 3 else "south", i * 7 % 41, i * 5 % 23, i * 11 % 53, i * 13 % 37, 1 + i % 4]
    for i in range(60)
]
NUMERIC = ("AGE", "HOURS", "RENT")


@pytest.fixture
def survey(bench):
    """A file with a nominal region, three numeric quasi-identifiers and a weight."""
    bench.people([HEADER, *ROWS])
    return bench


def attributes(region: str = "other") -> list[dict[str, str]]:
    return describe(
        f"REGION {region}, AGE quasi continuous, HOURS quasi continuous, RENT quasi continuous, "
        "INCOME confidential continuous, WEIGHT other"
    )


def protect(bench, method: dict[str, object], **more: object) -> list[dict[str, str]]:
    bench.release_as(method, **{"attributes": attributes(), **more})
    return bench.table()


@pytest.mark.parametrize("name", ["mdav", "insensitive", "ama"])
def test_no_cluster_reaches_over_two_strata(survey, name: str) -> None:
    after = protect(survey, {"name": name, "k": 4}, strata=["REGION"])

    for members in group_lines(after, NUMERIC).values():
        assert len(members) >= 4
        assert len({after[i]["REGION"] for i in members}) == 1


@pytest.mark.parametrize("others", [2, 20])
def test_a_stratum_is_a_category_as_the_file_spells_it(bench, others: int) -> None:
    # Both are the number 1, and two categories.
    spelled = [["1.0" if i < others else "1", *row[1:]] for i, row in enumerate(ROWS)]
    bench.people([HEADER, *spelled])
    bench.recipe(
        {"name": "mdav", "k": 4}, attributes=attributes("quasi nominal"), strata=["REGION"]
    )

    if others == 2:
        bench.check_refused("Row 2: The stratum (by REGION)", "has fewer records (2) than the 4")
        return
    assert bench.protect() in WRITTEN
    after = bench.table()
    assert Counter(row["REGION"] for row in after) == {"1.0": 20, "1": 40}
    for members in group_lines(after, NUMERIC).values():
        assert len({after[i]["REGION"] for i in members}) == 1


def test_a_stratum_smaller_than_k_is_told_by_a_row_and_not_by_its_value(survey) -> None:
    rows = [[*row] for row in ROWS]
    rows[10][0] = rows[20][0] = "faraway"
    survey.people([HEADER, *rows])
    survey.recipe({"name": "mdav", "k": 3}, attributes=attributes(), strata=["REGION"])

    survey.check_refused("Row 12", "fewer records (2) than the 3")
    assert "faraway" not in survey.err
    assert not survey.release.exists()


@pytest.mark.parametrize(
    ("more", "part"),
    [
        ({"strata": ["NOWHERE"]}, "NOWHERE"),
        ({"strata": ["INCOME"]}, "INCOME"),
        ({"strata": list(NUMERIC)}, "nothing left to mask"),
        ({"weight": "NOWHERE"}, "NOWHERE"),
        ({"weight": "REGION"}, "REGION"),
        ({"weight": "HOURS"}, "HOURS"),
    ],
)
def test_strata_and_weights_that_cannot_be_used(survey, more: dict[str, object], part: str) -> None:
    survey.recipe({"name": "mdav", "k": 3}, **{"attributes": attributes(), **more})
    survey.check_refused(part)


def test_individual_ranking_sorts_and_cuts_each_column(survey) -> None:
    after = protect(survey, {"name": "individual-ranking", "k": 7})

    for place, name in enumerate(NUMERIC):
        order = sorted(range(60), key=lambda i: (ROWS[i][place + 1], i))
        for run in range(8):
            members = order[run * 7 : (run + 1) * 7 if run < 7 else 60]
            mean = Fraction(sum(ROWS[i][place + 1] for i in members), len(members))
            expected = round_to_steps(mean, step_of(row[place + 1] for row in ROWS))
            assert all(float(after[i][name]) == pytest.approx(expected) for i in members)


def test_k_of_blocks_is_counted_and_stated_for_each_and_for_all(survey) -> None:
    blocks = [["AGE", "RENT"], ["HOURS"]]
    after = protect(survey, {"name": "mdav", "k": 6, "blocks": blocks})

    log = survey.document()
    for entry in log["verification"]["k_blocks"]:
        counted = min(map(len, group_lines(after, tuple(entry["columns"])).values()))
        assert entry["k"] == counted
        assert counted >= 6
    assert [entry["columns"] for entry in log["verification"]["k_blocks"]] == blocks
    assert log["result"]["k_reached"] == min(map(len, group_lines(after, NUMERIC).values()))
    assert "block" in claim_words(log)
    assert "k-of-blocks" in [warning["code"] for warning in log["warnings"]]
    assert "not for all of them together" in survey.out


def test_the_report_promises_k_for_each_block_and_only_states_it_for_all(survey) -> None:
    protect(survey, {"name": "individual-ranking", "k": 5})

    report = survey.page()

    for name in NUMERIC:
        assert f"k of {name}" in report
    public = survey.page("public")
    for half in (report, public):
        assert "but not in all columns with the same ones" in half
        assert "Every record shares its quasi-identifiers" not in half
    assert 'class="bad-figure"' not in report


def test_a_release_in_blocks_can_be_verified_and_replayed(survey) -> None:
    protect(survey, {"name": "individual-ranking", "k": 5})

    assert survey.verify() == 0, survey.err
    survey.check_replay()


@pytest.mark.parametrize(
    "blocks",
    [
        "AGE",
        [["AGE"], ["HOURS"]],
        [["AGE", "HOURS"], ["HOURS", "RENT"]],
        [["AGE", "HOURS", "RENT", "INCOME"]],
        [[], ["AGE", "HOURS", "RENT"]],
    ],
)
def test_blocks_that_are_no_partition_are_refused(survey, blocks: object) -> None:
    survey.recipe({"name": "mdav", "k": 3, "blocks": blocks}, attributes=attributes())

    survey.check_refused("blocks")


def test_a_block_may_not_name_what_splits_the_file(survey) -> None:
    blocks = [["AGE", "RENT"], ["HOURS", "REGION"]]
    wishes = {"attributes": attributes("quasi nominal"), "strata": ["REGION"]}
    survey.recipe({"name": "mdav", "k": 3, "blocks": blocks}, **wishes)

    survey.check_refused("take REGION out of the blocks (“blocks”) or out of the strata")


def test_blocks_hold_what_the_strata_leave_to_mask(survey) -> None:
    blocks = [["AGE", "RENT"], ["HOURS"]]
    wishes = {"attributes": attributes("quasi nominal"), "strata": ["REGION"]}
    after = protect(survey, {"name": "mdav", "k": 5, "blocks": blocks}, **wishes)

    assert [row["REGION"] for row in after] == [str(row[0]) for row in ROWS]
    for block in blocks:
        assert min(map(len, group_lines(after, ("REGION", *block)).values())) >= 5


@pytest.mark.parametrize("name", ["univariate-optimal", "ama"])
def test_a_method_takes_what_the_strata_leave_to_mask(survey, name: str) -> None:
    masked = attributes("quasi nominal")
    if name == "univariate-optimal":
        masked = [
            {"name": a["name"], "role": "other"} if a["name"] in ("AGE", "HOURS") else a
            for a in masked
        ]
    after = protect(survey, {"name": name, "k": 5}, strata=["REGION"], attributes=masked)

    found = group_lines(
        after, ("REGION", "RENT") if name == "univariate-optimal" else ("REGION", *NUMERIC)
    )
    assert min(map(len, found.values())) >= 5
