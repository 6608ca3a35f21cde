"""The ``scenarios`` of a recipe: sets of key columns whose risk is assessed."""

from __future__ import annotations

from core.model import Recipe, Scenario
from core.recipe.fields import Fields

_LEAST = 2


def parse_scenarios(recipe: Fields) -> tuple[Scenario, ...]:
    """Return the list under ``scenarios``.

    `core.checklist.scenario_problems` checks whether it fits the file.
    """
    found = []
    for fields in recipe.sections("scenarios", of_columns=False):
        name, columns, value = fields.text("name"), fields.texts("columns"), fields.raw("k")
        k = None
        if isinstance(value, int) and not isinstance(value, bool) and value >= _LEAST:
            k = value
        elif value is not None:
            fields.note("scenario-k", fields.path("k"))
        found.append(Scenario(name, columns, k))
        fields.close()
    return tuple(found)


def scenarios_entry(recipe: Recipe) -> dict[str, object]:
    """Return the ``scenarios`` of a recipe, if there are any."""
    entries = [
        {
            "name": each.name,
            "columns": list(each.columns),
            **({} if each.k is None else {"k": each.k}),
        }
        for each in recipe.scenarios
    ]
    return {"scenarios": entries} if entries else {}
