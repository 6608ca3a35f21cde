"""Edit rules from recipe to release, counted with pandas in the two files alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.attributes import declare, describe
from tests.log_words import claim_words

SUM = "TOTAL = HOME + ABROAD"
NESTED = "ABROAD = NEAR + FAR"
AT_MOST = "ABROAD <= TOTAL"
RULES = [SUM, NESTED, AT_MOST]
MASKED = ["TOTAL", "HOME", "ABROAD", "NEAR", "FAR"]
K = 3


def firms(whole: bool, broken: int = 0, n: int = 90) -> pd.DataFrame:
    """Draw firms whose amounts add up, but for the first `broken` ones."""
    draw = Random(f"{whole} {broken}")
    rows = []
    for i in range(n):
        parts = [draw.lognormvariate(3, 1.5) if draw.random() < 0.7 else 0.0 for _ in range(3)]
        home, near, far = (float(round(x)) if whole else round(x, 2) for x in parts)
        abroad = near + far if whole else round(near + far, 2)
        total = home + abroad if whole else round(home + abroad, 2)
        total += 5 * (i < broken)
        rows.append([total, home, abroad, near, far])
    found = pd.DataFrame(rows, columns=MASKED)
    if whole:
        found = found.astype(int)
    found["SECTOR"] = [draw.choice(["north", "south"]) for _ in range(n)]
    found["WEIGHT"] = [draw.choice([1.0, 2.5, 7.25]) for _ in range(n)]
    found["DEBT"] = [i * 7 % 31 for i in range(n)]
    return found


def violations(table: pd.DataFrame, rule: str) -> int:
    """Count in plain pandas; decimal numbers may differ by what rounding makes of them."""
    sides = {
        SUM: (table["TOTAL"], table["HOME"] + table["ABROAD"]),
        NESTED: (table["ABROAD"], table["NEAR"] + table["FAR"]),
    }
    if rule in sides:
        one, other = sides[rule]
        return int((~np.isclose(one, other, rtol=1e-12, atol=1e-9)).sum())
    assert rule == AT_MOST
    return int((table["ABROAD"] > table["TOTAL"] + 1e-9).sum())


Run = Callable[..., tuple[int, pd.DataFrame | None]]


@pytest.fixture
def run(bench) -> Run:
    """Protect a table; return the exit status and the released table."""

    def protect(table: pd.DataFrame, scale: str, method: dict[str, Any], **more: Any):
        bench.people(table)
        roles = {"SECTOR": "other", "WEIGHT": "other", "DEBT": "confidential continuous"}
        roles |= more.pop("roles", {})
        zeros, unasked = more.pop("zeros", ()), more.pop("not_applicable", {})
        attributes = [
            {"name": name, **declare(roles.get(name, f"quasi {scale}"))}
            | ({"zeros": "keep"} if name in zeros else {})
            | ({"not_applicable": unasked[name]} if name in unasked else {})
            for name in table.columns
        ]
        bench.recipe(method, attributes=attributes, **more)
        status = bench.protect()
        assert "Traceback" not in bench.err
        return status, bench.frame() if bench.release.exists() else None

    return protect


METHODS: dict[str, dict[str, Any]] = {
    "mdav": {"name": "mdav", "k": K},
    "median": {"name": "mdav", "k": K, "aggregate": "median"},
    "best": {"name": "best", "k": K, "moves": 1000, "aggregate": "median"},
    "individual-ranking": {"name": "individual-ranking", "k": K},
    "ranking, median": {"name": "individual-ranking", "k": K, "aggregate": "median"},
    "insensitive": {"name": "insensitive", "k": K},
    "ama": {"name": "ama", "k": K, "aggregate": "median"},
    "t-merge": {"name": "t-merge", "k": K, "t": 0.3},
    "one block": {"name": "mdav", "k": K, "blocks": [MASKED]},
}
SCALES = ["continuous", "integer"]
DESIGNS: dict[str, dict[str, Any]] = {
    "plain": {},
    "weighted": {"weight": "WEIGHT"},
    "strata": {"strata": ["SECTOR"], "weight": "WEIGHT"},
}


# Each method meets a design, each design both scales, and records that break rules or not.
CASES = [
    (method, (0, 4)[number % 2], SCALES[number // 2 % 2], list(DESIGNS)[number % len(DESIGNS)])
    for number, method in enumerate(METHODS)
]


@pytest.mark.parametrize(("method", "broken", "scale", "design"), CASES)
def test_no_rule_is_violated_by_more_records_than_before(
    run: Run, bench, method: str, broken: int, scale: str, design: str
) -> None:
    table = firms(scale == "integer", broken)
    status, after = run(table, scale, METHODS[method], rules=RULES, **DESIGNS[design])
    assert status in (0, 5), bench.err
    assert after is not None
    for rule in RULES:
        assert violations(after, rule) <= violations(table, rule), rule
    assert violations(after, SUM) == violations(after, NESTED) == 0
    groups = [[name] for name in MASKED] if "ranking" in method else [MASKED]
    for names in groups:
        assert after.groupby(names).size().min() >= K
    if scale == "integer":
        assert (after[MASKED] == after[MASKED].round()).all(axis=None)


@pytest.mark.parametrize(("method", "scale"), [("mdav", "continuous"), ("best", "integer")])
def test_shared_parts_keep_zeros(run: Run, bench, method: str, scale: str) -> None:
    table = firms(scale == "integer", n=400)
    zeros = ["HOME", "NEAR", "FAR"]
    status, after = run(table, scale, METHODS[method], rules=[SUM, NESTED], zeros=zeros)
    assert status in (0, 5), bench.err
    for name in zeros:
        assert ((after[name] == 0) == (table[name] == 0)).all()
    assert violations(after, SUM) == violations(after, NESTED) == 0


@pytest.mark.parametrize(
    ("method", "scale"),
    [("mdav", "continuous"), ("median", "integer"), ("individual-ranking", "continuous")],
)
def test_empty_cells_break_no_sum(run: Run, bench, method: str, scale: str) -> None:
    table = firms(scale == "integer", n=200).astype(dict.fromkeys(MASKED, float))
    draw = Random(method)
    for name in MASKED:
        table.loc[[draw.random() < 0.1 for _ in range(200)], name] = np.nan
    rules = [SUM, NESTED]
    status, after = run(table, scale, METHODS[method], rules=rules, missing="use-observed")
    if status == 2:  # a masked total of parts that are all 0 where they are known
        assert scale == "integer"
        assert "all parts of a sum are 0" in bench.err
        return
    assert status in (0, 5), bench.err
    assert after is not None
    checked = {SUM: ["TOTAL", "HOME", "ABROAD"], NESTED: ["ABROAD", "NEAR", "FAR"]}
    for rule, names in checked.items():
        assert violations(after.dropna(subset=names), rule) == 0
    log = bench.document("public")
    unchecked = [int(after[names].isna().any(axis=1).sum()) for names in checked.values()]
    assert [c["unchecked"] for c in log["verification"]["conditions"]] == unchecked


def test_questions_that_do_not_apply(run: Run, bench) -> None:
    table = firms(whole=False)
    table["FAR"] = np.where(table["SECTOR"] == "north", -8, table["FAR"])
    rules = ["if SECTOR = 'north' then FAR is not applicable"]
    rules += ["if FAR is applicable then FAR >= 0", "FAR <= ABROAD"]
    design = {"strata": ["SECTOR"], "not_applicable": {"FAR": ["-8"]}}
    status, after = run(table, "continuous", METHODS["mdav"], rules=rules, **design)
    assert status in (0, 5), bench.err
    assert ((after["FAR"] == -8) == (table["SECTOR"] == "north")).all()
    asked = after[after["FAR"] != -8]
    assert (asked["FAR"] <= asked["ABROAD"] + 1e-9).all()
    counted = bench.conditions("rules", "public")
    assert [c["after"] for c in counted] == [0, 0, 0]
    assert [c["unchecked"] for c in counted] == [0, 0, int((after["FAR"] == -8).sum())]
    assert bench.verify("public", with_input=False) == bench.verify("public") == 0


def test_a_total_without_parts_cannot_be_shared_out(run: Run, bench) -> None:
    table = firms(whole=False)
    table[["HOME", "ABROAD", "NEAR", "FAR"]] *= (np.arange(len(table)) > 30)[:, None]
    status, _ = run(table, "continuous", METHODS["median"], rules=[SUM])
    assert status == 2
    assert "all parts of a sum are 0" in bench.err
    assert not bench.release.exists()


def test_without_rules_the_sums_break(run: Run) -> None:
    table = firms(whole=False)
    _, after = run(table, "continuous", METHODS["median"])
    assert violations(after, SUM) > 10


def test_logs_reports_and_claim_state_them(run: Run, bench) -> None:
    table = firms(whole=True, broken=4)
    run(table, "integer", METHODS["median"], rules=RULES, keep_order=False)
    for half in ("internal", "public"):
        document = bench.document(half)
        assert document["recipe"]["rules"] == RULES
        assert "Each of the 3 edit rules" in claim_words(document)
        counted = document["verification"]["conditions"]
        assert [c["column"] for c in counted] == RULES
        assert [c["after"] for c in counted] == [0, 0, 0]
        assert [c.get("before") for c in counted] == (
            [4, 0, 0] if half == "internal" else [None] * 3
        )
        report = bench.page(half)
        assert f"Edit rule {SUM}" in report
        assert ("4 records violate the rule" in report) is (half == "internal")
        assert bench.verify(half, with_input=False) == bench.verify(half) == 0
    assert "rule-violated" not in bench.log("public").read_text(encoding="utf-8")


def test_a_forged_count_is_found(run: Run, bench) -> None:
    run(firms(whole=True), "integer", METHODS["mdav"], rules=[SUM, NESTED])
    for forgery in ({"after": 1}, {"unchecked": 2}, {"held": False}, {"column": AT_MOST}):

        def forge(log: dict, change: dict = forgery) -> None:
            log["verification"]["conditions"][0].update(change)

        assert bench.verify_forged(forge) == 3, forgery


def test_a_category_that_is_not_released_stays_out_of_the_public_log(run: Run, bench) -> None:
    table = firms(whole=False)
    table["SECTOR"] = ["seldom"] + ["north", "south"] * 44 + ["north"]
    table.loc[0, "TOTAL"] = np.nan
    rule = "if SECTOR = 'seldom' then HOME >= 0"
    status, _ = run(table, "continuous", METHODS["mdav"], rules=[SUM, rule])
    assert status in (0, 5), bench.err
    assert rule in bench.log().read_text("utf-8")
    assert "seldom" not in bench.log("public").read_text(encoding="utf-8") + bench.page("public")
    assert bench.verify("public", with_input=False) == bench.verify("public") == 0


def test_a_rule_that_masking_breaks_ends_without_a_release(run: Run, bench) -> None:
    table = firms(whole=False)
    rule = "if DEBT >= 15 then HOME >= 20"
    table.loc[table["DEBT"] >= 15, "HOME"] += 20
    status, after = run(table, "continuous", METHODS["mdav"], rules=[rule])
    assert status == 3
    assert after is None
    assert rule in bench.err
    assert not bench.release.exists()


REFUSED: dict[str, tuple[list[str], dict[str, Any], str]] = {
    "a mistake": ([SUM, "HOME <= = 3"], {}, "Rule 2: Line 1, character 9"),
    "an unknown column": (["TOTAL = HOME + PROFIT"], {}, "PROFIT"),
    "texts in a sum": (["TOTAL >= SECTOR"], {}, "SECTOR"),
    "the same rule twice": (["HOME <= TOTAL", SUM, "HOME  <=  TOTAL"], {}, "Rule 3: The rule says"),
    "the same sum in other words": ([SUM, "HOME = TOTAL - ABROAD"], {}, "Rule 2: The rule says"),
    "a circle": ([SUM, "HOME = NEAR + TOTAL"], {}, "circle"),
    "no record keeps it": (["TOTAL < 0"], {}, "No record"),
    "a part that is not masked": (["DEBT = HOME + ABROAD + 1 - 1"], {}, "No record"),
    "not applicable without codes": (["if DEBT < 15 then HOME is not applicable"], {}, "HOME"),
    "not texts": ([3], {}, "rules"),  # type: ignore[list-item]
    "too many": (["HOME >= 0"] * 2_001, {}, "The recipe has more than 2,000 rules"),
    "a column that is not released": (
        ["TOTAL >= DEBT"],
        {"roles": {"DEBT": "drop"}},
        "Column DEBT: The rule uses this column, which is not released",
    ),
    "two blocks": (
        [SUM],
        {"method": {"name": "mdav", "k": K, "blocks": [["TOTAL", "HOME"], MASKED[2:]]}},
        "one block",
    ),
    "zeros column by column": (
        [SUM],
        {"method": METHODS["individual-ranking"], "zeros": ["HOME"]},
        "HOME",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_rules_are_refused_in_a_sentence(run: Run, bench, case: str) -> None:
    rules, more, word = REFUSED[case]
    settings = {"method": METHODS["mdav"], **more}
    status, _ = run(firms(whole=False), "continuous", rules=rules, **settings)
    assert status == 2, bench.err
    assert word in bench.sentence()
    assert not bench.release.exists()


@pytest.mark.parametrize(
    "rule", ["KIND >= 10", "TOTAL = KIND + HOME", "if KIND = 10 then TOTAL > 0"]
)
def test_codes_that_are_categories_are_no_numbers(run: Run, bench, rule: str) -> None:
    table = firms(whole=True)
    table["KIND"] = [10 + i % 2 for i in range(len(table))]
    roles = {"KIND": "other nominal"}
    status, _ = run(table, "continuous", METHODS["mdav"], rules=[rule], roles=roles)
    assert status == 2
    assert "Column KIND: The rule" in bench.sentence()
    assert "in single quotes" in bench.err
    assert "texts" not in bench.err


def test_noise_keeps_no_rules(bench) -> None:
    attributes = describe(
        "NAME identifier, AGE quasi integer, HOURS other, INCOME other, NOTE other",
        AGE={"domain": [0, 100]},
    )
    bench.recipe({"name": "dp-laplace", "epsilon": 1}, attributes=attributes, rules=["AGE >= 0"])
    bench.check_refused("forms no groups")


WHOLE, PUBLISHED = {"scale": "integer"}, {"role": "confidential"}
# Changed columns, the rest of the recipe, and what is said of them.
BROKEN: dict[str, tuple[dict[str, dict[str, Any]], dict[str, Any], str]] = {
    "a published total": ({"S": PUBLISHED}, {}, "because S"),
    "parts of two scales": ({"B": WHOLE}, {}, "because of the scale of B"),
    "a part that is the weight": ({}, {"weight": "B"}, "because B is the survey weight"),
    "no sum, and rounded": (
        {"A": WHOLE, "D": WHOLE},
        {"rules": ["D = 2 * A"]},
        "These settings break the equation. They would keep it if its columns were continuous",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_an_equation_that_masking_would_break_is_refused(bench, case: str) -> None:
    changed, more, sentence = BROKEN[case]
    rows = [[i, 1 + i % 7, i + 1 + i % 7, 2 * i] for i in range(40)]
    bench.people([list("ABSD"), *([str(cell) for cell in row] for row in rows)])
    quasi = "quasi continuous"
    attributes = describe(f"A {quasi}, B {quasi}, S {quasi}, D {quasi}", **changed)
    bench.recipe(METHODS["mdav"], attributes=attributes, **{"rules": ["S = A + B"], **more})
    bench.check_refused(sentence)


@pytest.mark.parametrize(
    ("method", "scale"), [("mdav", "continuous"), ("ranking, median", "integer")]
)
def test_the_census_keeps_its_sum_and_its_orders(
    bench, reference_data: Path, method: str, scale: str
) -> None:
    before = pd.read_csv(reference_data / "census.csv")
    attributes = [{"name": n, "role": "quasi-identifier", "scale": scale} for n in before.columns]
    bench.people(before)
    rules = ["PTOTVAL = POTHVAL + PEARNVAL", "FEDTAX <= TAXINC", "TAXINC <= AGI"]
    bench.release_as(METHODS[method], attributes=attributes, rules=rules)
    after = bench.frame()
    assert np.allclose(after["PTOTVAL"], after["POTHVAL"] + after["PEARNVAL"], rtol=1e-12)
    assert (after["FEDTAX"] <= after["TAXINC"] + 1e-9).all()
    assert (after["TAXINC"] <= after["AGI"] + 1e-9).all()


def test_the_rules_of_the_sample_of_households_hold_in_its_release(
    samples: Path, sample_release
) -> None:
    release = sample_release("household_members").folder
    for table in (
        pd.read_csv(samples / "household_members.csv"),
        pd.read_csv(release / "public/household_members_protected.csv"),
    ):
        assert table["HOURS"].notna().sum() > 2_000
        assert not (table["HOURS"].notna() & (table["AGE"] < 15)).any()
        assert not ((table["MARITAL_STATUS"] == "married") & (table["AGE"] < 16)).any()
        assert not (table["RENT"].notna() & (table["TENURE"] != "tenant")).any()
