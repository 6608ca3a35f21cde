"""What a search may change in a recipe, and what differs between two recipes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.model import Attribute, DistanceScale, DomainTotals, Method, Project
from core.model.declared_types import as_written
from core.protect import METHODS, promise_of


def keeps_promises(start: Project, changed: Project) -> bool:
    """Decide whether a recipe promises what another one does, and differs in free settings alone.

    Free are the representatives and the method, as long as k, t and the attribute blocks stay, how
    much columns count in distances and on which scale, and further totals.
    """
    of_start, of_changed = start.recipe, changed.recipe
    return (
        promise_of(of_start.method) == promise_of(of_changed.method)
        and of_changed.method.parameters.get("blocks") in (None, [], _blocks_of(of_start.method))
        and set(of_start.totals) <= set(of_changed.totals)
        and replace(of_changed, method=of_start.method, totals=of_start.totals) == of_start
        and [_with_usual_distance(a) for a in start.schema.attributes]
        == [_with_usual_distance(a) for a in changed.schema.attributes]
    )


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


def _blocks_of(method: Method) -> object:
    return method.parameters.get("blocks")


def _with_usual_distance(attribute: Attribute) -> Attribute:
    return replace(attribute, distance=DistanceScale.PLAIN, importance=1.0)


def _name_totals(totals: DomainTotals) -> str:
    return f"{', '.join(totals.columns)} by {', '.join(totals.by)}"
