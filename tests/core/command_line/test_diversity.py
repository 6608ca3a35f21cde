"""l different values in each group, from recipe to release, counted with pandas in the file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core.command_line import main
from tests.log_words import questions_in
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import READY, WRITTEN

Recipe = dict[str, Any]


def write_people(folder: Path) -> None:
    """Write forty people of whom the young all have the same illness."""
    rows = [
        (age, "N" if age % 2 else "S", "flu" if age < 40 else "ABC"[age % 3], age >= 40)
        for age in range(20, 60)
    ]
    table = pd.DataFrame(rows, columns=["AGE", "REGION", "ILLNESS", "IS_OLD"])
    table.loc[[1, 30], "ILLNESS"] = None
    table.to_csv(folder / "people.csv", index=False)


def recipe_of(**settings: Any) -> Recipe:
    return {
        "format": "statveil-recipe/2",
        "input": {"path": "people.csv", "kind": "csv"},
        "attributes": [
            {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
            {"name": "REGION", "role": "other"},
            {"name": "ILLNESS", "role": "confidential", "scale": "nominal"},
            {"name": "IS_OLD", "role": "other", "known": False},
        ],
        "method": {"name": "mdav", "k": 4},
        "unit": "record",
        "output": {"kind": "csv", "name": "out"},
        **settings,
    }


def protect(folder: Path, recipe: Recipe) -> int:
    write_people(folder)
    (folder / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    shutil.rmtree(folder / "release", ignore_errors=True)
    return main(["protect", str(folder / "recipe.json"), "--output", str(folder / "release")])


def test_groups_of_one_value_are_merged_counted_and_claimed(tmp_path: Path) -> None:
    assert protect(tmp_path, recipe_of()) in WRITTEN
    plain = (tmp_path / "release/public/out.csv").read_bytes()
    table = pd.read_csv(tmp_path / "release/public/out.csv")
    assert table.groupby("AGE")["ILLNESS"].nunique().min() == 1
    assert protect(tmp_path, recipe_of(diversity={"l": 2})) in WRITTEN
    assert (tmp_path / "release/public/out.csv").read_bytes() != plain
    table = pd.read_csv(tmp_path / "release/public/out.csv")
    n_values = table.groupby("AGE")["ILLNESS"].nunique()
    assert n_values.min() >= 2
    internal = tmp_path / "release/internal/out.internal.json"
    for place in (internal, next((tmp_path / "release/public").glob("*.json"))):
        log = json.loads(place.read_text(encoding="utf-8"))
        assert log["recipe"]["diversity"] == {"l": 2}
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
        assert main(["verify", str(place)]) == READY
        assert main(["verify", str(place), "--input", str(tmp_path / "people.csv")]) == READY
    for report in (tmp_path / "release").glob("*/*.html"):
        assert "Different values of ILLNESS" in report.read_text(encoding="utf-8")
    log = json.loads(internal.read_text(encoding="utf-8"))
    assert "same-value" not in [row["row"] for row in questions_in(log)]


@pytest.mark.parametrize("figure", ["groups", "wanted", "least", "failing"])
def test_verify_counts_in_the_file_what_the_log_states(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], figure: str
) -> None:
    assert protect(tmp_path, recipe_of(diversity={"l": 2})) in WRITTEN
    place = next((tmp_path / "release/public").glob("*.json"))
    log = json.loads(place.read_text(encoding="utf-8"))
    log["verification"]["conditions"][0][figure] += 1
    place.write_bytes(log_bytes(resealed(log)))
    capsys.readouterr()
    assert main(["verify", str(place)]) == 3
    assert "ILLNESS" in capsys.readouterr().err


REFUSALS: dict[str, tuple[Recipe, str]] = {
    "l of 1": ({"diversity": {"l": 1}}, "whole number from 2 to 100"),
    "no l": ({"diversity": {"columns": ["ILLNESS"]}}, "diversity.l"),
    "too large for the file": ({"diversity": {"l": 5}}, "fewer than l = 5 different values"),
    "an unknown column": ({"diversity": {"l": 2, "columns": ["X"]}}, "names X"),
    "a column twice": (
        {"diversity": {"l": 2, "columns": ["ILLNESS", "ILLNESS"]}},
        "ILLNESS: “diversity” names this column twice",
    ),
    "a masked column": ({"diversity": {"l": 2, "columns": ["AGE"]}}, "published as it is"),
    "a method without groups": (
        {"diversity": {"l": 2}, "method": {"name": "rank-swapping", "p": 5}},
        "forms no groups",
    ),
    "differential privacy": (
        {"diversity": {"l": 2}, "method": {"name": "dp-laplace", "epsilon": 1}},
        "forms no groups",
    ),
    "a stratum": (
        {"diversity": {"l": 2}, "strata": ["IS_OLD"]},
        "In the stratum (by IS_OLD) of the record in this row, ILLNESS has fewer than l = 2",
    ),
    "what defines strata": (
        {"diversity": {"l": 2, "columns": ["IS_OLD"]}, "strata": ["IS_OLD"]},
        "defines no strata",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_cannot_be_kept_is_refused(tmp_path: Path, capsys, name: str) -> None:
    settings, sentence = REFUSALS[name]
    assert protect(tmp_path, recipe_of(**settings)) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "release").exists()
