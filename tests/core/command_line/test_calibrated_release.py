"""A release with calibrated categories is verified and repeated like any other."""

from __future__ import annotations

from collections import Counter

from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

ROWS = [
    ["PLACE", "SIZE", "AMOUNT", "INCOME"],
    *(
        ["aaabbaac"[i * 5 % 8], "SMSLSSM"[i * 3 % 7], str(10 + i * 7 % 43), str(100 + i * 13 % 97)]
        for i in range(120)
    ),
]
ATTRIBUTES = [
    {"name": "PLACE", "role": "quasi-identifier", "scale": "nominal"},
    {"name": "SIZE", "role": "quasi-identifier", "scale": "ordinal", "order": ["S", "M", "L"]},
    {"name": "AMOUNT", "role": "quasi-identifier", "scale": "continuous"},
    {"name": "INCOME", "role": "confidential", "scale": "continuous"},
]
METHOD = {"name": "mdav", "k": 5, "categories": "calibrated"}


def test_shares_are_kept_and_the_run_can_be_repeated(bench: Bench) -> None:
    bench.people(ROWS)
    bench.recipe(METHOD, attributes=ATTRIBUTES)

    assert bench.protect() == 0, bench.err
    released = bench.table()
    assert min(Counter((r["PLACE"], r["SIZE"], r["AMOUNT"]) for r in released).values()) >= 5
    for at, name in enumerate(("PLACE", "SIZE")):
        before, after = Counter(row[at] for row in ROWS[1:]), Counter(r[name] for r in released)
        assert all(abs(before[value] - after[value]) <= 5 for value in before)

    assert bench.verify() == 0, bench.err
    bench.check_replay()
    steps = {step["name"]: step["counts"] for step in bench.document()["steps"]}
    assert steps["calibrated-categories"]["changed"] > 0
    public = bench.document("public")
    (step,) = (s for s in public["steps"] if s["name"] == "calibrated-categories")
    assert step["counts"] == {"clusters": 24}


def test_a_scenario_keeps_its_k(bench: Bench) -> None:
    bench.people(ROWS)
    scenarios = [{"name": "neighbours", "columns": ["PLACE", "SIZE"], "k": 10}]
    bench.recipe(METHOD, attributes=ATTRIBUTES, scenarios=scenarios)

    assert bench.protect() in WRITTEN, bench.err
    assert min(Counter((r["PLACE"], r["SIZE"]) for r in bench.table()).values()) >= 10
