"""Small tables and plans made in a line."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

import numpy as np

from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Method,
    Plan,
    Project,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)

Cell = float | str | datetime.date | None


def column(name: str, cells: Sequence[Cell]) -> Column:
    """Make a column of the kind its cells have; ``None`` is a missing one."""
    missing = np.array([cell is None for cell in cells], dtype=np.bool_)
    observed = [cell for cell in cells if cell is not None]
    if any(isinstance(cell, str) for cell in observed):
        categories = tuple(sorted({str(cell) for cell in observed}))
        codes = [-1 if cell is None else categories.index(str(cell)) for cell in cells]
        return Column(name, ColumnKind.TEXT, np.array(codes, dtype=np.int32), missing, categories)
    if any(isinstance(cell, datetime.date) for cell in observed):
        epoch = datetime.date(1970, 1, 1)
        days = [(c - epoch).days if isinstance(c, datetime.date) else 0 for c in cells]
        return Column(name, ColumnKind.DATE, np.array(days, dtype=np.int64), missing)
    if all(isinstance(cell, int) for cell in observed):
        whole = np.array([0 if cell is None else cell for cell in cells], dtype=np.int64)
        return Column(name, ColumnKind.INTEGER, whole, missing)
    real = np.array([np.nan if cell is None else cell for cell in cells], dtype=np.float64)
    return Column(name, ColumnKind.NUMBER, real, missing)


def cells(column: Column) -> list[Cell]:
    """Give a column's cells back."""
    found: list[Cell] = []
    for value, missing in zip(column.values.tolist(), column.missing.tolist(), strict=True):
        if missing:
            found.append(None)
        elif column.kind is ColumnKind.TEXT:
            found.append(column.categories[value])
        elif column.kind is ColumnKind.DATE:
            found.append(datetime.date(1970, 1, 1) + datetime.timedelta(days=value))
        else:
            found.append(value)
    return found


def quasi(
    name: str,
    scale: Scale | None = Scale.CONTINUOUS,
    order: tuple[str, ...] = (),
    **settings: object,
) -> Attribute:
    return Attribute(name, Role.QUASI_IDENTIFIER, scale, order, **settings)  # type: ignore[arg-type]


def confidential(name: str, scale: Scale = Scale.CONTINUOUS) -> Attribute:
    return Attribute(name, Role.CONFIDENTIAL, scale)


def dataset(table: Mapping[str, Sequence[Cell]]) -> Dataset:
    return dataset_of(*(column(name, cells) for name, cells in table.items()))


def dataset_of(*columns: Column) -> Dataset:
    return Dataset(columns, Fingerprint("table.csv", 0, ""))


def plan(
    schema: Schema,
    method: str,
    parameters: Mapping[str, object],
    kept: Sequence[int],
    **settings: object,
) -> Plan:
    """Make a plan as resolving a recipe would; `settings` are further parts of the recipe."""
    target = Target(FileKind.CSV, "protected")
    recipe = Recipe(Method(method, parameters), target, **settings)  # type: ignore[arg-type]
    project = Project(Source("/table.csv", FileKind.CSV), schema, recipe)
    return Plan(project, parameters, np.array(kept, dtype=np.int64), (), None)
