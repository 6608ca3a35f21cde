"""Checks that the scenarios of a recipe fit the columns of the file."""

from __future__ import annotations

from collections import Counter

from core.errors import Problem, Where, field_problem
from core.model import Recipe, Role, Schema

_UNKNOWABLE = (Role.IDENTIFIER, Role.DROP, Role.LINK)


def scenario_problems(recipe: Recipe, schema: Schema) -> list[Problem]:
    """Return what is wrong with the scenarios, whatever the records contain."""
    problems = []
    names = Counter(scenario.name for scenario in recipe.scenarios)
    roles = {attribute.name: attribute.role for attribute in schema.attributes}
    for at, scenario in enumerate(recipe.scenarios):
        field = f"scenarios[{at}]"
        if not scenario.name.strip():
            problems.append(field_problem("scenario-unnamed", f"{field}.name"))
        elif names[scenario.name] > 1:
            problems.append(field_problem("scenario-name-twice", f"{field}.name"))
        field = f"{field}.columns"
        if not scenario.columns:
            problems.append(field_problem("scenario-empty", field))
        for name, times in Counter(scenario.columns).items():
            if name not in roles:
                params = {"field": field, "column": name}
                problems.append(Problem("scenario-unknown", Where(field=field), params))
            elif times > 1:
                problems.append(field_problem("scenario-column-twice", field, name))
            elif roles[name] in _UNKNOWABLE:
                problems.append(field_problem("scenario-not-released", field, name))
    return problems
