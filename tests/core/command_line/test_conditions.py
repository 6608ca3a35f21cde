"""Zeros and dominance from recipe to release, counted with pandas in the two files alone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.core.command_line.firms import firms, protect_firms
from tests.log_words import claim_words, questions_in, row_words
from tests.plain_recipes import plain_recipe
from tests.statuses import WRITTEN

AMOUNTS = ["TURNOVER", "PURCHASES", "WAGES", "INVESTMENT", "EXPORTS"]
ZEROS = ["WAGES", "INVESTMENT", "EXPORTS"]
RULE = {"columns": AMOUNTS, "rule": "p-percent", "p": 10}
Recipe = dict[str, Any]


def business(samples: Path) -> Recipe:
    recipe = plain_recipe(samples, "business_survey")
    for key in ("dominance", "rules", "answers"):
        del recipe[key]
    changed = {
        entry["name"]: entry
        for entry in describe(
            "REGION drop, ACTIVITY drop, OPERATING_RESULT confidential continuous, "
            "WEIGHT quasi continuous"
        )
    }
    recipe["attributes"] = [changed.get(a["name"], a) for a in recipe["attributes"]]
    for attribute in recipe["attributes"]:
        attribute.pop("zeros", None)
    return {**recipe, "keep_order": True}


def with_zeros(recipe: Recipe, *names: str) -> Recipe:
    attributes = [{**a, "zeros": "keep"} if a["name"] in names else a for a in recipe["attributes"]]
    return {**recipe, "attributes": attributes}


MASKED = ["YEAR_FOUNDED", "EMPLOYEES", *AMOUNTS, "WEIGHT"]


def failing(
    before: pd.DataFrame, after: pd.DataFrame, masked: Sequence[str] = MASKED, p: float = 10.0
) -> Mapping[str, int]:
    """Count, for each column, the groups of equal records in which one can be found to p %."""
    group = after.groupby(list(masked), sort=False).ngroup()
    found = {}
    for name in AMOUNTS:
        weighted = (before[name] * before["WEIGHT"]).sort_values(ascending=False)
        amounts = weighted.groupby(group)
        top = amounts.max()
        second = amounts.nth(1).rename(group).reindex(top.index)
        assert second.notna().all()
        rest = amounts.sum() - top - second
        found[name] = int(((top > 0) & (rest < p / 100 * top * (1 - 1e-12))).sum())
    return found


def protect(recipe: Recipe, folder: Path) -> Bench:
    bench = Bench(folder)
    shutil.copy(recipe["input"]["path"], folder / "people.csv")
    recipe["input"]["path"] = "people.csv"
    bench.release_as(**recipe)
    return bench


@pytest.fixture(scope="module")
def without_conditions(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return protect(business(samples), tmp_path_factory.mktemp("without"))


@pytest.fixture(scope="module")
def original(samples: Path) -> pd.DataFrame:
    return pd.read_csv(samples / "business_survey.csv")


def test_without_conditions_zeros_are_lost_and_groups_are_dominated(
    without_conditions: Bench, original: pd.DataFrame
) -> None:
    after = without_conditions.frame()
    assert (after["EXPORTS"] == 0).sum() < (original["EXPORTS"] == 0).sum() / 1.5
    assert failing(original, after)["EXPORTS"] > 100


def test_enterprises_keep_their_zeros_and_no_group_is_dominated(
    release: Bench, original: pd.DataFrame
) -> None:
    after = release.frame()
    for name in ZEROS:
        assert ((after[name] == 0) == (original[name] == 0)).all()
    assert failing(original, after) == dict.fromkeys(AMOUNTS, 0)
    measures = release.document()["measures"]
    losses = {m["attribute"]: m["value"] for m in measures if m["name"] == "information-loss"}
    assert losses[None] < 32


def test_the_shipped_recipe_keeps_them(sample_release, original: pd.DataFrame) -> None:
    place = sample_release("business_survey").folder
    after = pd.read_csv(place / "public/business_survey_protected.csv")
    for name in ("EMPLOYEES", *ZEROS):
        assert ((after[name] == 0) == (original[name] == 0)).all()
    masked = ["REGION", "ACTIVITY", "EMPLOYEES", *AMOUNTS]
    assert failing(original, after, masked) == dict.fromkeys(AMOUNTS, 0)
    assert after.groupby(masked).size().min() >= 5
    # No group discloses the exact amount of its only enterprise with one.
    for name in ZEROS:
        others = (original[name] > 0).groupby([after[column] for column in masked]).sum()
        assert not (others == 1).any()
    for part in ("PURCHASES", "EXPORTS"):
        assert (after[part] <= after["TURNOVER"] * (1 + 1e-9)).all()
    assert (after["WEIGHT"] == original["WEIGHT"]).all()
    log = json.loads((place / "internal/business_survey_protected.internal.json").read_text())
    assert log["readiness"] == {"ready": True, "open": 0}
    assert all(row["why"] for row in questions_in(log))


def test_groups_that_disclose_an_amount_are_one_question(
    without_conditions: Bench, original: pd.DataFrame
) -> None:
    after = without_conditions.frame()
    # One rule cures them all.
    questions = questions_in(without_conditions.document())
    (row,) = [row for row in questions if row["row"] == "dominated"]
    assert {"INVESTMENT", "EXPORTS"} <= set(row["columns"])
    violated = {name: n for name, n in failing(original, after).items() if n}
    stated = dict(entry.split(": ") for entry in row["params"]["groups"])
    counted = {name: int(said.split("/")[0]) for name, said in stated.items()}
    assert row["figure"] == sum(counted.values())
    assert row["columns"] == list(counted)
    assert violated.items() <= counted.items()
    assert stated["EXPORTS"] in row_words(row)
    assert "dominated" not in without_conditions.log("public").read_text()


def test_the_claim_both_logs_and_both_reports_state_them(release: Bench) -> None:
    for half in ("internal", "public"):
        document = release.document(half)
        claim = claim_words(document)
        assert "Zeros stay zeros in WAGES, INVESTMENT, EXPORTS, except" in claim
        # All values of a group of zeros are known, and no sentence refers to the one before it.
        rule = "to within 10 % (p% rule)" if half == "internal" else "satisfy a dominance rule"
        assert rule in claim
        assert ("amount above zero in TURNOVER" in claim) is (half == "internal")
        assert "such group" not in claim
        counted = document["verification"]["conditions"]
        assert [(c["condition"], c["column"]) for c in counted] == [
            *(("zeros", name) for name in ZEROS),
            *(("dominance", name) for name in AMOUNTS),
        ]
        assert all(c["held"] for c in counted)
        assert "3,923 zeros" in release.page(half)
        assert "Dominance in EXPORTS" in release.page(half)


FORGERIES: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "fewer zeros": lambda counts: counts[0].update(after=counts[0]["after"] - 1),
    "not held": lambda counts: counts[0].update(held=False),
    "one left out": lambda counts: counts.pop(),
    "another column": lambda counts: counts[0].update(column="TURNOVER"),
    "twice": lambda counts: counts.append(dict(counts[-1])),
}


@pytest.fixture(scope="module")
def release(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    recipe = {**with_zeros(business(samples), *ZEROS), "dominance": RULE}
    return protect(recipe, tmp_path_factory.mktemp("conditions"))


@pytest.mark.parametrize("half", ["internal", "public"])
def test_verify_and_a_repeated_run_agree(release: Bench, half: str) -> None:
    assert release.verify(half, with_input=False) == release.verify(half) == 0


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_count_is_found(release: Bench, forgery: str) -> None:
    forge = FORGERIES[forgery]
    assert release.verify_forged(lambda log: forge(log["verification"]["conditions"])) == 3


def test_a_forged_number_of_dominated_groups_is_found_with_the_input(release: Bench) -> None:
    def forge(log: Recipe) -> None:
        log["verification"]["conditions"][-1]["groups"] += 1

    assert release.verify_forged(forge, "internal", with_input=True) == 3


FIRMS = [["SIZE", "SALES", "KIND", "DEBT"]] + [
    [str(i % 9), str(i * 7 % 23), "ab"[i % 2], str(i * 5 % 17)] for i in range(40)
]
COLUMNS: list[dict[str, Any]] = describe(
    "SIZE quasi integer, SALES quasi continuous, KIND quasi nominal, DEBT confidential continuous"
)


def changed(name: str, **entries: object) -> list[dict[str, Any]]:
    return [{**column, **entries} if column["name"] == name else column for column in COLUMNS]


def rule(*columns: str, **more: object) -> dict[str, Any]:
    return {"dominance": {"columns": list(columns), **more}}


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "zeros of categories": ({"attributes": changed("KIND", zeros="keep")}, "KIND"),
    "zeros otherwise": ({"attributes": changed("SALES", zeros="drop")}, "zeros"),
    "p of 0": (rule("SALES", p=0), "more than 0"),
    "p of 200": (rule("SALES", p=200), "at most 100"),
    "p as text": (rule("SALES", p="10"), "more than 0"),
    "n of 0": (rule("SALES", rule="n-k", n=0), "from 1 to 10"),
    "share of 100": (rule("SALES", rule="n-k", share=100), "between 0 and 100"),
    "another rule": (rule("SALES", rule="q"), "dominance.rule"),
    "no column": (rule(), "no column"),
    "a column twice": (rule("SALES", "SALES"), "SALES: The dominance rule names this column twice"),
    "an unknown column": (rule("PROFIT"), "PROFIT"),
    "a column that is not masked": (rule("DEBT"), "DEBT"),
    "a column of categories": (rule("KIND"), "KIND"),
    "an unknown key": (rule("SALES", q=1), "dominance.q"),
    "a list": ({"dominance": []}, "dominance"),
    "n of the other rule": (rule("SALES", n=2), "dominance.n"),
    "noise": (
        {
            **rule("SALES"),
            "method": {"name": "dp-laplace", "epsilon": 1},
            "attributes": [
                *({**column, "domain": [0, 30]} for column in COLUMNS[:2]),
                *({**column, "role": "other"} for column in COLUMNS[2:]),
            ],
        },
        "forms no groups",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_settings_are_refused_in_a_sentence(bench, case: str) -> None:
    changes, word = REFUSED[case]
    bench.people(FIRMS)
    bench.recipe(**{"method": {"name": "mdav", "k": 3}, "attributes": COLUMNS, **changes})
    bench.check_refused(word)


def test_a_file_that_one_firm_dominates_is_refused_before_the_run(bench) -> None:
    rows = [row if i != 5 else [row[0], "1000000", *row[2:]] for i, row in enumerate(FIRMS)]
    bench.people(rows)
    bench.recipe({"name": "mdav", "k": 3}, attributes=COLUMNS, **rule("SALES"))
    bench.check_refused("as a whole")
    assert "1000000" not in bench.err


def test_a_stratum_that_one_firm_dominates_is_named_by_its_row(bench) -> None:
    rows = [row if i != 6 else [row[0], "1000000", *row[2:]] for i, row in enumerate(FIRMS)]
    bench.people(rows)
    recipe = {"attributes": COLUMNS, "strata": ["KIND"], **rule("SALES")}
    bench.recipe({"name": "mdav", "k": 3}, **recipe)
    assert bench.protect() == 2
    # Record 6 is in the stratum whose first record is in row 3.
    assert "row 3" in bench.err.lower()


def test_a_pattern_of_one_record_joins_another_and_is_announced(bench) -> None:
    rows = [[*row] for row in FIRMS]
    for i, row in enumerate(rows[1:], start=1):
        row[1] = "0" if i == 7 else str(10 + i)
    bench.people(rows)
    bench.release_as({"name": "mdav", "k": 3}, attributes=changed("SALES", zeros="keep"))
    patterns = "One of 2 patterns (of zeros and of questions that do not apply)"
    assert f"{patterns} cannot stand alone" in bench.out
    assert "from or to zero or “does not apply” in SALES" in bench.out
    (counted,) = bench.conditions("zeros")
    assert counted["held"]
    assert counted["before"] == 1
    assert counted["changed"] > 0
    public = {"condition": "zeros", "column": "SALES", "after": counted["after"], "held": True}
    assert bench.document("public")["verification"]["conditions"] == [public]


@pytest.mark.parametrize(
    "unit", [{}, {"unit": {"id": "ID", "columns": []}}], ids=["records", "units"]
)
def test_a_pattern_of_fewer_records_than_a_rule_needs_joins_another(bench, unit: Recipe) -> None:
    # Two without sales are enough for k, and satisfy the rule; other groups need three for it.
    sales = ["SALES", *("0" if i < 2 else str(10 + i) for i in range(40))]
    ids = ["ID", *map(str, range(40))]
    sizes = [row[0] for row in FIRMS]
    bench.people([[*row] for row in zip(ids, sizes, sales, strict=True)])
    attributes = [{"name": "ID", "role": "drop"}, *changed("SALES", zeros="keep")[:2]]
    rule = {"columns": ["SALES"], "rule": "p-percent", "p": 5}
    bench.release_as({"name": "mdav", "k": 2}, attributes=attributes, dominance=rule, **unit)
    assert "cannot stand alone" in bench.out


def test_each_zero_keeps_its_record_when_records_are_shuffled(bench) -> None:
    """The file is counted in the order in which it was written, not in that of the input."""
    draw = Random(3)
    bench.people(
        [FIRMS[0], *[[r[0], r[1] if draw.random() < 0.5 else "0", *r[2:]] for r in FIRMS[1:]]]
    )
    bench.release_as(
        {"name": "mdav", "k": 3}, attributes=changed("SALES", zeros="keep"), keep_order=False
    )
    zeros = sum(float(row["SALES"]) == 0 for row in bench.table())
    assert zeros == (pd.read_csv(bench.folder / "people.csv")["SALES"] == 0).sum()


@pytest.mark.parametrize(
    ("rule", "k"), [({"rule": "p-percent", "p": 5}, 3), ({"rule": "n-k", "n": 3, "share": 95}, 4)]
)
def test_under_a_rule_no_cluster_is_formed_that_must_violate_it(
    rule: Recipe, k: int, bench: Bench
) -> None:
    table, releases = firms(200), []
    for smallest in (2, k):
        method = {"name": "mdav", "k": smallest}
        dominance = {"columns": ["SALES"], **rule}
        assert protect_firms(bench, table, method=method, dominance=dominance) in WRITTEN
        releases.append(bench.table())
    # Clusters of two were all merged, so that k = 2 lost more than k = 3.
    assert releases[0] == releases[1]
