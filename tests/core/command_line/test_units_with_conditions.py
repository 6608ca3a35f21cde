"""Units together with zeros, dominance, weights, strata, waves and edit rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.core.command_line.units import fewest_units, profiles
from tests.lanes import is_longer_lane
from tests.log_words import notice_words
from tests.oracles.released_steps import most_rounded, step_of
from tests.statuses import WRITTEN

K = 4
COLUMNS = (
    "HID link, WAVE other, REGION quasi nominal, RENT quasi continuous, WAGE quasi continuous, "
    "AGE quasi integer, WEIGHT other"
)
ZEROS = {"zeros": "keep"}
PROFILE = ["REGION", "RENT", "WAGE", "AGE"]
UNIT: dict[str, Any] = {"id": "HID", "columns": ["REGION", "RENT"]}
MEMBER = {**UNIT, "protect": "member"}


@pytest.fixture(scope="module")
def homes() -> pd.DataFrame:
    rng = np.random.RandomState(5)
    rows = []
    for home in rng.permutation(240) + 1000:
        rent = 0.0 if rng.rand() < 0.3 else round(float(rng.lognormal(6, 1)), 1)
        region = "NS"[rng.randint(2)]
        for member in range(1 + home % 3):
            wage = 0.0 if rng.rand() < 0.4 else round(float(rng.lognormal(7, 1.5)), 1)
            age, weight = rng.randint(0, 90), round(float(rng.uniform(1, 9)), 2)
            rows.append((home, 2001 + member, region, rent, wage, age, weight))
    return pd.DataFrame(rows, columns=["HID", "WAVE", *PROFILE, "WEIGHT"])


@pytest.fixture
def protect(bench: Bench, homes: pd.DataFrame) -> Callable[..., pd.DataFrame]:
    """Return a run on units that gives the released table, verified."""

    def protect_and_verify(table: pd.DataFrame = homes, **settings: Any) -> pd.DataFrame:
        bench.people(table)
        of_homes = {"attributes": describe(COLUMNS), "unit": UNIT}
        bench.release_as({"name": "mdav", "k": K}, "--overwrite", **{**of_homes, **settings})
        is_whole_check = is_longer_lane() or "weight" in settings
        for half in ("internal", "public")[: 1 + is_whole_check]:
            assert bench.verify(half, with_input=is_whole_check) == 0, bench.err
        return bench.frame()

    return protect_and_verify


def dominated(before: pd.DataFrame, after: pd.DataFrame, name: str, p: float) -> int:
    """Count the groups in which the units' own totals violate the p% rule."""
    failing = 0
    for _, rows in after.groupby(PROFILE):
        amounts = before.loc[rows.index].groupby("HID")[name].sum().nlargest(len(rows))
        top, second = [*amounts.tolist(), 0.0, 0.0][:2]
        failing += bool(top > 0 and amounts.sum() - top - second < p / 100 * top * (1 - 1e-12))
    return failing


def test_zeros_stay_zeros_in_columns_of_units_and_of_members(protect, homes) -> None:
    after = protect(attributes=describe(COLUMNS, RENT=ZEROS, WAGE=ZEROS))
    assert min(profiles(after, PROFILE, after["HID"]).values()) >= K
    for name in ("RENT", "WAGE"):
        same = (after[name] == 0) == (homes[name] == 0)
        # Households of three in rare combinations of zeros join the nearest pattern.
        assert same.mean() > 0.95
        assert same[homes["HID"].map(homes["HID"].value_counts()) == 1].all()
        assert (after.groupby("HID")["RENT"].nunique() == 1).all()


def test_questions_that_do_not_apply_stay_so(protect, homes) -> None:
    table = homes.copy()
    # Children are not asked for wages, and people in the north not for rents.
    table.loc[table["AGE"] < 30, "WAGE"] = -8
    table.loc[table["REGION"] == "N", "RENT"] = -9
    codes = {"WAGE": {"not_applicable": ["-8"]}, "RENT": {"not_applicable": ["-9"]}}
    after = protect(table, attributes=describe(COLUMNS, **codes))
    assert min(profiles(after.fillna(-1), PROFILE, after["HID"]).values()) >= K
    for name, code in (("WAGE", -8), ("RENT", -9)):
        same = (after[name] == code) == (table[name] == code)
        assert same.mean() > 0.95
        assert same[table["HID"].map(table["HID"].value_counts()) == 1].all()
        # Where fewer than three units of a group were asked, none of their values is released.
        assert after[name].isna().mean() < 0.05
        assert (after[name].dropna()[after[name] != code] >= 0).all()
    assert (after.groupby("HID")["RENT"].nunique(dropna=False) == 1).all()


def test_no_unit_dominates_a_group_where_whole_units_are_protected(protect, homes) -> None:
    rule = {"columns": ["WAGE", "RENT"], "rule": "p-percent", "p": 20}
    after = protect(dominance=rule)
    assert [dominated(homes, after, name, 20) for name in rule["columns"]] == [0, 0]
    assert min(profiles(after, PROFILE, after["HID"]).values()) >= K


@pytest.mark.parametrize("weighted", [False, True])
def test_no_unit_dominates_the_units_that_share_its_rent(protect, homes, weighted: bool) -> None:
    """Members of a unit are released with the mean rent of a group of units, each counted once."""
    member = {"attributes": describe(COLUMNS, HID={"role": "identifier"}), "unit": MEMBER}
    weight = {"weight": "WEIGHT"} if weighted else {}
    rule = {"columns": ["RENT", "WAGE"], "rule": "p-percent", "p": 20}
    table = homes.copy()
    table.loc[table["HID"] == 1000, "RENT"] = 300_000.0
    table.loc[table["HID"] == 1003, "RENT"] = 200_000.0

    def failing(after: pd.DataFrame) -> int:
        amount = table["RENT"] * (homes["WEIGHT"] if weighted else 1)
        once = amount.groupby(homes["HID"]).mean()
        shared = after[["REGION", "RENT"]].groupby(homes["HID"]).first()
        found = 0
        for _, own in once.groupby([shared["REGION"], shared["RENT"]]):
            top, second = [*own.nlargest(2), 0.0][:2]
            found += bool(top > 0 and own.sum() - top - second < 0.2 * top * (1 - 1e-12))
        return found

    if not weighted or is_longer_lane():
        assert failing(protect(table, **member, **weight)) > 0
    after = protect(table, **member, **weight, dominance=rule)
    assert failing(after) == 0
    if not weighted:
        assert dominated(homes, after, "WAGE", 20) == 0
    assert fewest_units(after, PROFILE, homes["HID"]) >= K


@pytest.fixture(scope="module")
def earners() -> pd.DataFrame:
    """Return households in which few members have a wage, and fewer have capital."""
    rng = np.random.RandomState(1)

    def draw(share: float, mean: float) -> float:
        return 0.0 if rng.rand() < share else round(float(rng.lognormal(mean, 1.3)), 1)

    rows = [
        (home, rng.randint(0, 90), draw(0.6, 7), draw(0.8, 5))
        for home in range(600)
        for _ in range(1 + home % 3)
    ]
    return pd.DataFrame(rows, columns=["HID", "AGE", "WAGE", "CAPITAL"])


@pytest.mark.parametrize("kind", ["unit", "member"])
def test_patterns_that_one_unit_dominates_join_others(
    protect, bench: Bench, earners: pd.DataFrame, kind: str
) -> None:
    amounts, names = ["WAGE", "CAPITAL"], ["AGE", "WAGE", "CAPITAL"]
    after = protect(
        earners,
        unit={"id": "HID", "columns": [], "protect": kind},
        attributes=describe(
            "HID identifier, AGE quasi integer, WAGE quasi continuous, CAPITAL quasi continuous",
            WAGE=ZEROS,
            CAPITAL=ZEROS,
        ),
        dominance={"columns": amounts, "rule": "p-percent", "p": 20},
    )  # fmt: skip
    home, groups = earners["HID"], after.groupby(names).ngroup()
    if kind == "unit":
        assert min(profiles(after, names, home).values()) >= K
    assert fewest_units(after, names, home) >= K
    for name in amounts:
        totals = earners[name].groupby([groups, home]).sum()
        top = totals.groupby(level=0).nlargest(2).groupby(level=0)
        rest = totals.groupby(level=0).sum() - top.sum()
        assert (rest >= 0.2 * top.max() * (1 - 1e-12)).all()
        # Cells change only in groups with records of joined patterns, which are announced.
        changed = (after[name] == 0) != (earners[name] == 0)
        assert changed.any() == (kind == "unit")
        assert changed.mean() < 0.5
    said = " ".join(map(notice_words, bench.document()["warnings"]))
    assert ("cannot stand alone" in said) == (kind == "unit")


def test_members_keep_the_questions_that_were_not_asked(protect, earners) -> None:
    codes = {"not_applicable": ["0"]}
    amounts, names = ["WAGE", "RENT"], ["AGE", "WAGE", "RENT"]
    table = earners.assign(RENT=earners["HID"] % 3 * (100 + earners["HID"] * 7 % 31))
    after = protect(
        table[["HID", *names]],
        unit={"id": "HID", "columns": ["RENT"], "protect": "member"},
        attributes=describe(
            "HID identifier, AGE quasi integer, WAGE quasi continuous, RENT quasi integer",
            WAGE=codes,
            RENT=codes,
        ),
    )
    assert fewest_units(after, names, table["HID"]) >= K
    assert (after["RENT"].groupby(table["HID"]).nunique() == 1).all()
    for name in amounts:
        assert ((after[name] == 0) == (table[name] == 0)).all()


def test_weighted_totals_are_kept(protect, homes) -> None:
    after = protect(weight="WEIGHT")
    total = (homes["WAGE"] * homes["WEIGHT"]).sum()
    step = step_of(homes["WAGE"])
    room = (after["WEIGHT"] * [most_rounded(wage, step) for wage in after["WAGE"]]).sum()
    assert (after["WAGE"] * after["WEIGHT"]).sum() == pytest.approx(total, abs=room)
    assert min(profiles(after, PROFILE, after["HID"]).values()) >= K


def test_whole_units_share_their_course_over_all_waves(protect, homes) -> None:
    # Every third household drops out of the panel after its first wave.
    table = homes[(homes["HID"] % 3 > 0) | (homes["WAVE"] == 2001)].reset_index(drop=True)
    after = protect(table, unit={**UNIT, "waves": "WAVE"}, weight="WEIGHT")
    assert (after["WAVE"] == table["WAVE"]).all()
    assert min(profiles(after, ["WAVE", *PROFILE], after["HID"]).values()) >= K
    numbers = after.groupby(table["HID"])["HID"]
    assert (numbers.nunique() == 1).all()
    assert numbers.first().is_unique


@pytest.mark.parametrize("unit", [UNIT, MEMBER])
def test_strata_of_units_stay_as_they_are_and_numbers_can_be_dropped(
    protect, homes, unit: dict[str, Any]
) -> None:
    after = protect(
        unit=unit, strata=["REGION"], attributes=describe(COLUMNS, HID={"role": "identifier"})
    )
    assert "HID" not in after
    assert (after["REGION"] == homes["REGION"]).all()
    if unit is UNIT:
        assert min(profiles(after, PROFILE, homes["HID"]).values()) >= K
    else:
        assert fewest_units(after, PROFILE, homes["HID"]) >= K


QUASI = "quasi-identifier"
OF_UNIT = ["COST", "RENT", "HEAT", "INCOME"]
OF_MEMBERS = ["TOTAL", "WAGE", "CAPITAL"]
RULES = ["COST = RENT + HEAT", "TOTAL = WAGE + CAPITAL", "RENT <= COST", "WAGE >= 0"]
ACROSS = "TOTAL <= INCOME"
UNIT_OF_SUMS: dict[str, Any] = {"id": "HID", "columns": OF_UNIT, "protect": "unit"}
MEMBER_OF_SUMS = {**UNIT_OF_SUMS, "protect": "member"}
Run = Callable[..., tuple[int, pd.DataFrame | None]]


@pytest.fixture(scope="module")
def homes_with_sums() -> pd.DataFrame:
    rng = np.random.RandomState(11)
    rows = []
    for home in range(300):
        rent, heat = rng.randint(100, 900), rng.randint(0, 90)
        wages = [0 if rng.rand() < 0.4 else rng.randint(500, 4000) for _ in range(1 + home % 3)]
        capital = [0 if rng.rand() < 0.5 else rng.randint(1, 900) for _ in wages]
        whole = sum(wages) + sum(capital)
        rows += [
            (home, "NS"[home % 2], rent + heat, rent, heat, whole, w + c, w, c, 1 + home % 5 / 2)
            for w, c in zip(wages, capital, strict=True)
        ]
    return pd.DataFrame(rows, columns=["HID", "REGION", *OF_UNIT, *OF_MEMBERS, "WEIGHT"])


@pytest.fixture
def run(bench: Bench, homes_with_sums: pd.DataFrame) -> Run:
    """Return a run on units that gives the status and the released table, verified."""

    def protect(
        scale: str = "continuous", table: pd.DataFrame = homes_with_sums, **settings: Any
    ) -> tuple[int, pd.DataFrame | None]:
        bench.people(table)
        zeros = {"zeros": "keep"} if settings.pop("zeros", False) else {}
        attributes = [
            *describe("HID identifier, REGION other, WEIGHT other"),
            *({"name": name, "role": QUASI, "scale": scale} for name in OF_UNIT),
            *({"name": name, "role": QUASI, "scale": scale, **zeros} for name in OF_MEMBERS),
        ]
        of_homes = {"attributes": attributes, "unit": UNIT_OF_SUMS, "rules": RULES}
        bench.recipe(**{"method": {"name": "mdav", "k": K}, **of_homes, **settings})
        status = bench.protect()
        if status not in WRITTEN:
            return status, None
        is_repeated = is_longer_lane() or "weight" in settings
        for half in ("internal", "public"):
            assert bench.verify(half, with_input=is_repeated) == 0, bench.err
        return status, bench.frame()

    return protect


def broken(table: pd.DataFrame) -> dict[str, int]:
    """Count the records that violate each rule, up to the last digits of sums."""
    off = 1e-6
    return {
        "cost": int(((table["COST"] - table["RENT"] - table["HEAT"]).abs() > off).sum()),
        "total": int(((table["TOTAL"] - table["WAGE"] - table["CAPITAL"]).abs() > off).sum()),
        "rent": int((table["RENT"] > table["COST"] + off).sum()),
        "wage": int((table["WAGE"] < 0).sum()),
        "across": int((table["TOTAL"] > table["INCOME"] + off).sum()),
    }


def fewest(before: pd.DataFrame, after: pd.DataFrame, kind: str) -> int:
    """Return how many units share a profile, or have records in a group, at least."""
    names, home = [*OF_UNIT, *OF_MEMBERS], before["HID"]
    if kind == "member":
        return fewest_units(after, names, home)
    return min(profiles(after, names, home).values())


SETTINGS: list[dict[str, Any]] = [
    {}, {"weight": "WEIGHT"}, {"strata": ["REGION"]}, {"zeros": True},
    {"dominance": {"columns": ["TOTAL"], "rule": "p-percent", "p": 5}},
    {"method": {"name": "mdav", "k": K, "aggregate": "median"}},
    {"method": {"name": "best", "k": K, "moves": 50}},
]  # fmt: skip
# Units and members take turns.
CASES = [
    ("member", "integer", {}),
    *(("unit" if at % 2 == 0 else "member", "continuous", s) for at, s in enumerate(SETTINGS)),
]


@pytest.mark.parametrize(("kind", "scale", "more"), CASES)
def test_no_rule_is_violated_by_more_records_than_before(
    run: Run, homes_with_sums: pd.DataFrame, kind: str, scale: str, more: dict[str, Any]
) -> None:
    status, after = run(scale, unit=UNIT_OF_SUMS if kind == "unit" else MEMBER_OF_SUMS, **more)
    assert status in (0, 5)
    assert after is not None
    found = broken(after)
    found.pop("across")
    assert set(found.values()) == {0}
    assert fewest(homes_with_sums, after, kind) >= K
    assert (after[OF_UNIT].groupby(homes_with_sums["HID"]).nunique() == 1).all(axis=None)


@pytest.mark.parametrize("more", [{}, {"weight": "WEIGHT"}], ids=str)
def test_whole_units_keep_what_relates_their_columns_to_those_of_members(
    run: Run, bench: Bench, more: dict[str, Any]
) -> None:
    _, after = run(rules=[*RULES, ACROSS], **more)
    assert after is not None
    assert broken(after)["across"] == 0
    said = " ".join(map(notice_words, bench.document()["warnings"]))
    assert "settings do not keep" not in said


def test_weights_that_differ_inside_units_may_break_it_and_end_the_run(
    run: Run, bench: Bench, homes_with_sums: pd.DataFrame
) -> None:
    table = homes_with_sums.assign(WEIGHT=1 + np.arange(len(homes_with_sums)) % 7)
    status, _ = run(table=table, rules=[ACROSS], weight="WEIGHT")
    assert status == 3
    assert "The rule TOTAL <= INCOME is violated by" in bench.err


def test_a_sum_of_a_unit_and_its_members_cannot_be_shared_out(
    run: Run, bench: Bench, homes_with_sums: pd.DataFrame
) -> None:
    table = homes_with_sums.assign(
        INCOME=homes_with_sums["TOTAL"].groupby(homes_with_sums["HID"]).transform("sum")
    )
    table = table[table["HID"] % 3 == 0].assign(TOTAL=lambda t: t["INCOME"])
    table["INCOME"] = table["TOTAL"] + table["RENT"]
    status, _ = run("integer", table=table, unit=MEMBER_OF_SUMS, rules=["INCOME = TOTAL + RENT"])
    assert status == 2
    assert "belong partly to the unit and partly to its members" in bench.err
