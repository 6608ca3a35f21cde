"""Totals by domain from recipe to release, counted with pandas in the two files alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
import pytest

from tests.attributes import declare, describe
from tests.core.command_line.conftest import Bench
from tests.core.command_line.firms import Recipe, attributes, firms, protect_firms
from tests.log_words import claim_words
from tests.plain_recipes import plain_recipe
from tests.sample_releases import SampleRelease
from tests.statuses import WRITTEN

AMOUNTS = ["EMPLOYEES", "TURNOVER", "PURCHASES", "WAGES", "INVESTMENT"]
ZEROS = ["EMPLOYEES", "WAGES", "INVESTMENT", "EXPORTS"]
MASKED = ["REGION", "ACTIVITY", "YEAR_FOUNDED", *AMOUNTS, "EXPORTS"]
DISCLOSURES = Path(__file__).parents[2] / "data/disclosures"
Pair = tuple[pd.DataFrame, Bench]
SALES_BY_AREA = [{"columns": ["SALES"], "by": ["AREA"]}]


def business(samples: Path, *totals: Recipe) -> Recipe:
    recipe = plain_recipe(samples, "business_survey")
    return {**recipe, "keep_order": True, **({"totals": list(totals)} if totals else {})}


def both(columns: Sequence[str], within: float = 0.01) -> list[Recipe]:
    return [
        {"columns": list(columns), "by": [by], "within": within, "factor": 10}
        for by in ("ACTIVITY", "REGION")
    ]


def off(before: pd.DataFrame, after: pd.DataFrame, column: str, by: str | list[str]) -> float:
    """Return the largest relative deviation of a weighted total by domain."""
    old = (before[column] * before["WEIGHT"]).groupby([before[c] for c in np.atleast_1d(by)]).sum()
    new = (after[column] * after["WEIGHT"]).groupby([after[c] for c in np.atleast_1d(by)]).sum()
    return float((new.reindex(old.index).fillna(0) / old - 1).abs().max())


def median(table: pd.DataFrame, column: str) -> float:
    by_size = table.sort_values(column)
    middle = by_size["WEIGHT"].cumsum().searchsorted(table["WEIGHT"].sum() / 2)
    return float(by_size[column].iloc[middle])


def groups(table: pd.DataFrame, columns: Sequence[str] = MASKED) -> pd.Series[int]:
    return table.groupby(list(columns), sort=False).ngroup()


def read(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, dtype={"REGION": str})


@pytest.fixture(scope="module")
def original(samples: Path) -> pd.DataFrame:
    return read(samples / "business_survey.csv")


@pytest.fixture(scope="module")
def pair(
    samples: Path,
    plain_release: Callable[[str], SampleRelease],
    tmp_path_factory: pytest.TempPathFactory,
) -> Pair:
    """Return the sample's release without totals, and one with totals."""
    calibrated = Bench(tmp_path_factory.mktemp("totals"))
    calibrated.release_as(**business(samples, *both(AMOUNTS)))
    plain = plain_release("business_survey")
    return read(plain.folder / f"public/{calibrated.stem}.csv"), calibrated


def released(pair: Pair) -> pd.DataFrame:
    return read(pair[1].release / f"public/{pair[1].stem}.csv")


def test_totals_by_activity_and_region_hold_and_the_median_hardly_moves(
    pair: Pair, original: pd.DataFrame
) -> None:
    plain, after = pair[0], released(pair)
    for column in AMOUNTS:
        assert after[column].dtype == plain[column].dtype
        assert off(original, plain, column, "ACTIVITY") > 0.4
        assert off(original, after, column, "ACTIVITY") <= 0.01
        assert off(original, after, column, "REGION") <= 0.01
        # It is 889.6 in the original and 1,389 in group means; small firms once paid for all.
        assert median(after, column) == pytest.approx(median(plain, column), rel=0.1)


def test_groups_move_as_a_whole(pair: Pair, original: pd.DataFrame) -> None:
    plain, after = pair[0], released(pair)
    old = groups(plain)
    assert (after.groupby(old)[MASKED].nunique() == 1).all().all()
    assert groups(after).value_counts().min() >= 5
    for name in ("REGION", "ACTIVITY", "YEAR_FOUNDED"):
        assert (after[name] == plain[name]).all()
    for name in ZEROS:
        assert ((after[name] == 0) == (original[name] == 0)).all()
    for name in (*AMOUNTS, "EXPORTS"):
        assert (np.sign(after[name]) == np.sign(plain[name])).all()
        some = plain[name] != 0
        assert (after[name][some] / plain[name][some]).between(0.1 - 1e-9, 10 + 1e-9).all()


def test_rules_and_dominance_hold(pair: Pair, original: pd.DataFrame) -> None:
    after = released(pair)
    assert (after["PURCHASES"] <= after["TURNOVER"] * (1 + 1e-12)).all()
    assert (after["EXPORTS"] <= after["TURNOVER"] * (1 + 1e-12)).all()
    # They move along with the turnover, and keep the total of the file.
    exports = [(table["EXPORTS"] * table["WEIGHT"]).sum() for table in (original, after)]
    assert exports[1] == pytest.approx(exports[0], rel=0.01)
    group = groups(after)
    for name in (*AMOUNTS, "EXPORTS"):
        weighted = (original[name] * original["WEIGHT"]).sort_values(ascending=False)
        parts = weighted.groupby(group)
        top = parts.max()
        second = parts.nth(1).rename(group).reindex(top.index)
        assert (parts.sum() - top - second >= 0.1 * top * (1 - 1e-9)).all()


def test_logs_state_what_was_counted(pair: Pair) -> None:
    internal, public = (
        {entry["column"]: entry for entry in pair[1].conditions("totals", half)}
        for half in ("internal", "public")
    )
    wanted = [f"{name} × {by}" for by in ("ACTIVITY", "REGION") for name in AMOUNTS]
    assert list(internal) == wanted
    for name, entry in internal.items():
        assert entry["held"] is True
        assert entry["failing"] == entry["apart"] == 0
        assert entry["largest"] <= 100
        assert set(public[name]) == {"condition", "column", "domains", "failing", "held"}
    claim = claim_words(pair[1].document("public"))
    assert "TURNOVER × ACTIVITY" in claim
    assert "within 1 %" in claim
    assert pair[1].step("totals", "public") == {"totals": 10, "columns": 6}


def test_a_bound_that_cannot_be_met_is_said_and_nothing_is_left(
    bench: Bench, samples: Path
) -> None:
    totals = {"columns": ["EXPORTS"], "by": ["ACTIVITY"], "factor": 10}
    bench.recipe(**business(samples, totals))
    assert bench.protect() == 3
    assert "One of 10 totals (EXPORTS × ACTIVITY) is farther from the original’s" in bench.err
    assert "the deviation is 10,000 in 10,000" in bench.err
    assert not bench.release.exists()


def test_a_usual_factor_is_at_most_two_and_more_than_a_few_beyond_it_are_asked_about(
    bench: Bench, samples: Path, pair: Pair
) -> None:
    usual = {"columns": ["TURNOVER"], "by": ["ACTIVITY"]}
    bench.recipe(**business(samples, usual))
    assert bench.protect() == 3
    assert "totals (TURNOVER × ACTIVITY) are farther" in bench.err
    factors = released(pair)[AMOUNTS] / pair[0][AMOUNTS]
    is_far = (factors > 2.001) | (factors < 1 / 2.001)
    shares = [pair[1].step("totals")[f"far:{name}"] for name in AMOUNTS]
    assert shares == pytest.approx(is_far.mean().tolist())
    assert max(shares) > 0.05
    (count,) = (row for row in pair[1].document()["checklist"] if row["row"] == "totals-distort")
    assert (count["figure"], count["columns"]) == (5, AMOUNTS)


def test_a_domain_whose_total_would_disclose_an_amount_is_left_alone(bench: Bench) -> None:
    table = firms(60)
    # Two firms of a region of their own: each could subtract its own amount.
    table.loc[[10, 40], "AREA"] = "z"
    assert protect_firms(bench, table, totals=SALES_BY_AREA) in WRITTEN
    (entry,) = bench.conditions("totals")
    # Their sum would follow from the others and the file, so a second area joins them.
    assert (entry["domains"], entry["apart"], entry["failing"]) == (4, 2, 0)


def test_a_domain_does_not_follow_from_the_margin_of_another_set(bench: Bench) -> None:
    """One listed firm of 78 in a region of 19,642: its total was out by 2 per cent."""
    recipe = DISCLOSURES / "totals_margin.recipe.json"
    assert bench.run("protect", recipe, "--output", bench.release) in WRITTEN
    bench.stem = "out"
    apart = {c["column"]: c.get("apart") for c in bench.conditions("totals")}
    # Of the four domains the listed firm's and the other one of its region.
    assert (apart["TURNOVER × REGION"], apart["TURNOVER × REGION × LISTED"]) == (0, 2)


def check_totals(
    table: pd.DataFrame,
    after: pd.DataFrame,
    by: str | list[str] = "AREA",
    columns: Sequence[str] = ("SALES",),
    within: float = 0.01,
) -> None:
    old, new = (t.groupby(by)[list(columns)].sum() for t in (table, after))
    assert (new / old - 1).abs().max(axis=None) <= within


def test_groups_with_records_of_several_domains_which_verify(bench: Bench) -> None:
    table = firms(200)
    totals = [{"columns": ["SALES", "STAFF"], "by": ["AREA"], "within": 0.005}]
    assert protect_firms(bench, table, totals=totals) in WRITTEN
    after = bench.frame()
    check_totals(table, after, "AREA", ["SALES", "STAFF"], 0.005)
    assert after.groupby(["SALES", "STAFF"]).size().min() >= 3
    assert bench.verify() == bench.verify("public") == 0
    bench.check_replay()


def test_domains_of_two_columns(bench: Bench) -> None:
    table = firms(400)
    totals = [{"columns": ["SALES"], "by": ["AREA", "KIND"]}]
    columns = attributes(KIND={"role": "other"})
    assert protect_firms(bench, table, totals=totals, attributes=columns) in WRITTEN
    after = bench.frame()
    assert len(table.groupby(["AREA", "KIND"])) == 6
    check_totals(table, after, ["AREA", "KIND"])


def test_groups_in_which_another_rule_would_break_stay_as_they_were(bench: Bench) -> None:
    table = firms(300)
    assert protect_firms(bench, table) in WRITTEN
    before = bench.frame()
    totals = [{"columns": ["SALES"], "by": ["AREA"], "within": 0.05}]
    assert protect_firms(bench, table, totals=totals) in WRITTEN
    free = bench.frame()
    falling = free["SALES"] < before["SALES"]
    # One group would fall below what its values were.
    lowest = before["SALES"][falling].idxmin()
    limit = (before["SALES"][lowest] + free["SALES"][lowest]) / 2
    staff = int(before["STAFF"][lowest])
    rule = f"if STAFF = {staff} then SALES >= {limit:.6f}"
    assert protect_firms(bench, table, totals=totals, rules=[rule]) in WRITTEN
    after = bench.frame()
    assert after["SALES"][lowest] == before["SALES"][lowest]
    check_totals(table, after, within=0.05)


def test_t_is_counted_with_totals(bench: Bench) -> None:
    table = firms(300)
    settings = {"strata": ["AREA"], "method": {"name": "t-merge", "k": 3, "t": 0.2}}
    assert protect_firms(bench, table, totals=SALES_BY_AREA, **settings) in WRITTEN
    after = bench.frame()
    assert bench.document()["verification"]["t"]["DEBT"] <= 0.2
    ranks = table["DEBT"].rank(method="dense").astype(int) - 1
    whole = np.bincount(ranks) / len(ranks)
    for _, here in ranks.groupby([after[name] for name in ("SALES", "STAFF", "AREA")]):
        part = np.bincount(here, minlength=len(whole)) / len(here)
        assert np.abs(np.cumsum(part - whole)).sum() / (len(whole) - 1) <= 0.2 + 1e-9
    check_totals(table, after)


def test_columns_of_units_stay_constant_within_them(bench: Bench) -> None:
    draw = Random(5)
    rows = [
        {"HID": h, "AREA": "ab"[h % 2], "INCOME": income, "AGE": draw.randint(1, 80)}
        for h in range(120)
        for income in [draw.randint(500, 5000)]
        for _ in range(1 + h % 3)
    ]
    table = pd.DataFrame(rows)
    bench.people(table)
    bench.release_as(
        {"name": "mdav", "k": 3},
        attributes=describe("HID link, AREA other, INCOME quasi integer, AGE quasi integer"),
        unit={"id": "HID", "columns": ["AREA", "INCOME"]},
        totals=[{"columns": ["INCOME", "AGE"], "by": ["AREA"]}],
    )
    after = bench.frame()
    assert (after.groupby("HID")["INCOME"].nunique() == 1).all()
    check_totals(table, after, "AREA", ["INCOME", "AGE"])


def of(columns: str, by: str = "AREA", **more: object) -> Recipe:
    return {"totals": [{"columns": columns.split(), "by": by.split(), **more}]}


REFUSED: dict[str, tuple[Recipe, str]] = {
    "private": (
        {"method": {"name": "dp-insensitive", "k": 3, "epsilon": 1.0}},
        "This method forms no groups of records, whose values could be calibrated",
    ),
    "single columns": (
        {"method": {"name": "individual-ranking", "k": 3}},
        "This method masks each column over groups of its own",
    ),
    "not masked": (of("DEBT"), "DEBT: “totals[0].columns” names this column, but it is not masked"),
    "by amounts": (
        of("STAFF", "STAFF"),
        "STAFF: The values of this column are measurements and no domains",
    ),
    "by numbers with decimals": (
        {"attributes": attributes(DEBT={"role": "other"}), **of("SALES", "STAFF DEBT")},
        "DEBT: The values of this column are measurements and no domains",
    ),
    "no amounts": (
        {"attributes": attributes(KIND=declare("quasi nominal")), **of("KIND")},
        "KIND: “totals[0].columns” names this column, but totals need continuous or whole numbers",
    ),
    "of the weights": (
        {"weight": "SALES"},
        "SALES: “totals[0].columns” names this column, but it holds the weights",
    ),
    "weight not released": (
        {"weight": "STAFF", "attributes": attributes(STAFF={"role": "drop"})},
        "STAFF: This column holds the weights, but it is not released",
    ),
    "dropped": (
        of("SALES", "KIND"),
        "KIND: “totals[0].by” names this column, but it is not released",
    ),
    "unknown": (of("SALE"), "“totals[0].columns” names SALE, which is not a column of the file."),
    "twice": (
        {"totals": SALES_BY_AREA * 2},
        "SALES: “totals” names this column twice with the same domains.",
    ),
    "no column": (of(""), "“totals[0].columns” names no column."),
    "no domain": (of("SALES", ""), "“totals[0].by” names no column whose values are the domains."),
    "deviation": (of("SALES", within=0), "“totals[0].within” must be more than 0 and at most 1."),
    "factor": (of("SALES", factor=1), "“totals[0].factor” must be more than 1 and at most 100."),
    "unknown key": (of("SALES", bound=2), "totals[0].bound"),
    "equation": ({"rules": ["SALES = STAFF"]}, "is an equation with this column"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_calibrated_is_refused(case: str, bench: Bench) -> None:
    more, sentence = REFUSED[case]
    table = firms(60).assign(STAFF=lambda t: t["SALES"].round().astype(int))
    if case == "equation":
        table["SALES"] = table["STAFF"].astype(float)
    assert protect_firms(bench, table, **{"totals": SALES_BY_AREA, **more}) == 2
    assert sentence in bench.err
    assert not bench.release.exists()


def test_missing_values_are_refused(bench: Bench) -> None:
    table = firms(60)
    table.loc[[3, 9], "SALES"] = np.nan
    assert protect_firms(bench, table, totals=SALES_BY_AREA, missing="use-observed") == 2
    assert "SALES: Totals by domain need a value in every record, but 2 cells" in bench.err


def test_missing_domains_are_refused_where_masking_would_fill_them(bench: Bench) -> None:
    table = firms(120)
    table.loc[::3, "AREA"] = None
    settings = {"totals": SALES_BY_AREA, "missing": "use-observed"}
    assert protect_firms(bench, table, **settings) in WRITTEN
    after = bench.frame()
    old, new = (t.groupby("AREA", dropna=False)["SALES"].sum() for t in (table, after))
    assert np.abs(new.to_numpy() / old.to_numpy() - 1).max() <= 0.01
    masked = attributes(AREA=declare("quasi nominal"))
    assert protect_firms(bench, table, attributes=masked, **settings) == 2
    assert "AREA: Totals by domain need a value in every record, but 40 cells" in bench.err
