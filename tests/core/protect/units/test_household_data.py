"""Published persons in households: whole profiles shared by five, counted in plain pandas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.encode import group_records
from core.encode.unit_groups import group_units
from core.jobs import Job
from core.model import Attribute, Role, Scale, Schema
from core.protect import METHODS
from core.protect.units import patterns_of
from core.protect.units.member_clusters import cluster_members
from core.protect.units.unit_clusters import cluster_units, represent_columns
from core.protect.units.unit_file import UnitFile
from tests.core.tables import cells, column
from tests.lanes import is_longer_lane
from tests.oracles import partitions

K = 5
MEMBERS = ("age", "sex", "relat")
UNIT = ("size", "income")


@pytest.fixture(scope="module")
def persons(reference_data: Path) -> pd.DataFrame:
    """Return the persons of the 996 households of sizes that at least five households have."""
    file = pd.read_csv(reference_data / "household_testdata.csv")
    home = file["ori_hid"]
    table = pd.DataFrame(
        {
            "home": home,
            "size": home.map(home.value_counts()).astype(float),
            "income": file["income"].groupby(home).transform("sum"),
            **{name: file[name].astype(float) for name in MEMBERS},
        }
    )
    sizes = table.drop_duplicates("home")["size"].value_counts()
    kept = table[table["size"].isin(sizes.index[sizes >= K])].reset_index(drop=True)
    assert kept["home"].nunique() == 996
    return kept


def file_of(
    table: pd.DataFrame,
    masked: Sequence[str],
    of_unit: Sequence[str],
    members_by: Sequence[str],
    strata: str = "",
) -> UnitFile:
    names = [name for name in table.columns if name != "home"]
    columns = tuple(column(name, table[name].tolist()) for name in names)
    roles = {name: Role.QUASI_IDENTIFIER if name in masked else Role.OTHER for name in names}
    schema = Schema(tuple(Attribute(name, roles[name], Scale.CONTINUOUS) for name in names))
    return UnitFile(
        columns=columns,
        schema=schema,
        unit=group_records([column("home", table["home"].tolist())]),
        masked=tuple(masked),
        unit_columns=tuple(of_unit),
        members_by=tuple(members_by),
        strata=pd.factorize(table[strata])[0] if strata else np.zeros(len(table), dtype=np.int64),
    )


def frame(table: pd.DataFrame, file: UnitFile, protect=cluster_units, **more) -> pd.DataFrame:
    method = METHODS["mdav"]
    clusters = protect(method, file, method.complete({"k": K, **more}), Job())
    found = represent_columns(file, clusters)
    return pd.DataFrame({"home": table["home"], **{c.name: cells(c) for c in found}})


def fixed_order(table: pd.DataFrame, unit: Sequence[str], members: Sequence[str]) -> pd.DataFrame:
    """Return the release of the plain prototype: members sorted by relation and age."""
    table = table.sort_values(["home", "relat", "age"], kind="stable")
    homes = table.drop_duplicates("home").set_index("home")
    own = dict(zip(homes.index, partitions.standardised(columns_of(homes, unit)), strict=True))
    each = dict(zip(table.index, partitions.standardised(columns_of(table, members)), strict=True))
    released = table.copy()
    for _, part in table.groupby("size"):
        rows = {home: group.index.tolist() for home, group in part.groupby("home")}
        names = list(rows)
        vectors = [[*own[h], *(x for row in rows[h] for x in each[row])] for h in names]
        for cluster in partitions.mdav(vectors, K):
            held = [rows[names[i]] for i in cluster]
            everybody = [row for home in held for row in home]
            for name in unit:
                released.loc[everybody, name] = homes.loc[[names[i] for i in cluster], name].mean()
            for slot in map(list, zip(*held, strict=True)):
                for name in members:
                    released.loc[slot, name] = table.loc[slot, name].mean()
    return released.sort_index()


def columns_of(table: pd.DataFrame, names: Sequence[str]) -> list[list[float]]:
    return [table[name].tolist() for name in names]


def loss(before: pd.DataFrame, after: pd.DataFrame, name: str) -> float:
    spread = ((before[name] - before[name].mean()) ** 2).sum()
    return float(100 * ((before[name] - after[name]) ** 2).sum() / spread)


def classes(released: pd.DataFrame, names: Sequence[str]) -> pd.Series:
    """Return the number of units with each profile: the sorted records of a unit."""
    records = released[list(names)].apply(tuple, axis=1)
    return records.groupby(released["home"]).agg(lambda held: tuple(sorted(held))).value_counts()


@pytest.mark.parametrize(
    "members", [("age", "sex", "relat"), pytest.param(("age", "sex"), marks=pytest.mark.longer)]
)
def test_five_households_share_their_profile_and_lose_less_than_in_a_fixed_order(
    persons: pd.DataFrame, members: tuple[str, ...]
) -> None:
    names = (*UNIT, *members)
    file = file_of(persons, names, UNIT, ("relat", "age"))

    released = frame(persons, file)

    assert classes(released, names).min() >= K
    assert (released.groupby("home")[list(UNIT)].nunique() == 1).all(axis=None)
    assert (released["size"] == persons["size"]).all()
    assert loss(persons, released, "age") < 10.5
    assert loss(persons, released, "income") < 15.7
    if is_longer_lane():
        plain = fixed_order(persons, UNIT, members)
        assert classes(plain, names).min() >= K
        assert loss(persons, released, "age") < loss(persons, plain, "age")
        assert loss(persons, released, "income") < loss(persons, plain, "income")
    own = group_records([column(n, released[n].tolist()) for n in names])
    assert np.bincount(group_units(file.unit, own)).min() >= K


def test_five_households_are_in_every_group_if_members_are_protected(persons: pd.DataFrame) -> None:
    names = (*UNIT, "age", "sex")
    released = frame(persons, file_of(persons, names, UNIT, ("age",)), cluster_members)

    groups = released.groupby(list(names))["home"]
    assert groups.size().min() >= K
    assert groups.nunique().min() >= K
    assert (released.groupby("home")[list(UNIT)].nunique() == 1).all(axis=None)
    whole = frame(persons, file_of(persons, names, UNIT, ("relat", "age")))
    assert loss(persons, released, "age") < loss(persons, whole, "age")
    assert loss(persons, released, "income") < loss(persons, whole, "income")


@pytest.fixture(scope="module")
def panel(persons: pd.DataFrame) -> pd.DataFrame:
    """Return three waves of the persons; one in eight is missing in each wave but the first."""
    chance = np.random.default_rng(11)
    waves = []
    for wave in (1, 2, 3):
        seen = persons[(wave == 1) | (chance.random(len(persons)) < 0.875)]
        pay = seen["income"] * chance.lognormal(0.02 * wave, 0.1, len(seen))
        fields = {"home": seen.index, "wave": wave, "sex": seen["sex"], "age": seen["age"] + wave}
        waves.append(pd.DataFrame({**fields, "pay": pay}))
    return pd.concat(waves).sample(frac=1, random_state=3).reset_index(drop=True)


def test_five_trajectories_of_a_panel_are_alike(panel: pd.DataFrame) -> None:
    file = file_of(panel, ("sex", "age", "pay"), ("sex",), ("wave",), strata="wave")

    released = frame(panel, file)

    assert len(list(patterns_of(file))) == 4
    assert (released["wave"] == panel["wave"]).all()
    assert classes(released, ("wave", "sex", "age", "pay")).min() >= K
    assert (released.groupby("home")["sex"].nunique() == 1).all()
    for name in ("sex", "age", "pay"):
        assert loss(panel, released, name) < 3.0
    by_wave = released.groupby("wave")["age"].sum(), panel.groupby("wave")["age"].sum()
    np.testing.assert_allclose(*by_wave)
