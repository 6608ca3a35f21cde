"""Edit rules between columns of units and of members, counted with pandas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.core.command_line.conftest import Bench
from tests.lanes import is_longer_lane
from tests.log_words import notice_words
from tests.statuses import WRITTEN

K = 4
QUASI = "quasi-identifier"
OF_UNIT = ["COST", "RENT", "HEAT", "INCOME"]
OF_MEMBERS = ["TOTAL", "WAGE", "CAPITAL"]
RULES = ["COST = RENT + HEAT", "TOTAL = WAGE + CAPITAL", "RENT <= COST", "WAGE >= 0"]
ACROSS = "TOTAL <= INCOME"
UNIT: dict[str, Any] = {"id": "HID", "columns": OF_UNIT, "protect": "unit"}
MEMBER = {**UNIT, "protect": "member"}
Run = Callable[..., tuple[int, pd.DataFrame | None]]


@pytest.fixture(scope="module")
def homes() -> pd.DataFrame:
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
def run(bench: Bench, homes: pd.DataFrame) -> Run:
    """Return a run on units that gives the status and the released table, verified."""

    def protect(
        scale: str = "continuous", table: pd.DataFrame = homes, **settings: Any
    ) -> tuple[int, pd.DataFrame | None]:
        bench.people(table)
        zeros = {"zeros": "keep"} if settings.pop("zeros", False) else {}
        attributes = [
            {"name": "HID", "role": "identifier"},
            {"name": "REGION", "role": "other"},
            *({"name": name, "role": QUASI, "scale": scale} for name in OF_UNIT),
            *({"name": name, "role": QUASI, "scale": scale, **zeros} for name in OF_MEMBERS),
            {"name": "WEIGHT", "role": "other"},
        ]
        of_homes = {"attributes": attributes, "unit": UNIT, "rules": RULES}
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
        return int(home.groupby(after.groupby(names).ngroup()).nunique().min())
    rows = after[names].apply(tuple, axis=1)
    return min(Counter(tuple(sorted(own)) for _, own in rows.groupby(home)).values())


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
    run: Run, homes: pd.DataFrame, kind: str, scale: str, more: dict[str, Any]
) -> None:
    status, after = run(scale, unit=UNIT if kind == "unit" else MEMBER, **more)
    assert status in (0, 5)
    assert after is not None
    found = broken(after)
    found.pop("across")
    assert set(found.values()) == {0}
    assert fewest(homes, after, kind) >= K
    assert (after[OF_UNIT].groupby(homes["HID"]).nunique() == 1).all(axis=None)


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
    run: Run, bench: Bench, homes: pd.DataFrame
) -> None:
    table = homes.assign(WEIGHT=1 + np.arange(len(homes)) % 7)
    status, _ = run(table=table, rules=[ACROSS], weight="WEIGHT")
    assert status == 3
    assert "The rule TOTAL <= INCOME is violated by" in bench.err


def test_a_sum_of_a_unit_and_its_members_cannot_be_shared_out(
    run: Run, bench: Bench, homes: pd.DataFrame
) -> None:
    table = homes.assign(INCOME=homes["TOTAL"].groupby(homes["HID"]).transform("sum"))
    table = table[table["HID"] % 3 == 0].assign(TOTAL=lambda t: t["INCOME"])
    table["INCOME"] = table["TOTAL"] + table["RENT"]
    status, _ = run("integer", table=table, unit=MEMBER, rules=["INCOME = TOTAL + RENT"])
    assert status == 2
    assert "belong partly to the unit and partly to its members" in bench.err
