"""Households that a cluster and a number within it identify together, from recipe to release."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core.command_line import main
from tests.log_words import claim_words
from tests.statuses import READY, WITH_QUESTIONS

FILE = Path(__file__).parents[2] / "data/disclosures/household_key_two_columns.csv"
UNIT: Mapping[str, Any] = {"id": ["CLUSTER", "HHNUM"], "columns": ["TENURE"]}
K = 5
MASKED = ("TENURE", "AGE", "SEX", "EDUC")


def protect(folder: Path, roles: Mapping[str, str], **settings: Any) -> tuple[int, Path]:
    scales = dict.fromkeys(MASKED, "nominal") | {"AGE": "integer"}
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": str(FILE), "kind": "csv"},
        "attributes": [
            *(
                {"name": n, "role": roles.get(n, "identifier")}
                for n in ("CLUSTER", "HHNUM", "LINE")
            ),
            *({"name": n, "role": "quasi-identifier", "scale": s} for n, s in scales.items()),
        ],
        "unit": UNIT,
        "keep_order": True,
        "method": {"name": "mdav", "k": K},
        "output": {"kind": "csv", "name": "out"},
        **settings,
    }
    (folder / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    return main(["protect", str(folder / "recipe.json"), "--output", str(folder / "out")]), folder


def release_of(folder: Path) -> pd.DataFrame:
    return pd.read_csv(folder / "out/public/out.csv")


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
def test_no_household_is_alone(
    roles: dict[str, str], homes: pd.Series, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, folder = protect(tmp_path, roles)
    assert status in (READY, WITH_QUESTIONS)
    assert "Units by CLUSTER × HHNUM: 210. At least 5 of them" in capsys.readouterr().out
    table = release_of(folder)
    assert homes.nunique() == 210
    assert min(profiles(table, homes).values()) >= K
    assert (table.groupby(homes)["TENURE"].nunique() == 1).all()
    log = json.loads((folder / "out/internal/out.internal.json").read_text())
    assert log["recipe"]["unit"]["id"] == ["CLUSTER", "HHNUM"]
    assert "all records with the same CLUSTER" in claim_words(log)
    for half in ("internal/out.internal.json", "public/out.audit.json"):
        assert main(["verify", str(folder / "out" / half), "--input", str(FILE)]) == 0


def test_the_link_numbers_the_households_of_all_clusters(homes: pd.Series, tmp_path: Path) -> None:
    _, folder = protect(tmp_path, {"HHNUM": "link"})
    link = release_of(folder)["HHNUM"]
    assert sorted(link.unique()) == list(range(1, 211))
    assert (link.groupby(homes).nunique() == 1).all()


def test_groups_of_members_come_from_five_households(homes: pd.Series, tmp_path: Path) -> None:
    status, folder = protect(tmp_path, {}, unit={**UNIT, "protect": "member"})
    assert status in (READY, WITH_QUESTIONS)
    assert homes.groupby([release_of(folder)[name] for name in MASKED]).nunique().min() >= K


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
    roles: dict[str, str],
    unit: Mapping[str, Any],
    problem: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, _ = protect(tmp_path, roles, unit=unit)
    assert status == 2
    assert problem in capsys.readouterr().err


def test_the_key_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest", str(FILE), "--json"]) == 0
    assert '"id": ["CLUSTER", "HHNUM"]' in " ".join(capsys.readouterr().out.split()).replace(
        "[ ", "["
    ).replace(" ]", "]")
