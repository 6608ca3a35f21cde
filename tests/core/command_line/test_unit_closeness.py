"""t over units of several records, counted with pandas in the sample of households alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.attributes import declare
from tests.core.command_line.attacker import SAMPLES, sample_recipe, write_first_records
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

RECORDS = 1300
PROFILE = ["RELATION", "SEX", "AGE", "HOUSEHOLD_SIZE", "TENURE", "RENT"]
OF_UNIT = ["HOUSEHOLD_SIZE", "HOUSEHOLD_INCOME", "TENURE", "RENT"]
K = 5
Recipe = dict[str, Any]


def recipe_of(confidential: str, t: float, protect: str = "unit", **more: Any) -> Recipe:
    recipe = sample_recipe("household_members")
    recipe["input"]["path"] = "people.csv"
    others = {
        "HOUSEHOLD_ID": declare("link" if protect == "unit" else "identifier"),
        confidential: declare("confidential continuous"),
    }
    names = [a["name"] for a in recipe["attributes"]]
    kept = {a["name"]: a for a in recipe["attributes"] if a["name"] in PROFILE}
    recipe["attributes"] = [
        {"name": n, "role": "drop"} | kept.get(n, others.get(n, {})) for n in names
    ]
    recipe["unit"] = {"id": "HOUSEHOLD_ID", "columns": OF_UNIT, "protect": protect, "largest": 5}
    if protect == "member":
        del recipe["unit"]["largest"]
    for key in ("dominance", "rules", "answers", "weight"):
        recipe.pop(key, None)
    recipe["method"] = {"name": "t-merge", "k": K, "t": t}
    return {**recipe, "keep_order": True, **more}


def write_members(bench: Bench, recipe: Recipe) -> Bench:
    write_first_records("household_members", RECORDS, bench.folder).rename(
        bench.folder / "people.csv"
    )
    bench.recipe(**recipe)
    return bench


@pytest.fixture(scope="module")
def by_income(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Return a release that is t-close over units in their income."""
    recipe = recipe_of("HOUSEHOLD_INCOME", 0.42)
    bench = write_members(Bench(tmp_path_factory.mktemp("income")), recipe)
    assert bench.protect() in WRITTEN
    return bench


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
    bench: Bench, by_income: Bench, name: str, t: float, worst: Callable[[pd.DataFrame, str], float]
) -> None:
    if name == "HOUSEHOLD_INCOME":
        bench = by_income
    else:
        assert write_members(bench, recipe_of(name, t)).protect() in WRITTEN
    table = bench.frame()
    assert worst(table, name) <= t + 1e-12
    assert worst_of_records(table, name) <= t + 1e-12
    groups = classes(table).value_counts()
    assert groups.min() >= K
    (count,) = bench.conditions("unit-closeness")
    assert count == {
        "condition": "unit-closeness",
        "column": name,
        "groups": len(groups),
        "failing": 0,
        "held": True,
    }
    assert bench.verify() == 0


def test_members_are_t_close_and_come_from_k_units(bench: Bench) -> None:
    assert write_members(bench, recipe_of("EARNINGS", 0.3, "member")).protect() in WRITTEN
    table = bench.frame()
    assert worst_of_records(table, "EARNINGS") <= 0.3 + 1e-12
    source = pd.read_csv(bench.folder / "people.csv")
    rows = table[PROFILE].astype(str).apply(tuple, axis=1)
    assert source["HOUSEHOLD_ID"].groupby(rows).nunique().min() >= K


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_refusal_says_that_missing_values_leave_out_most_units_of_a_size(
    bench: Bench, is_lost: bool
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
    bench.people(members)
    recipe = recipe_of("EARNINGS", 0.1 if is_lost else 0.05, missing="leave-out")
    recipe["input"]["options"]["missing"] = [""]
    bench.recipe(**recipe)

    assert bench.protect() == 2
    assert "from the whole file even as a single group" in bench.err
    lost = f"Of the {len(of_five)} units with 5 records, {len(without)} are left out whole"
    assert (f"Column EARNINGS: {lost}" in bench.err) == is_lost


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
def test_what_cannot_be_kept_is_refused(bench: Bench, recipe: Recipe, said: str) -> None:
    write_members(bench, recipe)
    assert bench.protect() == 2
    assert said in bench.err
    assert not bench.release.exists()


def test_a_release_that_breaks_t_over_units_is_not_confirmed(by_income: Bench) -> None:
    """Whoever exchanges the incomes of two households is found out."""
    path = by_income.release / f"public/{by_income.stem}.csv"
    genuine, table = path.read_bytes(), pd.read_csv(path, dtype=str)
    table["HOUSEHOLD_INCOME"] = table["HOUSEHOLD_INCOME"].sort_values().to_numpy()
    table.to_csv(path, index=False)
    assert by_income.verify() == 3
    path.write_bytes(genuine)
