"""Random files of households, and projects that protect them whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.model import Attribute, Method, Project, Role, Scale, Unit
from tests.core.table.random_files import parquet_project

SEXES = ("female", "male", "other")
COLUMNS = {
    "ROOMS": (Role.QUASI_IDENTIFIER, Scale.INTEGER),
    "RENT": (Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
    "REGION": (Role.OTHER, Scale.NOMINAL),
    "AGE": (Role.QUASI_IDENTIFIER, Scale.INTEGER),
    "SEX": (Role.QUASI_IDENTIFIER, Scale.NOMINAL),
    "WAGE": (Role.CONFIDENTIAL, Scale.CONTINUOUS),
    "BASE": (Role.OTHER, Scale.CONTINUOUS),
    "EXTRA": (Role.OTHER, Scale.CONTINUOUS),
    "GRANT": (Role.OTHER, Scale.INTEGER),
    "WAVE": (Role.OTHER, Scale.INTEGER),
    "PERSON": (Role.DROP, None),
    "WEIGHT": (Role.OTHER, Scale.CONTINUOUS),
}
UNIT = ("ROOMS", "RENT", "REGION")


def write_homes(place: Path, seed: int, homes: int, missing: float = 0.0) -> None:
    """Write a file of households of one to four people, in any order.

    Three tenths of the people have no wage, and a quarter were not asked for a grant (-8).
    """
    chance = np.random.default_rng(seed)
    size = chance.choice([1, 2, 2, 3, 4], homes)
    home = chance.permutation(np.repeat(np.arange(homes), size))
    records, number = len(home), chance.permutation(10 * homes)[home]
    rent = np.round(chance.lognormal(3, 1, homes), 1)[home]
    age = pa.array(chance.integers(0, 95, records), mask=chance.random(records) < missing)
    sex = chance.choice(list(SEXES), records, p=[0.5, 0.45, 0.05]).astype(object)
    sex[chance.random(records) < missing] = None
    wage = np.round(chance.lognormal(5, 1, records), 0)
    wage[chance.random(records) < 0.3] = 0
    grant = np.random.default_rng(seed + 1).integers(-19, 60, records)
    grant[grant < 1] = -8
    table = pa.table(
        {
            "HOME": number,
            "ROOMS": chance.integers(1, 6, homes)[home],
            "RENT": rent,
            "REGION": chance.choice(["north", "south"], homes)[home],
            "AGE": age,
            "SEX": pa.array(sex, pa.string()),
            "WAGE": wage,
            "BASE": np.floor(0.6 * wage),
            "EXTRA": wage - np.floor(0.6 * wage),
            "GRANT": grant,
            "WAVE": chance.integers(1, 3, records),
            "PERSON": chance.permutation(records),
            "WEIGHT": np.round(chance.uniform(0.5, 9, records), 2),
        }
    )
    pq.write_table(table, place, row_group_size=53)


def homes_project(
    place: Path,
    method: Method,
    *,
    unit: Unit | None = None,
    attributes: dict[str, Attribute] | None = None,
    **wishes: Any,
) -> Project:
    """Return a project that protects households; `attributes` replace those of `COLUMNS`."""
    usual = {name: Attribute(name, *settings) for name, settings in COLUMNS.items()}
    named = {"HOME": Attribute("HOME", Role.IDENTIFIER), **usual, **(attributes or {})}
    unit = unit or Unit(("HOME",), UNIT)
    return parquet_project(place, method, named.values(), unit=unit, **wishes)
