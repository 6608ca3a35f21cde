"""Checks that attribute blocks contain each quasi-identifier once."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import Problem, Where
from core.model import Role, Schema
from core.protect import Parameter


def blocks_problem(
    parameter: Parameter, value: object, schema: Schema, strata: Sequence[str] = ()
) -> Problem | None:
    """Return the problem with a list of lists of column names, if any; it may be empty.

    Columns that define strata are not masked, so they belong to no block.
    """
    if value == []:
        return None
    where = Where(field=f"method.{parameter.name}")
    if not isinstance(value, list) or not all(_is_block(block) for block in value):
        return Problem("blocks-not-lists", where, {"parameter": parameter.name})
    named = [name for block in value for name in block]
    split = [name for name in strata if name in named]
    if split:
        return Problem("blocks-name-strata", where, {"columns": split})
    quasi = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]
    odd = sorted({name for name in named if name not in quasi or named.count(name) > 1})
    absent = [name for name in quasi if name not in named]
    if odd or absent:
        params = {"parameter": parameter.name, "columns": [*odd, *absent]}
        return Problem("blocks-not-a-partition", where, params)
    return None


def _is_block(block: object) -> bool:
    return (
        isinstance(block, list) and len(block) > 0 and all(isinstance(name, str) for name in block)
    )
