"""The ``totals`` of a recipe: columns whose totals by domain are calibrated."""

from __future__ import annotations

import math

from core.model import DomainTotals, Recipe
from core.model.domain_totals import USUAL_DEVIATION
from core.pipeline.recipe.fields import Fields


def parse_totals(recipe: Fields) -> tuple[DomainTotals, ...]:
    """Return the list under ``totals``; `core.conditions` checks whether it fits the file."""
    if not recipe.has("totals"):
        recipe.raw("totals")
        return ()
    found = []
    for fields in recipe.sections("totals", of_columns=False):
        found.append(DomainTotals(fields.texts("columns"), fields.texts("by"), _within(fields)))
        fields.close()
    return tuple(found)


def _within(fields: Fields) -> float:
    value = fields.raw("within")
    if value is None:
        return USUAL_DEVIATION
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    fields.note("recipe-expects-number", fields.path("within"))
    return USUAL_DEVIATION


def totals_entry(recipe: Recipe) -> dict[str, object]:
    """Return the ``totals`` of a recipe, if there are any."""
    entries = [
        {"columns": list(each.columns), "by": list(each.by), "within": each.within}
        for each in recipe.totals
    ]
    return {"totals": entries} if entries else {}
