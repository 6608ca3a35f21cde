"""The ``unit`` of a recipe: which records belong together."""

from __future__ import annotations

from core.model import Recipe, Unit, UnitProtection
from core.recipe.fields import Fields

RECORD = "record"
"""The ``unit`` of a file in which every record is a unit of its own."""


def parse_unit(recipe: Fields) -> Unit | None:
    """Return the unit under ``unit``, or ``None`` without one.

    `core.pipeline.resolve` checks whether it fits the file.
    """
    if is_record(recipe) or recipe.raw("unit") is None:
        return None
    fields = recipe.section("unit")
    found = Unit(
        id=fields.text("id"),
        columns=fields.texts("columns"),
        protect=fields.choice("protect", UnitProtection, UnitProtection.UNIT)
        or UnitProtection.UNIT,
        members_by=fields.texts("members_by"),
        largest=fields.whole("largest"),
        waves=fields.text("waves", "") or None,
    )
    fields.close()
    return found


def is_record(recipe: Fields) -> bool:
    """Return whether the recipe says that every record is a unit of its own."""
    return recipe.raw("unit") == RECORD


def unit_entry(recipe: Recipe) -> dict[str, object]:
    """Return the ``unit`` of a recipe, if the user has decided on it."""
    unit = recipe.unit
    if unit is None:
        return {"unit": RECORD} if recipe.records_are_units else {}
    entry: dict[str, object] = {
        "id": unit.id,
        "columns": list(unit.columns),
        "protect": str(unit.protect),
    }
    if unit.members_by:
        entry["members_by"] = list(unit.members_by)
    if unit.largest is not None:
        entry["largest"] = unit.largest
    if unit.waves is not None:
        entry["waves"] = unit.waves
    return {"unit": entry}
