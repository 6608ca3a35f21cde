"""t over units of several records, counted with pandas in the sample of households alone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core.command_line import main
from tests.core.command_line.attacker import SAMPLES, sample_recipe, write_first_records

RECORDS = 1300
PROFILE = ["RELATION", "SEX", "AGE", "HOUSEHOLD_SIZE", "TENURE", "RENT"]
OF_UNIT = ["HOUSEHOLD_SIZE", "HOUSEHOLD_INCOME", "TENURE", "RENT"]
K = 5
Recipe = dict[str, Any]


def recipe_of(confidential: str, t: float, protect: str = "unit", **more: Any) -> Recipe:
    recipe = sample_recipe("household_members")
    recipe["input"]["path"] = "household_members.csv"
    kept = [a for a in recipe["attributes"] if a["name"] in PROFILE]
    names = {a["name"] for a in kept}
    assert names == set(PROFILE)
    others = [a["name"] for a in recipe["attributes"] if a["name"] not in names]
    link = "link" if protect == "unit" else "identifier"
    recipe["attributes"] = [
        *kept,
        {"name": "HOUSEHOLD_ID", "role": link},
        {"name": confidential, "role": "confidential", "scale": "continuous"},
        *(
            {"name": name, "role": "drop"}
            for name in others
            if name not in (confidential, "HOUSEHOLD_ID")
        ),
    ]
    recipe["unit"] = {"id": "HOUSEHOLD_ID", "columns": OF_UNIT, "protect": protect, "largest": 5}
    if protect == "member":
        del recipe["unit"]["largest"]
    for key in ("dominance", "rules", "answers", "weight"):
        recipe.pop(key, None)
    recipe["method"] = {"name": "t-merge", "k": K, "t": t}
    return {**recipe, "keep_order": True, **more}


def released(place: Path, recipe: Recipe) -> Path:
    write_first_records("household_members", RECORDS, place)
    (place / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    assert main(["protect", str(place / "recipe.json"), "--output", str(place / "out")]) in (0, 5)
    return place / "out"


@pytest.fixture(scope="module")
def by_income(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release that is t-close over units in their income."""
    return released(tmp_path_factory.mktemp("income"), recipe_of("HOUSEHOLD_INCOME", 0.42))


def read(release: Path) -> pd.DataFrame:
    return pd.read_csv(next((release / "public").glob("*.csv")))


def largest_distance(whole: pd.Series, groups: pd.Series) -> float:
    """Compute the largest ordered EMD of a group, as Li et al. (2007) define it.

    It is the mean absolute difference of the cumulated shares.
    """
    values = np.unique(whole)

    def cumulate(part: pd.Series) -> np.ndarray:
        counts = np.bincount(np.searchsorted(values, part), minlength=len(values))
        return counts.cumsum() / len(part)

    shares = cumulate(whole)
    sums = (np.abs(cumulate(part) - shares).sum() for _, part in whole.groupby(groups))
    return float(max(sums) / (len(values) - 1))


def classes(table: pd.DataFrame) -> pd.Series:
    """Return, for each household, the multiset of its released records."""
    rows = table[PROFILE].astype(str).apply(tuple, axis=1)
    return rows.groupby(table["HOUSEHOLD_ID"]).apply(lambda own: tuple(sorted(own)))


def worst_of_units(table: pd.DataFrame, name: str) -> float:
    """Compute the largest EMD over households with the same profile, each household once."""
    return largest_distance(table.groupby("HOUSEHOLD_ID")[name].first(), classes(table))


def worst_of_their_records(table: pd.DataFrame, name: str) -> float:
    return largest_distance(table[name], table["HOUSEHOLD_ID"].map(classes(table)))


def worst_of_records(table: pd.DataFrame, name: str) -> float:
    rows = table[PROFILE].astype(str).apply(tuple, axis=1)
    return largest_distance(table[name], rows)


@pytest.mark.parametrize(
    ("name", "t", "worst"),
    [("HOUSEHOLD_INCOME", 0.42, worst_of_units), ("EARNINGS", 0.4, worst_of_their_records)],
)
def test_units_with_the_same_profile_are_t_close(
    tmp_path: Path,
    by_income: Path,
    name: str,
    t: float,
    worst: Callable[[pd.DataFrame, str], float],
) -> None:
    release = by_income if name == "HOUSEHOLD_INCOME" else released(tmp_path, recipe_of(name, t))
    table = read(release)
    assert worst(table, name) <= t + 1e-12
    assert worst_of_records(table, name) <= t + 1e-12
    groups = classes(table).value_counts()
    assert groups.min() >= K
    log = json.loads(next((release / "internal").glob("*.internal.json")).read_text("utf-8"))
    (count,) = (c for c in log["verification"]["conditions"] if c["condition"] == "unit-closeness")
    assert count == {
        "condition": "unit-closeness",
        "column": name,
        "groups": len(groups),
        "failing": 0,
        "held": True,
    }
    source = str(release.parent / "household_members.csv")
    internal = str(next((release / "internal").glob("*.internal.json")))
    assert main(["verify", internal, "--input", source]) == 0


def test_members_are_t_close_and_come_from_k_units(tmp_path: Path) -> None:
    table = read(released(tmp_path, recipe_of("EARNINGS", 0.3, "member")))
    assert worst_of_records(table, "EARNINGS") <= 0.3 + 1e-12
    source = pd.read_csv(tmp_path / "household_members.csv")
    rows = table[PROFILE].astype(str).apply(tuple, axis=1)
    assert source["HOUSEHOLD_ID"].groupby(rows).nunique().min() >= K


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_refusal_says_that_missing_values_leave_out_most_units_of_a_size(
    tmp_path: Path, is_lost: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    members = pd.read_csv(SAMPLES / "household_members.csv")
    sizes = members["HOUSEHOLD_ID"].map(members["HOUSEHOLD_ID"].value_counts())
    of_five = members.loc[sizes == 5, "HOUSEHOLD_ID"].unique()
    assert len(of_five) > 5
    # Those with the smallest incomes remain.
    income = members.groupby("HOUSEHOLD_ID")["EARNINGS"].sum()
    without = income[of_five].sort_values().index[6 if is_lost else len(of_five) :]
    last = members["HOUSEHOLD_ID"].duplicated(keep="last")
    gone = members["HOUSEHOLD_ID"].isin(without) & ~last
    members["EARNINGS"] = members["EARNINGS"].astype(float).mask(gone)
    members.to_csv(tmp_path / "members.csv", index=False)
    recipe = recipe_of("EARNINGS", 0.1 if is_lost else 0.05, missing="leave-out")
    recipe["input"]["path"] = str(tmp_path / "members.csv")
    recipe["input"]["options"]["missing"] = [""]
    (tmp_path / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")

    status = main(["protect", str(tmp_path / "recipe.json"), "--output", str(tmp_path / "out")])
    said = capsys.readouterr().err
    assert status == 2
    assert "from the whole file even as a single group" in said
    lost = f"Of the {len(of_five)} units with 5 records, {len(without)} are left out whole"
    assert (f"Column EARNINGS: {lost}" in said) == is_lost


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        (
            recipe_of("HOUSEHOLD_INCOME", 0.05),
            "farther than t = 0.05 from the whole file even as a single group",
        ),
        (
            recipe_of("HOUSEHOLD_INCOME", 0.4, "member"),
            "t cannot be kept over units if only their members are protected",
        ),
        (
            recipe_of("EARNINGS", 0.4, method={"name": "t-k-first", "k": K, "t": 0.4}),
            "Choose t-merge, which keeps t by merging",
        ),
        (
            recipe_of("EARNINGS", 0.4, method={"name": "t-merge", "k": K, "t": 0.4, "lambda": 0.5}),
            "a λ of 0",
        ),
    ],
)
def test_what_cannot_be_kept_is_refused(
    tmp_path: Path, recipe: Recipe, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_first_records("household_members", RECORDS, tmp_path)
    (tmp_path / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    status = main(["protect", str(tmp_path / "recipe.json"), "--output", str(tmp_path / "out")])
    assert status == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_release_that_breaks_t_over_units_is_not_confirmed(
    tmp_path: Path, by_income: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever exchanges the incomes of two households is found out."""
    release = tmp_path / "out"
    shutil.copytree(by_income, release)
    path = next((release / "public").glob("*.csv"))
    table = pd.read_csv(path, dtype=str)
    table["HOUSEHOLD_INCOME"] = table["HOUSEHOLD_INCOME"].sort_values().to_numpy()
    table.to_csv(path, index=False)
    internal = str(next((release / "internal").glob("*.internal.json")))
    source = str(by_income.parent / "household_members.csv")
    capsys.readouterr()
    assert main(["verify", internal, "--input", source]) == 3
