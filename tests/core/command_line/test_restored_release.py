"""Releases with restored moments or calibrated categories are verified and repeated."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from core.protect.representatives.moments import restored_moments as moments
from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

_CHANCE = np.random.default_rng(3)
_CENTRES = np.repeat(_CHANCE.normal(size=(40, 2)) @ np.array([[3, 1], [0, 2]]), 6, axis=0)
_AMOUNTS = _CENTRES + _CHANCE.normal(size=_CENTRES.shape) * 0.5
ROWS = [
    ["ID", "PLACE", "SALES", "PROFIT", "STAFF", "WEIGHT", "INCOME"],
    *(
        [
            f"F{i:03}",
            "ab"[i % 2],
            f"{10 * np.exp(first / 4):.2f}",
            f"{second:.3f}",
            str(max(0, round(4 + first))),
            str(1 + i % 3),
            str(100 + i * 13 % 97),
        ]
        for i, (first, second) in enumerate(_AMOUNTS)
    ),
]
ATTRIBUTES = describe(
    "ID identifier, PLACE quasi nominal, SALES quasi continuous, PROFIT quasi continuous, "
    "STAFF quasi integer, WEIGHT other, INCOME confidential integer",
    STAFF={"zeros": "keep"},
)
METHOD = {"name": "mdav", "k": 5, "aggregate": "moments"}
NAMES = ("SALES", "PROFIT", "STAFF")


def table(rows: list[dict[str, str]]) -> tuple[np.ndarray, np.ndarray]:
    weights = np.array([float(row["WEIGHT"]) for row in rows])
    return np.array([[float(row[name]) for name in NAMES] for row in rows]), weights


def test_moments_of_logarithms_hold_in_the_file_and_a_replay_does_not_solve(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [[*row] for row in ROWS]
    for row in rows[1:]:
        # So that sales are skewed; numbers of staff have too few sizes to be by logarithms.
        row[2] = f"{float(row[2]) ** 2:.2f}"
    bench.people(rows)
    by_logs = [
        {**a, "distance": "log"} if a["name"] in ("SALES", "STAFF") else a for a in ATTRIBUTES
    ]
    bench.release_as(METHOD, attributes=by_logs)
    before, _ = table([dict(zip(rows[0], row, strict=True)) for row in rows[1:]])
    after, _ = table(bench.table())
    total, released_total = before[:, 0].sum(), after[:, 0].sum()
    assert abs(released_total - total) < 1e-3 * total
    unit = np.median(before[:, 0]) / 10
    logs, released_logs = (np.log1p(side[:, 0] / unit) for side in (before, after))
    assert abs(released_logs.std() - logs.std()) < 2e-3 * logs.std()
    assert bench.step("moments", "public")["columns"] == 3
    assert "of the logarithms of SALES." in bench.page()

    monkeypatch.setattr(moments, "solve", None)
    assert bench.verify(with_input=False) == bench.verify() == 0, bench.err
    bench.check_replay()


@pytest.mark.parametrize("settings", [{}, {"strata": ["PLACE"]}])
def test_moments_hold_in_the_file_and_a_replay_does_not_solve(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, settings: dict[str, object]
) -> None:
    bench.people(ROWS)
    attributes = [{**a, "scale": "continuous"} if a["name"] == "WEIGHT" else a for a in ATTRIBUTES]
    bench.release_as(METHOD, attributes=attributes, weight="WEIGHT", **settings)
    released = bench.table()
    groups = Counter((row["PLACE"], *(row[name] for name in NAMES)) for row in released)
    assert min(groups.values()) >= 5
    before, weights = table([dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]])
    after, _ = table(released)
    scale = np.sqrt(np.diag(np.cov(before.T, aweights=weights)))
    # Four digits, and whole numbers of staff.
    off = np.average(after, 0, weights) - np.average(before, 0, weights)
    assert (np.abs(off) <= np.array([0.005, 0.0005, 0.5])).all()
    spread = np.cov(after.T, aweights=weights) - np.cov(before.T, aweights=weights)
    spread = np.abs(spread / np.outer(scale, scale))
    # Of forty groups a whole number each.
    assert spread[:2, :2].max() < 1e-3
    assert spread.max() < 0.04

    step = bench.step("moments")
    assert step["columns"] == 3
    assert step["off"] < 1e-6
    restored = {f"restored:{name}": 1 for name in NAMES}
    assert bench.step("moments", "public") == {"columns": 3, "left": 0, "scales": 2, **restored}
    assert "claim-moments" in bench.log("public").read_text()
    assert "Size times value is not the total of a group." in bench.page("public")

    monkeypatch.setattr(moments, "solve", None)
    assert bench.verify(with_input=False) == bench.verify() == 0, bench.err
    bench.check_replay()


def test_groups_without_an_answer_are_verified_and_repeated(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [[*row] for row in ROWS]
    for row in rows[1:13]:
        # Twelve alike in all else: two groups that only they form.
        row[2], row[3], row[4] = "60.00", "", "12"
    bench.people(rows)
    bench.release_as(METHOD, attributes=ATTRIBUTES, missing="use-observed")
    n_empty = sum(row["PROFIT"] == "" for row in bench.table())
    # Where two of five answered nobody may work out the other, so that neither is released.
    assert n_empty == 15
    step = bench.step("moments")
    assert step["columns"] == 3
    assert step["file"] < 0.04

    monkeypatch.setattr(moments, "solve", None)
    assert bench.verify() == 0, bench.err
    bench.check_replay()


def test_verify_measures_the_moments_of_the_file(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.people(ROWS)
    bench.recipe(METHOD, attributes=ATTRIBUTES)
    # The log of a run that says it restored what it did not.
    monkeypatch.setattr(moments.LoggedMoments, "deviation_in", lambda *_: 0.0)
    assert bench.protect() in WRITTEN, bench.err
    monkeypatch.undo()

    assert bench.verify(with_input=False) != 0
    assert "misses the original’s by" in bench.out + bench.err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"totals": [{"columns": ["SALES"], "by": ["PLACE"]}]}, "would undo restored moments"),
        ({"method": {"name": "rank-swapping", "p": 5, "aggregate": "moments"}}, "aggregate"),
        ({"method": {**METHOD, "name": "dp-laplace", "epsilon": 1}}, "aggregate"),
    ],
)
def test_what_is_no_partition_or_has_totals_is_refused(
    bench: Bench, changes: dict[str, object], said: str
) -> None:
    bench.people(ROWS)
    bench.recipe(**{"method": METHOD, "attributes": ATTRIBUTES, **changes})
    assert bench.protect() not in WRITTEN
    assert said in bench.err


def test_a_column_that_would_lose_too_much_is_named(bench: Bench) -> None:
    rows = [ROWS[0], *([*row] for row in ROWS[1:])]
    # Losses and gains; amounts of one sign would be restored by their logarithms.
    rows[1][3] = "99999"
    bench.people(rows)
    bench.release_as(METHOD, attributes=ATTRIBUTES)
    said = " ".join((bench.out + bench.err).split())
    assert "PROFIT keeps the means of its groups" in said
    assert "means lose more than 36 % of a variance" in said
    log = bench.document()
    (row,) = (row for row in log["checklist"] if row["row"] == "means-left")
    assert (row["figure"], row["columns"], row["outcome"]) == (1, ["PROFIT"], "open")
    # Said once: by the row.
    assert not [warning for warning in log["warnings"] if "moments" in warning["code"]]


SHOPS = [
    ["PLACE", "SIZE", "AMOUNT", "INCOME"],
    *(
        ["aaabbaac"[i * 5 % 8], "SMSLSSM"[i * 3 % 7], str(10 + i * 7 % 43), str(100 + i * 13 % 97)]
        for i in range(120)
    ),
]
SHOP_ATTRIBUTES = describe(
    "PLACE quasi nominal, SIZE quasi ordinal, AMOUNT quasi continuous, "
    "INCOME confidential continuous",
    SIZE={"order": ["S", "M", "L"]},
)
CALIBRATED = {"name": "mdav", "k": 5, "categories": "calibrated"}


def test_shares_are_kept_and_the_run_can_be_repeated(bench: Bench) -> None:
    bench.people(SHOPS)
    bench.recipe(CALIBRATED, attributes=SHOP_ATTRIBUTES)

    assert bench.protect() == 0, bench.err
    released = bench.table()
    assert min(Counter((r["PLACE"], r["SIZE"], r["AMOUNT"]) for r in released).values()) >= 5
    for at, name in enumerate(("PLACE", "SIZE")):
        before, after = Counter(row[at] for row in SHOPS[1:]), Counter(r[name] for r in released)
        assert all(abs(before[value] - after[value]) <= 5 for value in before)

    assert bench.verify() == 0, bench.err
    bench.check_replay()
    assert bench.step("calibrated-categories")["changed"] > 0
    assert bench.step("calibrated-categories", "public") == {"clusters": 24}


def test_a_scenario_keeps_its_k(bench: Bench) -> None:
    bench.people(SHOPS)
    scenarios = [{"name": "neighbours", "columns": ["PLACE", "SIZE"], "k": 10}]
    bench.release_as(CALIBRATED, attributes=SHOP_ATTRIBUTES, scenarios=scenarios)
    assert min(Counter((r["PLACE"], r["SIZE"]) for r in bench.table()).values()) >= 10
