"""A release with restored moments is verified in its file and repeated without solving."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from core.protect.representatives import restored_moments as moments
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
ATTRIBUTES = [
    {"name": "ID", "role": "identifier"},
    {"name": "PLACE", "role": "quasi-identifier", "scale": "nominal"},
    {"name": "SALES", "role": "quasi-identifier", "scale": "continuous"},
    {"name": "PROFIT", "role": "quasi-identifier", "scale": "continuous"},
    {"name": "STAFF", "role": "quasi-identifier", "scale": "integer", "zeros": "keep"},
    {"name": "WEIGHT", "role": "other"},
    {"name": "INCOME", "role": "confidential", "scale": "integer"},
]
METHOD = {"name": "mdav", "k": 5, "aggregate": "moments"}
NAMES = ("SALES", "PROFIT", "STAFF")


def table(rows: list[dict[str, str]]) -> tuple[np.ndarray, np.ndarray]:
    weights = np.array([float(row["WEIGHT"]) for row in rows])
    return np.array([[float(row[name]) for name in NAMES] for row in rows]), weights


@pytest.mark.parametrize("settings", [{}, {"strata": ["PLACE"]}])
def test_moments_hold_in_the_file_and_a_replay_does_not_solve(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, settings: dict[str, object]
) -> None:
    bench.people(ROWS)
    attributes = [{**a, "scale": "continuous"} if a["name"] == "WEIGHT" else a for a in ATTRIBUTES]
    bench.recipe(METHOD, attributes=attributes, weight="WEIGHT", **settings)

    assert bench.protect() in WRITTEN, bench.err
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

    (step,) = (s for s in bench.document()["steps"] if s["name"] == "moments")
    assert step["counts"]["columns"] == 3
    assert step["counts"]["off"] < 1e-6
    (step,) = (s for s in bench.document("public")["steps"] if s["name"] == "moments")
    restored = {f"restored:{name}": 1 for name in NAMES}
    assert step["counts"] == {"columns": 3, "left": 0, **restored}
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
    bench.recipe(METHOD, attributes=ATTRIBUTES, missing="use-observed")
    assert bench.protect() in WRITTEN, bench.err
    n_empty = sum(row["PROFIT"] == "" for row in bench.table())
    # Where two of five answered nobody may work out the other, so that neither is released.
    assert n_empty == 15
    (step,) = (s for s in bench.document()["steps"] if s["name"] == "moments")
    assert step["counts"]["columns"] == 3
    assert step["counts"]["file"] < 0.04

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
    method = changes.pop("method", METHOD)
    bench.recipe(method, attributes=ATTRIBUTES, **changes)
    assert bench.protect() not in WRITTEN
    assert said in bench.err


def test_a_column_that_would_lose_too_much_is_named(bench: Bench) -> None:
    rows = [ROWS[0], *([*row] for row in ROWS[1:])]
    rows[1][2] = "99999"
    bench.people(rows)
    bench.recipe(METHOD, attributes=ATTRIBUTES)
    assert bench.protect() in WRITTEN, bench.err
    said = " ".join((bench.out + bench.err).split())
    assert "SALES keeps the means of its groups" in said
    assert "means lose more than 36 % of a variance" in said
    log = bench.document()
    (row,) = (row for row in log["checklist"] if row["row"] == "means-left")
    assert (row["figure"], row["columns"], row["outcome"]) == (1, ["SALES"], "open")
    # Said once: by the row.
    assert not [warning for warning in log["warnings"] if "moments" in warning["code"]]
