"""Which columns get noise and how the budget is split over them. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.model import Attribute, Method, Role, Schema
from desktop_app.state.spanning import kept_tree, tree_of

_EVEN = 1.0


def maskable(schema: Schema) -> tuple[Attribute, ...]:
    """Return the attributes that can get noise, in the file's order."""
    roles = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
    return tuple(a for a in schema.attributes if a.role in roles and a.scale is not None)


def never_masked(schema: Schema) -> tuple[str, ...]:
    """Return the columns that are released and cannot get noise."""
    can = {a.name for a in maskable(schema)}
    return tuple(a.name for a in schema.attributes if a.role.is_released and a.name not in can)


def masked_names(method: Method, schema: Schema) -> tuple[str, ...]:
    """Return the columns that a method masks: those it names, else the quasi-identifiers."""
    mask = method.parameters.get("mask")
    candidates = maskable(schema)
    if isinstance(mask, Sequence) and not isinstance(mask, str) and mask:
        return tuple(a.name for a in candidates if a.name in mask)
    return tuple(a.name for a in candidates if a.role is Role.QUASI_IDENTIFIER)


def weights(method: Method, schema: Schema) -> dict[str, float]:
    """Return the weight of each masked column; the same for all where none is given."""
    shares_set = method.parameters.get("shares")
    shares = shares_set if isinstance(shares_set, Mapping) else {}
    weight_by_name = {}
    for name in masked_names(method, schema):
        share = shares.get(name, _EVEN)
        weight_by_name[name] = float(share) if isinstance(share, int | float) else _EVEN
    return weight_by_name


def with_masked(method: Method, schema: Schema, name: str, is_masked: bool) -> Method:
    """Return the method with one column more or less masked; the last one stays."""
    masked_before = masked_names(method, schema)
    chosen = {*masked_before, name} if is_masked else set(masked_before) - {name}
    masked_after = tuple(a.name for a in maskable(schema) if a.name in chosen)
    if not masked_after:
        return method
    weight_by_name = {n: w for n, w in weights(method, schema).items() if n in chosen}
    tree = tree_of(method.parameters.get("tree"))
    changed = _with(method, mask=list(masked_after), tree=kept_tree(tree, masked_after))
    return with_weights(changed, {n: weight_by_name.get(n, _EVEN) for n in masked_after})


def with_weights(method: Method, weight_by_name: Mapping[str, float]) -> Method:
    """Return the method with these weights; equal ones need not be written down."""
    return _with(
        method, shares=dict(weight_by_name) if len(set(weight_by_name.values())) > 1 else None
    )


def with_tree(method: Method, pairs: Iterable[tuple[str, str]]) -> Method:
    """Return the method with a tree that the user drew; an empty one is learned."""
    return _with(method, tree=tuple(pairs))


def _with(method: Method, **changes: object) -> Method:
    """Return the method with parameters set, or taken away where they say nothing."""
    parameters = dict(method.parameters)
    for name, value in changes.items():
        if value:
            parameters[name] = [list(pair) for pair in tree_of(value)] if name == "tree" else value
        else:
            parameters.pop(name, None)
    return Method(method.name, parameters)
