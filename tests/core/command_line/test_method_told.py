"""What narrows masked values down stays in the internal half."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from core.log import chain_steps
from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.log_words import claim_words
from tests.statuses import WRITTEN

P13 = {"columns": ["TURNOVER"], "rule": "p-percent", "p": 13}
RARE = {"do": "rare", "column": "TOWN", "fewer_than": 3, "into": "Other"}


def firms(n_incomplete: int = 0) -> list[list[object]]:
    random = Random(7)
    rows: list[list[object]] = [
        [random.randint(18, 90), round(random.lognormvariate(6, 0.4), 1), random.choice("ab")]
        for _ in range(200)
    ]
    rows[0][2] = "Tinytown"
    return [*rows, *(["", 5.0, "a"] for _ in range(n_incomplete))]


ATTRIBUTES = describe("AGE quasi integer, TURNOVER quasi continuous, TOWN other")


def protect(bench: Bench, rows: Sequence[Sequence[object]], **settings: object) -> dict[str, Any]:
    """Release firms; return the public log."""
    bench.people([["AGE", "TURNOVER", "TOWN"], *rows])
    of_firms = {"unit": "record", "attributes": ATTRIBUTES, "method": {"name": "mdav", "k": 5}}
    bench.recipe(**{**of_firms, **settings})
    assert bench.protect("--overwrite") in WRITTEN, bench.err
    return bench.document("public")


def public_words(bench: Bench) -> str:
    """Read log and report of the public half."""
    return bench.log("public").read_text("utf-8") + plain(bench.page("public"))


def plain(page: str) -> str:
    return page.replace("\xa0", " ")


def test_a_dominance_rule_is_claimed_without_its_numbers(bench: Bench) -> None:
    log = protect(bench, firms(), dominance=P13)
    words = public_words(bench)
    assert "dominance" not in log["recipe"]
    assert {"column": "TURNOVER", "setting": "dominance"} in log["omitted"]
    assert "the amounts in TURNOVER satisfy a dominance rule" in claim_words(log)
    assert not any(said in words for said in ("p-percent", "p% rule", "13 %", "13.0"))
    assert "to within 13 % (p% rule)" in plain(bench.page())
    assert bench.verify("public", with_input=False) == 0
    assert "the dominance rule on TURNOVER" in bench.out
    assert bench.verify("public") == 0
    assert "the dominance rule" in bench.out
    assert bench.verify() == 0
    assert "dominance" not in bench.out


def test_the_numbers_of_a_rule_cannot_be_tried_out(bench: Bench) -> None:
    """Logs of runs that differ in p alone, and give the same records, are the same."""
    logs = [protect(bench, firms(), dominance={**P13, "p": p}) for p in (1, 2)]
    assert without_chance(logs[0]) == without_chance(logs[1])


def without_chance(log: Mapping[str, Any]) -> Mapping[str, object]:
    """Seal a log again as if it had been made at no time, under no salt, without its report."""
    steps = [{key: step[key] for key in ("name", "counts")} for step in log["steps"]]
    body = {key: value for key, value in log.items() if key not in ("seal", "started", "finished")}
    source = {key: value for key, value in log["input"].items() if key != "commitment"}
    return chain_steps({**body, "steps": steps, "input": source, "files": log["files"][:1]})


def test_a_rule_that_the_internal_log_changes_is_found(bench: Bench) -> None:
    protect(bench, firms(), dominance=P13)
    forged = {**P13, "p": 14}
    halves = {"half": "internal", "with_input": True}
    assert bench.verify_forged(lambda log: log["recipe"].update(dominance=forged), **halves) == 3


def test_how_rare_joined_categories_were_is_not_told(bench: Bench) -> None:
    log = protect(bench, firms(), prepare=[RARE])
    assert log["recipe"]["prepare"] == [{"do": "group", "column": "TOWN", "into": {}}]
    words = public_words(bench)
    assert "TOWN: categories joined" in words
    assert "fewer_than" not in words


@pytest.mark.parametrize(
    "method", [{"name": "best", "k": 5, "seed": 4711, "moves": 200}, {"name": "best", "k": 5}]
)
def test_no_seed_is_told(method: Mapping[str, object], bench: Bench) -> None:
    log = protect(bench, firms()[:40], method={**method, "moves": 200})
    assert "seed" not in log["recipe"]["method"]
    assert {"column": None, "setting": "seed"} in log["omitted"]
    assert "4711" not in public_words(bench)
    assert bench.verify("public") == 0


def test_a_swap_cannot_be_repeated_from_the_public_log(bench: Bench) -> None:
    log = protect(bench, firms()[:40], method={"name": "rank-swapping", "p": 10})
    assert {"column": None, "setting": "secret_seed"} in log["omitted"]
    assert bench.verify("public") == 0


@pytest.mark.parametrize(("n_incomplete", "is_told"), [(4, False), (5, True), (0, True)])
def test_few_records_left_out_are_not_counted_in_public(
    n_incomplete: int, is_told: bool, bench: Bench
) -> None:
    log = protect(bench, firms(n_incomplete))
    assert log["input"].get("rows") == (200 + n_incomplete if is_told else None)
    assert log["result"].get("left_out") == (n_incomplete if is_told else None)
    assert [step["counts"].get("rows") for step in log["steps"] if step["name"] == "read"] == [
        200 + n_incomplete if is_told else None
    ]
    assert bench.document()["result"]["left_out"] == n_incomplete
    assert bench.verify("public") == bench.verify() == 0
    assert (f"of {200 + n_incomplete} in the input" in public_words(bench)) is is_told


def test_a_code_that_is_an_amount_is_not_told(bench: Bench) -> None:
    rows = [[age, 987654.5 if i == 0 else -9 if i < 6 else x, town]
            for i, (age, x, town) in enumerate(firms())]  # fmt: skip
    source = {"path": "people.csv", "kind": "csv", "options": {"missing": ["", "-9", "987654.5"]}}
    log = protect(bench, rows, input=source)
    assert log["recipe"]["input"]["options"]["missing"] == ["", "-9"]
    assert {"column": None, "setting": "missing"} in log["omitted"]
    assert "987654" not in public_words(bench)
