"""Random files with columns of all scales, and projects that protect them in blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.model import Attribute, Method, Project, Role, Scale
from tests.core.table.random_files import parquet_project

GRADES = ("none", "low", "middle", "high", "top")
PLACES = ("harbour", "hill", "lake", "marsh", "plain", "Übersee")
TREE = """category,parent
wet,all
dry,all
harbour,wet
lake,wet
marsh,wet
hill,dry
plain,dry
Übersee,all
all,
"""
KEYS = {
    "AMOUNT": Scale.CONTINUOUS,
    "COUNT": Scale.INTEGER,
    "DAY": Scale.DATE,
    "GRADE": Scale.ORDINAL,
    "PLACE": Scale.NOMINAL,
}
"""Columns that may be masked."""
HIDDEN = {
    "INCOME": Scale.CONTINUOUS,
    "VISITS": Scale.INTEGER,
    "HEALTH": Scale.ORDINAL,
    "FAITH": Scale.NOMINAL,
}
"""Columns that may be confidential."""


def write_any(
    place: Path, seed: int, records: int, missing: float = 0.02, places: tuple[str, ...] = PLACES
) -> None:
    """Write a file with ties, skewed tails, missing cells and texts that come late."""
    chance = np.random.default_rng(seed)

    def some(values: list[str], likely: list[float]) -> pa.Array:
        cells = chance.choice(values, records, p=likely).astype(object)
        cells[chance.random(records) < missing] = None
        return pa.array(cells, pa.string())

    def lacking(cells: np.ndarray) -> pa.Array:
        return pa.array(cells, mask=chance.random(records) < missing)

    amount = np.round(chance.lognormal(3, 1, records), 1)
    shares = chance.dirichlet(np.ones(len(places)))
    table = pa.table(
        {
            "AMOUNT": lacking(amount),
            "COUNT": lacking(chance.integers(0, 6, records)),
            "DAY": lacking(chance.integers(0, 900, records).astype("datetime64[D]")),
            "GRADE": some(list(GRADES), [0.4, 0.3, 0.2, 0.08, 0.02]),
            "PLACE": some(list(places), shares.tolist()),
            "INCOME": lacking(np.round(amount * 10 + chance.lognormal(5, 1, records), 0)),
            "VISITS": lacking(chance.poisson(2, records)),
            "HEALTH": some(list(GRADES), [0.02, 0.08, 0.2, 0.3, 0.4]),
            "FAITH": some(["a", "b", "c"], [0.2, 0.5, 0.3]),
            "WEIGHT": np.round(chance.uniform(0.5, 9, records), 2),
        }
    )
    pq.write_table(table, place, row_group_size=53)


def any_project(
    place: Path,
    method: Method,
    keys: list[str],
    hidden: list[str],
    *,
    taxonomies: tuple[str, ...] = (),
    **wishes: Any,
) -> Project:
    """Return a project that masks `keys`; taxonomies are those of the file ``tree.csv`` beside.

    `wishes` are further parts of the recipe (`parquet_project`).
    """
    roles = dict.fromkeys(keys, Role.QUASI_IDENTIFIER) | dict.fromkeys(hidden, Role.CONFIDENTIAL)
    tree = str(place.with_name("tree.csv"))

    def attribute(name: str, scale: Scale) -> Attribute:
        if name not in roles:
            return Attribute(name, Role.OTHER)
        return Attribute(
            name,
            roles[name],
            scale,
            order=GRADES if scale is Scale.ORDINAL else (),
            taxonomy=tree if name in taxonomies else None,
        )

    weight = Attribute("WEIGHT", roles.get("WEIGHT", Role.OTHER), Scale.CONTINUOUS)
    named = (attribute(name, scale) for name, scale in (KEYS | HIDDEN).items())
    return parquet_project(place, method, (*named, weight), **wishes)
