"""Checks the method's parameters against the registry and fills in defaults."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from core.errors import Problem, Where
from core.model import Method, Recipe, Role, Schema
from core.pipeline.resolve.masks import KINDS, mask_problem
from core.protect import METHODS, Parameter, ParameterKind, ProtectionMethod

_SECRET = re.compile("[0-9a-f]{32}")
# A block of fewer groups would consist of borders alone.
_GROUPS_OF_A_BLOCK = 10


def resolve_parameters(
    method: Method, schema: Schema, strata: Sequence[str] = ()
) -> tuple[dict[str, object], list[Problem]]:
    """Complete the parameters of `method`, in declared order, and check them."""
    protection = METHODS.get(method.name)
    if protection is None:
        params = {"method": method.name, "methods": list(METHODS)}
        return {}, [Problem("method-unknown", Where(field="method.name"), params)]
    declared = {parameter.name for parameter in protection.parameters}
    problems = [
        _about("parameter-unknown", name, method=protection.name)
        for name in method.parameters
        if name not in declared
    ]
    values: dict[str, object] = {}
    for parameter in protection.parameters:
        value = method.parameters.get(parameter.name)
        if value is None or (parameter.kind is ParameterKind.COLUMNS and value == []):
            if parameter.kind is ParameterKind.COLUMN:
                confidential = schema.with_role(Role.CONFIDENTIAL)
                value = confidential[0].name if confidential else None
            elif parameter.kind is ParameterKind.BLOCKS:
                value = []
            elif parameter.kind in KINDS:
                if parameter.kind is ParameterKind.COLUMNS:
                    value = [
                        attribute.name for attribute in schema.with_role(Role.QUASI_IDENTIFIER)
                    ]
                else:
                    value = {} if parameter.kind is ParameterKind.SHARES else []
            elif parameter.kind is ParameterKind.SECRET:
                continue
            else:
                value = None if parameter.required else parameter.default
        if parameter.kind is ParameterKind.BLOCKS:
            problem = _blocks_problem(parameter, value, schema, strata)
        else:
            problem = _problem(protection, parameter, value, schema)
        if problem is None:
            values[parameter.name] = value
        else:
            problems.append(problem)
    return values, problems


def _problem(
    method: ProtectionMethod, parameter: Parameter, value: object, schema: Schema
) -> Problem | None:
    if parameter.kind is ParameterKind.COLUMN:
        confidential = [attribute.name for attribute in schema.with_role(Role.CONFIDENTIAL)]
        # Without a confidential column, the missing role is the problem, reported elsewhere.
        if not confidential or value in confidential:
            return None
        return _about("parameter-not-confidential", parameter.name)
    if parameter.kind in KINDS:
        return mask_problem(parameter, value, schema)
    if value is None:
        return _about("parameter-missing", parameter.name, method=method.name)
    if parameter.kind is ParameterKind.CHOICE:
        if value in parameter.choices:
            return None
        return _about("parameter-not-choice", parameter.name, choices=list(parameter.choices))
    if parameter.kind is ParameterKind.SECRET:
        is_secret = isinstance(value, str) and bool(_SECRET.fullmatch(value))
        return None if is_secret else _about("parameter-not-secret", parameter.name)
    # Integers are finite; one of 400 digits cannot be converted to a double.
    if (
        not isinstance(value, int | float)
        or isinstance(value, bool)
        or not (isinstance(value, int) or math.isfinite(value))
    ):
        return _about("parameter-not-number", parameter.name)
    if parameter.kind is ParameterKind.INTEGER and not isinstance(value, int):
        return _about("parameter-not-integer", parameter.name)
    if parameter.minimum is not None and value < parameter.minimum:
        return _about("parameter-too-small", parameter.name, minimum=parameter.minimum)
    if parameter.maximum is not None and value > parameter.maximum:
        return _about("parameter-too-large", parameter.name, maximum=parameter.maximum)
    return None


def scale_problems(
    method: ProtectionMethod | None, recipe: Recipe, values: Mapping[str, object]
) -> list[Problem]:
    """Check the ``scale`` of a recipe."""
    scale, k = recipe.scale, values.get("k")
    if method is None or scale is None:
        return []
    if not method.in_blocks:
        return [Problem("scale-method", Where(field="scale"), {"method": method.name})]
    if not isinstance(k, int) or scale.block >= _GROUPS_OF_A_BLOCK * k:
        return []
    params = {"least": _GROUPS_OF_A_BLOCK * k, "groups": _GROUPS_OF_A_BLOCK}
    return [Problem("scale-block", Where(field="scale.block"), params)]


def merging_problems(method: ProtectionMethod | None, recipe: Recipe) -> list[Problem]:
    """List what forbids to merge the groups of an earlier release."""
    if method is None or recipe.merges is None:
        return []
    if not method.forms_groups or method.adds_noise:
        params = {"method": method.name}
        return [Problem("merges-method", Where(field="merges"), params)]
    return [] if recipe.unit is None else [Problem("merges-units", Where(field="merges"))]


def _about(code: str, parameter: str, **params: object) -> Problem:
    return Problem(code, Where(field=f"method.{parameter}"), {"parameter": parameter, **params})


def _blocks_problem(
    parameter: Parameter, value: object, schema: Schema, strata: Sequence[str] = ()
) -> Problem | None:
    """Check a list of lists of column names, which may be empty.

    Columns that define strata are not masked, so they belong to no block.
    """
    if value == []:
        return None
    location = Where(field=f"method.{parameter.name}")
    if not isinstance(value, list) or not all(
        isinstance(block, list) and len(block) > 0 and all(isinstance(name, str) for name in block)
        for block in value
    ):
        return Problem("blocks-not-lists", location, {"parameter": parameter.name})
    names_in_blocks = [name for block in value for name in block]
    split = [name for name in strata if name in names_in_blocks]
    if split:
        return Problem("blocks-name-strata", location, {"columns": split})
    quasi = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]
    odd = sorted(
        {name for name in names_in_blocks if name not in quasi or names_in_blocks.count(name) > 1}
    )
    absent = [name for name in quasi if name not in names_in_blocks]
    if odd or absent:
        params = {"parameter": parameter.name, "columns": [*odd, *absent]}
        return Problem("blocks-not-a-partition", location, params)
    return None
