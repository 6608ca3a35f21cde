"""Published columns that disclose the amounts of units, or their units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.model import (
    Attribute,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from tests.core.pipeline.whole_runs import log_of, release_project
from tests.core.table.household_files import homes_project, write_homes
from tests.log_words import row_words

MASKED = {"WAGE": Attribute("WAGE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)}
SINGLE, TOGETHER = "rare-value", "rare-combination"
POLICIES = (MissingPolicy.LEAVE_OUT, MissingPolicy.USE_OBSERVED)


def homes(folder: Path, *, missing: float = 0.0) -> pd.DataFrame:
    """Draw households whose wages have few different values; BASE and EXTRA follow from them."""
    write_homes(folder / "drawn.parquet", 4, 200, missing=missing)
    table = pd.read_parquet(folder / "drawn.parquet", dtype_backend="pyarrow")
    table["WAGE"] = (table["WAGE"] / 100).round() * 100
    return table.drop(columns=["BASE", "EXTRA"])


def project_of(folder: Path, table: pd.DataFrame, **wishes: object) -> Project:
    table.to_csv(folder / "in.csv", index=False)
    added = ("SHOWN", "CREED", "SEX", "OCCUPATION")
    more = {name: Attribute(name, Role.OTHER) for name in added if name in table.columns}
    project = homes_project(
        folder / "in.csv", Method("mdav", {"k": 3}), attributes=MASKED | more, **wishes
    )
    kept = tuple(a for a in project.schema.attributes if a.name in table.columns)
    # Files of other kinds are read by processes of their own, which takes longer.
    source, target = Source(str(folder / "in.csv"), FileKind.CSV), Target(FileKind.CSV, "out")
    return Project(source, Schema(kept), replace(project.recipe, target=target))


def asked(
    project: Project, folder: Path, kind: str = "undone"
) -> dict[tuple[str, str], dict[str, object]]:
    """Return the counts of a kind beyond their limits, asked by themselves or with others."""
    rows = log_of(release_project(project, folder / "release"))["checklist"]
    beyond = [row for row in rows if row["outcome"] != "held"]
    return {(row["row"], row["column"]): row for row in beyond if row["row"].startswith(kind)}


@pytest.mark.parametrize(("policy", "what"), [(POLICIES[0], "sum"), (POLICIES[1], "mean")])
def test_a_published_income_of_the_household_discloses_that_of_its_only_member(
    tmp_path, policy, what
):
    table = homes(tmp_path, missing=0.02)
    table["SHOWN"] = table.groupby("HOME")["WAGE"].transform(what)
    alone = table.groupby("HOME")["WAGE"].transform("size") == 1
    assert alone.mean() < 0.2
    found = asked(project_of(tmp_path, table, missing=policy), tmp_path)
    assert list(found) == [("undone-unit", "SHOWN")]
    assert "WAGE over each unit" in row_words(found["undone-unit", "SHOWN"])


def sums(table: pd.DataFrame) -> pd.Series:
    """Return the wages of each household."""
    return table.groupby("HOME")["WAGE"].transform("sum").astype(float)


SHOWN: dict[str, Callable[[pd.DataFrame], pd.Series]] = {
    "a noisy sum": lambda t: sums(t) + 60 * (t["HOME"].astype(int) % 7),
    "a sum that differs in one household": lambda t: sums(t).where(
        t.index != t.index[t["HOME"].duplicated()][0], 7
    ),
}


@pytest.mark.parametrize("what", SHOWN)
def test_another_column_of_the_household_discloses_no_wage(tmp_path, what):
    table = homes(tmp_path)
    table["SHOWN"] = SHOWN[what](table)
    assert asked(project_of(tmp_path, table), tmp_path) == {}


@pytest.mark.parametrize(
    "policy", [POLICIES[0], pytest.param(POLICIES[1], marks=pytest.mark.longer)]
)
def test_a_value_of_one_household_of_several_members_is_a_question(tmp_path, policy):
    table, draw = homes(tmp_path), np.random.default_rng(5)
    creeds = dict.fromkeys(table["HOME"].unique(), "")
    creeds |= {home: str(draw.choice(["a", "b", "c"])) for home in creeds}
    table["CREED"] = table["HOME"].map(creeds).astype("string[pyarrow]")
    shown = (SINGLE, "CREED")
    assert shown not in asked(project_of(tmp_path, table, missing=policy), tmp_path, SINGLE)
    sizes = Counter(table["HOME"])
    threes, ones = ([h for h, n in sizes.items() if n == size] for size in (3, 1))
    # Of two households each, of one each, and of one with a missing age.
    for creed, some in {"two": ones[:2], "one": threes[:1], "lost": threes[1:2]}.items():
        table.loc[table["HOME"].isin(some), "CREED"] = creed
    table.loc[table["HOME"].eq(threes[1]).idxmax(), "AGE"] = None
    folder = tmp_path / "again"
    folder.mkdir()
    found = asked(project_of(folder, table, missing=policy), folder, SINGLE)
    # Fewer than three households have each of these; one is left out with its only household.
    expected = {MissingPolicy.LEAVE_OUT: "2 of its values occur in fewer than 3 units each"}
    said = expected.get(policy, "3 of its values occur in fewer than 3 units each")
    assert said in row_words(found[shown])


@pytest.mark.parametrize(
    "policy", [pytest.param(POLICIES[0], marks=pytest.mark.longer), POLICIES[1]]
)
def test_a_combination_that_several_members_of_one_household_share_is_a_question(tmp_path, policy):
    table, draw = homes(tmp_path), np.random.default_rng(6)
    table["SEX"] = np.array(["f", "m"])[draw.integers(0, 2, len(table))]
    table["OCCUPATION"] = np.array(["cook", "nurse", "smith"])[draw.integers(0, 3, len(table))]
    first = tmp_path / "first"
    first.mkdir()
    assert asked(project_of(first, table, missing=policy), first, TOGETHER) == {}
    sizes = Counter(table["HOME"])
    threes, ones = ([h for h, n in sizes.items() if n == size] for size in (3, 1))
    # Pilots live in two households, sailors in one, and miners in one with a missing age. No
    # occupation singles out a record.
    for job, some in {"pilot": ones[:2], "sailor": threes[:1], "miner": threes[1:2]}.items():
        table.loc[table["HOME"].isin(some), ["SEX", "OCCUPATION"]] = "f", job
    table.loc[table["HOME"].eq(threes[1]).idxmax(), "AGE"] = None
    folder = tmp_path / "again"
    folder.mkdir()
    found = asked(project_of(folder, table, missing=policy), folder, TOGETHER)
    (caution,) = found.values()
    assert caution["row"] == "rare-combination"
    units = table["HOME"].nunique()
    expected = {MissingPolicy.LEAVE_OUT: f"one of {units - 1} units is the only one"}
    said = expected.get(policy, f"2 of {units} units are the only ones")
    assert f"SEX, OCCUPATION are published as they are, and {said}" in row_words(caution)
