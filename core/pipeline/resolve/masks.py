"""Checks the parameters that name several columns: shares, tree and masked columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.errors import Problem, Where
from core.model import Role, Schema
from core.protect import Parameter, ParameterKind
from core.protect.dependency_tree import Forest

_COMPUTED = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
KINDS = (ParameterKind.COLUMNS, ParameterKind.SHARES, ParameterKind.TREE)


def mask_problem(parameter: Parameter, value: object, schema: Schema) -> Problem | None:
    """Check a parameter of masks, shares or pairs."""
    location = Where(field=f"method.{parameter.name}")
    params = {"parameter": parameter.name}
    if parameter.kind is ParameterKind.COLUMNS and not _are_computed(value, schema):
        return Problem("mask-not-columns", location, params)
    if parameter.kind is ParameterKind.SHARES and not _are_weights(value):
        return Problem("shares-not-weights", location, params)
    if parameter.kind is ParameterKind.TREE and not _are_pairs(value):
        return Problem("tree-not-pairs", location, params)
    return None


def masked_together(values: Mapping[str, object], names: Sequence[str]) -> list[Problem]:
    """Return the problem with shares, tree and masked columns in combination, if any."""
    problems = []
    shares, tree = values.get("shares"), values.get("tree")
    if isinstance(shares, Mapping) and shares and set(shares) != set(names):
        odd = {"columns": sorted(set(shares) ^ set(names))}
        problems.append(Problem("shares-other-columns", Where(field="method.shares"), odd))
    if isinstance(tree, Sequence) and tree and not _is_spanning(tree, names):
        params: dict[str, object] = {"count": len(names) - 1, "columns": list(names)}
        problems.append(Problem("tree-not-spanning", Where(field="method.tree"), params))
    return problems


def _are_computed(value: object, schema: Schema) -> bool:
    computed = {attribute.name for attribute in schema.attributes if attribute.role in _COMPUTED}
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return False
    return len(set(value)) == len(value) and set(value) <= computed


def _are_weights(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(weight, int | float) and not isinstance(weight, bool) and 0 < weight < 1e9
        for weight in value.values()
    )


def _are_pairs(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list | tuple)
        and len(pair) == 2
        and all(isinstance(name, str) for name in pair)
        for pair in value
    )


def _is_spanning(tree: Sequence[Sequence[str]], names: Sequence[str]) -> bool:
    """Check whether the pairs form a spanning tree of all columns."""
    if len(tree) != len(names) - 1 or any(name not in names for pair in tree for name in pair):
        return False
    forest = Forest(len(names))
    for a, b in tree:
        if not forest.apart(names.index(a), names.index(b)):
            return False
        forest.join(names.index(a), names.index(b))
    return True
