"""l different values in each group, from recipe to release, counted with pandas in the file."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.log_words import questions_in
from tests.statuses import READY, WRITTEN

ATTRIBUTES = describe(
    "AGE quasi integer, REGION other, ILLNESS confidential nominal, IS_OLD other",
    IS_OLD={"known": False},
)
MDAV = {"name": "mdav", "k": 4}
SWAPPING, NOISE = {"name": "rank-swapping", "p": 5}, {"name": "dp-laplace", "epsilon": 1}
L_2 = {"diversity": {"l": 2}}


def protect(bench: Bench, method: object = MDAV, **settings: object) -> int:
    """Protect forty people of whom the young all have the same illness."""
    rows = [
        (age, "N" if age % 2 else "S", "flu" if age < 40 else "ABC"[age % 3], age >= 40)
        for age in range(20, 60)
    ]
    table = pd.DataFrame(rows, columns=[attribute["name"] for attribute in ATTRIBUTES])
    table.loc[[1, 30], "ILLNESS"] = None
    bench.people(table)
    people = {"attributes": ATTRIBUTES, "unit": "record", "keep_order": False}
    bench.recipe(method, **people, **settings)
    return bench.protect("--overwrite")


def test_groups_of_one_value_are_merged_counted_and_claimed(bench: Bench) -> None:
    assert protect(bench) in WRITTEN
    assert bench.frame().groupby("AGE")["ILLNESS"].nunique().min() == 1
    assert protect(bench, **L_2) in WRITTEN
    n_values = bench.frame().groupby("AGE")["ILLNESS"].nunique()
    assert n_values.min() >= 2
    for half in ("internal", "public"):
        log = bench.document(half)
        assert log["recipe"]["diversity"] == L_2["diversity"]
        assert log["verification"]["conditions"] == [
            {
                "condition": "diversity",
                "column": "ILLNESS",
                "groups": len(n_values),
                "wanted": 2,
                "least": int(n_values.min()),
                "failing": 0,
                "held": True,
            }
        ]
        claim = [statement["code"] for statement in log["result"]["claim"]]
        assert claim == ["claim-k", "claim-diversity"]
        assert bench.verify(half) == bench.verify(half, with_input=False) == READY
        assert "Different values of ILLNESS" in bench.page(half)
    assert "same-value" not in [row["row"] for row in questions_in(bench.document())]


def test_verify_counts_in_the_file_what_the_log_states(bench: Bench) -> None:
    assert protect(bench, **L_2) in WRITTEN
    for figure in ("groups", "wanted", "least", "failing"):

        def forge(log: dict, figure: str = figure) -> None:
            log["verification"]["conditions"][0][figure] += 1

        assert bench.verify_forged(forge) == 3, figure
        assert "ILLNESS" in bench.err


REFUSALS: dict[str, tuple[dict[str, object], str]] = {
    "l of 1": ({"diversity": {"l": 1}}, "whole number from 2 to 100"),
    "no l": ({"diversity": {"columns": ["ILLNESS"]}}, "diversity.l"),
    "too large for the file": ({"diversity": {"l": 5}}, "fewer than l = 5 different values"),
    "an unknown column": ({"diversity": {"l": 2, "columns": ["X"]}}, "names X"),
    "a column twice": (
        {"diversity": {"l": 2, "columns": ["ILLNESS", "ILLNESS"]}},
        "ILLNESS: “diversity” names this column twice",
    ),
    "a masked column": ({"diversity": {"l": 2, "columns": ["AGE"]}}, "published as it is"),
    "a method without groups": ({**L_2, "method": SWAPPING}, "forms no groups"),
    "differential privacy": ({**L_2, "method": NOISE}, "forms no groups"),
    "a stratum": (
        {**L_2, "strata": ["IS_OLD"]},
        "In the stratum (by IS_OLD) of the record in this row, ILLNESS has fewer than l = 2",
    ),
    "what defines strata": (
        {"diversity": {"l": 2, "columns": ["IS_OLD"]}, "strata": ["IS_OLD"]},
        "defines no strata",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_cannot_be_kept_is_refused(bench: Bench, name: str) -> None:
    settings, sentence = REFUSALS[name]
    assert protect(bench, **settings) == 2
    assert sentence in bench.err
    assert not bench.release.exists()
