"""A release whose clusters are formed on scales of distance and with the importance of columns."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.core.command_line.conftest import Bench

AMOUNTS = [200, 3, 400, 9, 100]
ROWS = [["AMOUNT"], *([str(amount)] for amount in AMOUNTS)]
MASKED = {"role": "quasi-identifier", "scale": "continuous"}
LOG = {"name": "AMOUNT", **MASKED, "distance": "log"}
RANKS = {**LOG, "scale": "ordinal", "order": ["3", "9", "100", "200", "400"]}
MDAV = {"name": "mdav", "k": 2}
NOISE = {"name": "dp-individual-ranking", "k": 2, "epsilon": 1}


def released(bench: Bench) -> list[float]:
    return sorted(float(row["AMOUNT"]) for row in bench.table())


@pytest.mark.parametrize(
    ("settings", "amounts"),
    [
        ({}, [37, 37, 37, 300, 300]),
        ({"distance": "plain", "importance": 4}, [37, 37, 37, 300, 300]),
        ({"distance": "log"}, [6, 6, 233, 233, 233]),
    ],
)
def test_the_manual_s_example(bench: Bench, settings: dict, amounts: list[float]) -> None:
    bench.people(ROWS)
    bench.release_as(MDAV, attributes=[{"name": "AMOUNT", **MASKED, **settings}])
    assert released(bench) == amounts
    assert min(Counter(released(bench)).values()) >= 2

    assert bench.verify() == 0, bench.err
    bench.check_replay()
    (entry,) = bench.document()["recipe"]["attributes"]
    assert {key: entry[key] for key in ("distance", "importance") if key in entry} == {
        key: value for key, value in settings.items() if value != "plain"
    }


def test_importance_decides_which_column_brings_records_together(bench: Bench) -> None:
    rows = [["PLACE", "AMOUNT"], *([place, str(a)] for place in "xy" for a in (1, 3, 7, 9))]
    bench.people(rows)
    pairs = {}
    for importance in (0.01, 100):
        place = {"name": "PLACE", "role": "quasi-identifier", "scale": "nominal"}
        attributes = [{**place, "importance": importance}, {"name": "AMOUNT", **MASKED}]
        bench.release_as({"name": "mdav", "k": 4}, "--overwrite", attributes=attributes)
        pairs[importance] = {(r["PLACE"], float(r["AMOUNT"])) for r in bench.table()}
    assert {amount for _, amount in pairs[0.01]} == {2, 8}
    assert pairs[100] == {("x", 5), ("y", 5)}


@pytest.mark.parametrize(
    ("attribute", "method", "sentence"),
    [
        (RANKS, MDAV, "It holds no amounts, so it is compared as it is."),
        ({**LOG, "domain": [0, 500]}, NOISE, "Differential privacy uses no distances."),
        ({**LOG, "importance": 101}, MDAV, "must be a number from 0.01 to 100"),
        ({**LOG, "distance": "ln"}, MDAV, "must be one of: plain, log, root"),
    ],
)
def test_what_makes_no_sense_is_refused(bench: Bench, attribute, method, sentence) -> None:
    bench.people(ROWS)
    bench.recipe(method, attributes=[attribute])
    bench.check_refused(sentence)


def test_methods_without_distances_say_so(bench: Bench) -> None:
    bench.people(ROWS)
    bench.release_as({"name": "individual-ranking", "k": 2}, attributes=[LOG])
    assert "forms no clusters by distance" in bench.err + bench.out
    assert released(bench) == [6, 6, 233, 233, 233]


def test_methods_are_compared_with_the_keys(bench: Bench) -> None:
    bench.people(ROWS)
    losses = []
    for attribute in ({"name": "AMOUNT", **MASKED}, LOG):
        bench.recipe(MDAV, attributes=[attribute])
        assert bench.run("compare", bench.folder / "recipe.json", "--json") == 0, bench.err
        rows = {row["way"]: row for row in json.loads(bench.out)["rows"]}
        losses.append(rows["mdav"]["information_loss"])
    # By hand: of 108,701.2, 25,908.7 lie about 37.33 and 300, and 46,684.7 about 6 and 233.33.
    assert losses == [pytest.approx(23.835, abs=0.01), pytest.approx(42.948, abs=0.01)]
