"""The ``scenarios`` of a recipe: sets of key columns whose risk is assessed."""

from __future__ import annotations

from core.model import Recipe, Scenario
from core.pipeline.recipe.fields import Fields


def parse_scenarios(recipe: Fields) -> tuple[Scenario, ...]:
    """Return the list under ``scenarios``.

    `core.pipeline.scenario_problems` checks whether it fits the file. A ``k`` is refused: it would
    look like a promise, and no method keeps it.
    """
    if not recipe.has("scenarios"):
        recipe.raw("scenarios")
        return ()
    found = []
    for fields in recipe.sections("scenarios", of_columns=False):
        if fields.raw("k") is not None:
            fields.note("scenario-k", fields.path("k"))
        found.append(Scenario(fields.text("name"), fields.texts("columns")))
        fields.close()
    return tuple(found)


def scenarios_entry(recipe: Recipe) -> dict[str, object]:
    """Return the ``scenarios`` of a recipe, if there are any."""
    entries = [{"name": each.name, "columns": list(each.columns)} for each in recipe.scenarios]
    return {"scenarios": entries} if entries else {}
