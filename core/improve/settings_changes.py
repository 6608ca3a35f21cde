"""What a search may change in a recipe, and what differs between two recipes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.model import (
    Attribute,
    DistanceScale,
    DomainTotals,
    Method,
    Preparing,
    Project,
    Recipe,
    Role,
    Schema,
)
from core.model.declared_types import as_written
from core.model.preparing import Group, Level, Recoding, Round
from core.protect import METHODS, promise_of


def keeps_promises(start: Project, changed: Project) -> bool:
    """Decide whether a recipe promises what another one does, and differs in free settings alone.

    Free are the representatives and the method, as long as k, t and the attribute blocks stay, how
    much columns count in distances and on which scale, further totals, and recodings of masked
    columns behind the preparing steps.
    """
    of_start, of_changed = start.recipe, changed.recipe
    return (
        promise_of(of_start.method) == promise_of(of_changed.method)
        and of_changed.method.parameters.get("blocks")
        in (None, [], of_start.method.parameters.get("blocks"))
        and set(of_start.totals) <= set(of_changed.totals)
        and of_changed.prepare[: len(of_start.prepare)] == of_start.prepare
        and all(_is_recoding(step, start) for step in recodings_of(start, changed))
        and _with_free_settings_of(of_start, of_changed) == of_start
        and _with_bound_settings(start.schema, start, changed)
        == _with_bound_settings(changed.schema, start, changed)
    )


def recodings_of(start: Project, changed: Project) -> tuple[Preparing, ...]:
    """List the preparing steps that a recipe has behind those of another one."""
    return changed.recipe.prepare[len(start.recipe.prepare) :]


def _is_recoding(step: Preparing, start: Project) -> bool:
    masked = {attribute.name for attribute in start.schema.with_role(Role.QUASI_IDENTIFIER)}
    return isinstance(step, Recoding) and not step.is_off and step.column in masked


def _with_free_settings_of(start: Recipe, changed: Recipe) -> Recipe:
    return replace(changed, method=start.method, totals=start.totals, prepare=start.prepare)


def list_changes(start: Project, changed: Project) -> dict[str, str]:
    """List the settings of a recipe that differ from those of another one, by name."""
    old, new = start.recipe.method, changed.recipe.method
    changes = {} if old.name == new.name else {"method": new.name}
    values_before = METHODS[old.name].complete(old.parameters)
    values_after = METHODS[new.name].complete(new.parameters)
    for parameter in METHODS[new.name].parameters:
        value = values_after.get(parameter.name)
        if value != values_before.get(parameter.name, parameter.default):
            changes[parameter.name] = str(value)
    for old_column, new_column in zip(
        start.schema.attributes, changed.schema.attributes, strict=True
    ):
        if old_column.distance is not new_column.distance:
            changes[f"{new_column.name}.distance"] = str(new_column.distance)
        if old_column.importance != new_column.importance:
            changes[f"{new_column.name}.importance"] = str(as_written(new_column.importance))
    for step in recodings_of(start, changed):
        changes[f"{step.column}.recoding"] = _name_recoding(step)
    if new_totals := [t for t in changed.recipe.totals if t not in start.recipe.totals]:
        changes["totals"] = "; ".join(map(_name_totals, new_totals))
    return changes


def shorten(method: Method, stated: Mapping[str, object]) -> Method:
    """Leave out parameters with their default that are not `stated`, as people write recipes."""
    declared = {parameter.name: parameter for parameter in METHODS[method.name].parameters}
    return Method(
        method.name,
        {
            name: value
            for name, value in method.parameters.items()
            if name in stated or declared[name].required or value != declared[name].default
        },
    )


def _with_bound_settings(schema: Schema, start: Project, changed: Project) -> list[Attribute]:
    """List the columns without what a search may change: joined categories have another order."""
    joined = {step.column for step in recodings_of(start, changed) if isinstance(step, Group)}
    return [
        replace(
            attribute,
            distance=DistanceScale.PLAIN,
            importance=1.0,
            order=() if attribute.name in joined else attribute.order,
        )
        for attribute in schema.attributes
    ]


def _name_recoding(step: Preparing) -> str:
    """Name a step with what it makes of the column, as in a recipe."""
    match step:
        case Level():
            return f"{step.do} {step.level}"
        case Round():
            return f"{step.do} {as_written(step.to)}"
        case Group():
            return f"{step.do} {len(step.into)}"
        case _:
            raise TypeError(f"no recoding: {type(step).__name__}")


def _name_totals(totals: DomainTotals) -> str:
    return f"{', '.join(totals.columns)} by {', '.join(totals.by)}"
