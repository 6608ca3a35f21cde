"""How many records may be left out because of missing values before the user is asked."""

from __future__ import annotations

import json

import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench

ATTRIBUTES = describe("AGE quasi integer, DEBT confidential integer")
ANSWERS = {"column-unique-confidential:DEBT": {"answer": "accepted", "why": "made up"}}


def protect(bench: Bench, missing: object) -> int:
    """Protect 100 records of which 30 lack a value; return the status."""
    ages = ["" if i % 10 < 3 else str(20 + i % 7) for i in range(100)]
    bench.people([["AGE", "DEBT"], *([age, str(i * 37 % 100)] for i, age in enumerate(ages))])
    settings = {"attributes": ATTRIBUTES, "keep_order": False, "answers": ANSWERS}
    bench.recipe({"name": "mdav", "k": 5}, missing=missing, **settings)
    return bench.protect("--json")


@pytest.mark.parametrize(
    "missing", ["leave-out", {"policy": "leave-out"}, {"policy": "leave-out", "accept": 0.29}]
)
def test_more_records_than_accepted_are_a_question(bench: Bench, missing: object) -> None:
    assert protect(bench, missing) == 5
    assert "30 of 100 records" in json.loads(bench.out)["questions"]["many-left-out"]


def test_an_accepted_share_is_no_question_and_stands_in_both_logs(bench: Bench) -> None:
    missing = {"policy": "leave-out", "accept": 0.3}
    assert protect(bench, missing) == 0
    assert json.loads(bench.out)["questions"] == {}
    for half in ("internal", "public"):
        assert bench.document(half)["recipe"]["missing"] == missing
        assert bench.verify(half) == 0
    assert "left out" in bench.page("public")


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ({"policy": "leave-out", "accept": 35}, "“missing.accept” must be a number from 0 to 1"),
        ({"policy": "leave-out", "accept": True}, "“missing.accept” must be a number from 0 to 1"),
        ({"policy": "use-observed", "accept": 0.3}, "applies to the policy “leave-out” only"),
        ({"policy": "drop"}, "missing.policy"),
        ({"policy": "leave-out", "share": 0.3}, "missing.share"),
        (["leave-out"], "missing"),
    ],
)
def test_what_is_wrong_is_said(bench: Bench, missing: object, said: str) -> None:
    assert protect(bench, missing) == 2
    assert said in bench.err
