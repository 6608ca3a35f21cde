"""Files of firms whose amounts add up, and projects that protect them in blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.model import Attribute, Method, Project, Role, Scale
from tests.core.table.random_files import parquet_project

AMOUNTS = {
    "TURNOVER": Scale.CONTINUOUS,
    "DOMESTIC": Scale.CONTINUOUS,
    "EXPORTS": Scale.CONTINUOUS,
    "STAFF": Scale.INTEGER,
    "OFFICE": Scale.INTEGER,
    "WORKS": Scale.INTEGER,
}
"""Columns that are masked; turnover is domestic and exports, staff is office and works."""


def write_firms(place: Path, seed: int, records: int, missing: float = 0.0) -> None:
    """Write a file of firms; with ties, zeros, missing cells and, rarely, sums that fail."""
    chance = np.random.default_rng(seed)
    domestic = np.round(chance.lognormal(4, 1.5, records), 2)
    exports = np.round(chance.lognormal(3, 2, records), 2) * (chance.random(records) < 0.4)
    turnover = np.round(domestic + exports, 2)
    office, works = chance.poisson(4, records) + 1, chance.poisson(9, records)
    staff = office + works
    profit = np.round(chance.normal(0, 40, records), 2)

    def lacking(cells: np.ndarray, share: float = missing) -> pa.Array:
        return pa.array(cells, mask=chance.random(records) < share)

    table = pa.table(
        {
            "TURNOVER": lacking(turnover),
            "DOMESTIC": lacking(domestic),
            "EXPORTS": lacking(exports),
            "STAFF": lacking(staff),
            "OFFICE": lacking(office),
            "WORKS": lacking(works),
            "SIZE": np.where(staff > 14, "large", np.where(staff > 8, "middle", "small")),
            "BRANCH": chance.choice(["food", "metal", "wood"], records, p=[0.6, 0.3, 0.1]),
            "REGION": chance.choice(["north", "south", "west"], records),
            "PROFIT": lacking(profit, 0.1),
            "WEIGHT": np.round(chance.uniform(1, 9, records), 1),
        }
    )
    pq.write_table(table, place, row_group_size=53)


def firms_project(
    place: Path,
    method: Method,
    *,
    attributes: dict[str, dict[str, Any]] | None = None,
    others: dict[str, tuple[Role, Scale | None]] | None = None,
    **wishes: Any,
) -> Project:
    """Return a project that masks the amounts of firms.

    `attributes` are further settings of columns; `others` are columns that the file has been given,
    or roles and scales in the place of the usual ones; `wishes` are further parts of the recipe
    (`parquet_project`).
    """
    settings = attributes or {}
    plain = {
        **{name: (Role.QUASI_IDENTIFIER, scale) for name, scale in AMOUNTS.items()},
        "SIZE": (Role.OTHER, Scale.NOMINAL),
        "BRANCH": (Role.OTHER, Scale.NOMINAL),
        "REGION": (Role.OTHER, Scale.NOMINAL),
        "PROFIT": (Role.CONFIDENTIAL, Scale.CONTINUOUS),
        "WEIGHT": (Role.OTHER, Scale.CONTINUOUS),
        **(others or {}),
    }
    schema = (
        Attribute(name, **{"role": role, "scale": scale, **settings.get(name, {})})
        for name, (role, scale) in plain.items()
    )
    return parquet_project(place, method, schema, **wishes)
