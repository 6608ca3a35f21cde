"""Random files of households, and profiles of units counted in plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from hypothesis import strategies as st

from core.encode import group_records
from core.jobs import Job
from core.model import Column, Schema
from core.protect import METHODS
from core.protect.units.unit_clusters import UnitClusters, cluster_units, represent_columns
from core.protect.units.unit_file import UnitFile
from tests.core.tables import Cell, cells, column, quasi

Table = Mapping[str, Sequence[Cell]]

UNIT, MEMBERS = ("rooms", "income"), ("age", "sex")
SCHEMA = Schema(tuple(quasi(name) for name in (*UNIT, *MEMBERS)))


@st.composite
def households(draw: st.DrawFn, least: int = 3) -> dict[str, list[Cell]]:
    """Draw households of one to four people, at least `least` of each size that occurs."""
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    few = draw(st.booleans())
    sizes = [
        size
        for size in draw(st.sets(st.integers(1, 6), min_size=1, max_size=3))
        for _ in range(draw(st.integers(least, 4 * least)))
    ]
    rows: list[tuple[Cell, ...]] = []
    for home, size in enumerate(sizes):
        own = chance.integers(1, 5), float(chance.integers(0, 3) if few else chance.normal())
        for _ in range(size):
            age = chance.integers(0, 4) if few else chance.integers(0, 95)
            rows.append((home, int(own[0]), own[1], float(age), float(chance.integers(0, 2))))
    order = chance.permutation(len(rows)).tolist()
    names = ("home", *UNIT, *MEMBERS)
    return {name: [rows[i][at] for i in order] for at, name in enumerate(names)}


def file_of(table: Table, **settings: object) -> UnitFile:
    """Return the file of a table; the column ``home`` identifies the units."""
    columns = tuple(column(name, table[name]) for name in (*UNIT, *MEMBERS))
    unit = group_records([column("home", table["home"])])
    given: dict[str, object] = {
        "columns": columns,
        "schema": SCHEMA,
        "unit": unit,
        "masked": (*UNIT, *MEMBERS),
        "unit_columns": UNIT,
        "members_by": ("age",),
        "strata": np.zeros(len(unit), dtype=np.int64),
    }
    return UnitFile(**{**given, **settings})  # type: ignore[arg-type]


def clustered(file: UnitFile, method: str = "mdav", **parameters: object) -> UnitClusters:
    protection = METHODS[method]
    known = {p.name for p in protection.parameters}
    own = {name: value for name, value in parameters.items() if name in known}
    return cluster_units(protection, file, protection.complete(own), Job())


def released(file: UnitFile, method: str = "mdav", **parameters: object) -> tuple[Column, ...]:
    return represent_columns(file, clustered(file, method, **parameters))


def records_of(columns: Sequence[Column]) -> list[tuple[Cell, ...]]:
    return list(zip(*(cells(column) for column in columns), strict=True))


Profile = tuple[tuple[object, int], ...]


def profiles(home: Sequence[Cell], columns: Sequence[Column]) -> dict[Cell, Profile]:
    """Return the multiset of each unit's records, as pairs of record and frequency."""
    held: dict[Cell, Counter[object]] = defaultdict(Counter)
    for one, record in zip(home, records_of(columns), strict=True):
        held[one][record] += 1
    return {one: tuple(sorted(found.items(), key=repr)) for one, found in held.items()}


def smallest_class(home: Sequence[Cell], columns: Sequence[Column]) -> int:
    """Return the smallest number of units with equal profiles."""
    return min(Counter(profiles(home, columns).values()).values())


def fewest_units(home: Sequence[Cell], columns: Sequence[Column]) -> int:
    """Return the smallest number of units among the records that are equal."""
    held: dict[object, set[Cell]] = defaultdict(set)
    for one, record in zip(home, records_of(columns), strict=True):
        held[record].add(one)
    return min(len(found) for found in held.values())
