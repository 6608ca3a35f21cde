"""Small tables for the tests, written out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Method,
    MissingPolicy,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)

SOURCE = Source("/nowhere/people.csv", FileKind.CSV)


def numbers(name: str, cells: Sequence[float | None]) -> Column:
    missing = np.array([cell is None for cell in cells], dtype=np.bool_)
    values = np.array([np.nan if cell is None else cell for cell in cells], dtype=np.float64)
    return Column(name, ColumnKind.NUMBER, values, missing)


def integers(name: str, cells: Sequence[int | None]) -> Column:
    missing = np.array([cell is None for cell in cells], dtype=np.bool_)
    values = np.array([cell or 0 for cell in cells], dtype=np.int64)
    return Column(name, ColumnKind.INTEGER, values, missing)


def texts(name: str, cells: Sequence[str | None]) -> Column:
    categories = tuple(sorted({cell for cell in cells if cell is not None}))
    missing = np.array([cell is None for cell in cells], dtype=np.bool_)
    codes = [-1 if cell is None else categories.index(cell) for cell in cells]
    return Column(name, ColumnKind.TEXT, np.array(codes, dtype=np.int32), missing, categories)


def dataset(*columns: Column) -> Dataset:
    return Dataset(columns, Fingerprint("people.csv", 100, "0" * 64))


def attribute(name: str, role: Role, scale: Scale | None = None, **more: object) -> Attribute:
    return Attribute(name, role, scale, **more)


def quasi(name: str, scale: Scale = Scale.CONTINUOUS, **more: object) -> Attribute:
    return Attribute(name, Role.QUASI_IDENTIFIER, scale, **more)


def confidential(name: str, scale: Scale = Scale.CONTINUOUS, **more: object) -> Attribute:
    return Attribute(name, Role.CONFIDENTIAL, scale, **more)


def schema(*attributes: Attribute) -> Schema:
    return Schema(attributes)


def recipe(
    name: str = "mdav",
    missing: MissingPolicy = MissingPolicy.LEAVE_OUT,
    keep_order: bool = True,
    **parameters: object,
) -> Recipe:
    return Recipe(Method(name, parameters), Target(FileKind.CSV, "out"), missing, keep_order)
