"""The ``totals`` of a recipe: columns whose totals by domain are calibrated."""

from __future__ import annotations

import math

from core.model import DomainTotals, Recipe
from core.model.conditions import USUAL_DEVIATION
from core.pipeline.recipe.fields import Fields


def parse_totals(recipe: Fields) -> tuple[DomainTotals, ...]:
    """Return the list under ``totals``; `core.conditions` checks whether it fits the file."""
    if not recipe.has("totals"):
        recipe.raw("totals")
        return ()
    found = []
    for fields in recipe.sections("totals", of_columns=False):
        columns, by, value = fields.texts("columns"), fields.texts("by"), fields.raw("within")
        within = USUAL_DEVIATION
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            within = float(value)
        elif value is not None:
            fields.note("recipe-expects-number", fields.path("within"))
        found.append(DomainTotals(columns, by, within))
        fields.close()
    return tuple(found)


def totals_entry(recipe: Recipe) -> dict[str, object]:
    """Return the ``totals`` of a recipe, if there are any."""
    entries = [
        {"columns": list(each.columns), "by": list(each.by), "within": each.within}
        for each in recipe.totals
    ]
    return {"totals": entries} if entries else {}
