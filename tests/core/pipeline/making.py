"""Columns of numbers, schemas and recipes made in a line."""

from __future__ import annotations

from collections.abc import Sequence

from core.model import (
    Attribute,
    Column,
    FileKind,
    Method,
    MissingPolicy,
    Recipe,
    Schema,
    Source,
    Target,
)
from tests.core.tables import column

SOURCE = Source("/nowhere/people.csv", FileKind.CSV)


def numbers(name: str, cells: Sequence[float | None]) -> Column:
    return column(name, [None if cell is None else float(cell) for cell in cells])


def schema(*attributes: Attribute) -> Schema:
    return Schema(attributes)


def recipe(
    name: str = "mdav",
    missing: MissingPolicy = MissingPolicy.LEAVE_OUT,
    keep_order: bool = True,
    **parameters: object,
) -> Recipe:
    return Recipe(Method(name, parameters), Target(FileKind.CSV, "out"), missing, keep_order)
