"""Households that a cluster and a number within it identify together, from recipe to release."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.core.command_line.conftest import Bench
from tests.log_words import claim_words
from tests.statuses import WRITTEN

FILE = Path(__file__).parents[2] / "data/disclosures/household_key_two_columns.csv"
UNIT: Mapping[str, Any] = {"id": ["CLUSTER", "HHNUM"], "columns": ["TENURE"]}
K = 5
MASKED = ("TENURE", "AGE", "SEX", "EDUC")


def protect(bench: Bench, roles: Mapping[str, str], unit: Mapping[str, Any] = UNIT) -> int:
    scales = dict.fromkeys(MASKED, "nominal") | {"AGE": "integer"}
    attributes = [
        *({"name": n, "role": roles.get(n, "identifier")} for n in ("CLUSTER", "HHNUM", "LINE")),
        *({"name": n, "role": "quasi-identifier", "scale": s} for n, s in scales.items()),
    ]
    bench.people(pd.read_csv(FILE))
    bench.recipe({"name": "mdav", "k": K}, attributes=attributes, unit=unit)
    return bench.protect()


def profiles(table: pd.DataFrame, unit: pd.Series) -> Counter[tuple[object, ...]]:
    """Count the units that have each multiset of released records."""
    rows = table[list(MASKED)].apply(tuple, axis=1)
    return Counter(tuple(sorted(of_unit)) for _, of_unit in rows.groupby(unit))


@pytest.fixture(scope="module")
def homes() -> pd.Series:
    file = pd.read_csv(FILE)
    return file["CLUSTER"] * 100 + file["HHNUM"]


@pytest.mark.parametrize(
    "roles", [{"CLUSTER": "other"}, {"HHNUM": "link"}], ids=["cluster", "link"]
)
def test_no_household_is_alone(roles: dict[str, str], homes: pd.Series, bench: Bench) -> None:
    assert protect(bench, roles) in WRITTEN
    assert "Units by CLUSTER × HHNUM: 210. At least 5 of them" in bench.out
    table = bench.frame()
    assert homes.nunique() == 210
    assert min(profiles(table, homes).values()) >= K
    assert (table.groupby(homes)["TENURE"].nunique() == 1).all()
    assert bench.document()["recipe"]["unit"]["id"] == ["CLUSTER", "HHNUM"]
    assert "all records with the same CLUSTER" in claim_words(bench.document())
    assert bench.verify() == bench.verify("public") == 0
    if "HHNUM" in roles:
        # It numbers the households of all clusters.
        assert sorted(table["HHNUM"].unique()) == list(range(1, 211))
        assert (table["HHNUM"].groupby(homes).nunique() == 1).all()


def test_groups_of_members_come_from_five_households(homes: pd.Series, bench: Bench) -> None:
    assert protect(bench, {}, {**UNIT, "protect": "member"}) in WRITTEN
    assert homes.groupby([bench.frame()[name] for name in MASKED]).nunique().min() >= K


@pytest.mark.parametrize(
    ("roles", "unit", "problem"),
    [
        ({"CLUSTER": "other", "HHNUM": "other"}, UNIT, "it cannot be released as it is"),
        ({"CLUSTER": "link", "HHNUM": "link"}, UNIT, "Only one column can hold the new numbers"),
        ({}, {**UNIT, "id": ["CLUSTER", "HOUSE"]}, "HOUSE"),
        ({}, {**UNIT, "id": []}, "must be a text or a list of texts"),
        ({}, {**UNIT, "id": 5}, "must be a text or a list of texts"),
    ],
)
def test_what_cannot_number_units_is_refused(
    roles: dict[str, str], unit: Mapping[str, Any], problem: str, bench: Bench
) -> None:
    assert protect(bench, roles, unit) == 2
    assert problem in bench.err


def test_the_key_is_suggested(bench: Bench) -> None:
    assert bench.run("suggest", FILE, "--json") == 0
    entries = [proposal["entry"] for proposal in json.loads(bench.out)["proposals"]]
    assert ["CLUSTER", "HHNUM"] in [entry["unit"]["id"] for entry in entries if "unit" in entry]
