"""Columns as recipes declare them, in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_ROLES = {"quasi": "quasi-identifier"}


def declare(role_and_scale: str, **more: Any) -> dict[str, Any]:
    """Declare a column of a recipe, such as ``"quasi integer"``, with more settings of it."""
    role, *scale = role_and_scale.split()
    return {"role": _ROLES.get(role, role), **({"scale": scale[0]} if scale else {}), **more}


def describe(columns: str, **more: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Declare all columns of a recipe, as in ``"ID identifier, AGE quasi integer"``.

    The keyword of a column holds what its entry has besides, or instead.
    """
    described = (column.split(maxsplit=1) for column in columns.split(","))
    return [{"name": name, **declare(role), **more.get(name, {})} for name, role in described]
