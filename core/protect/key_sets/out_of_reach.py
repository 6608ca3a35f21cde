"""Scenarios whose k no masking can bring about, seen in the records before a run."""

from __future__ import annotations

import numpy as np

from core.conditions import Records, held_scenarios, key_groups, masked_key_columns, sharing
from core.errors import Problem, Where


def out_of_reach(records: Records) -> list[Problem]:
    """Return an error for each scenario whose columns that are not masked are shared by too few.

    Masking the other columns cannot join their combinations. Without such columns, the file itself
    has too few records or units, or too few units of one size where they are protected whole.
    """
    recipe, schema, unit = records.recipe, records.schema, records.units()
    problems = []
    for at, scenario, k in held_scenarios(recipe):
        masked = masked_key_columns(scenario, recipe, schema)
        kept = [name for name in scenario.columns if name not in masked]
        labels = key_groups(records.columns, kept, schema)
        is_whole = recipe.unit is not None and recipe.unit.is_whole
        shared, _ = sharing(labels, unit, is_whole=is_whole)
        failing = int(np.count_nonzero(shared < k))
        field = f"scenarios[{at}].k"
        params: dict[str, object] = {"field": field, "k": k, "columns": kept, "count": failing}
        if failing and kept:
            problems.append(Problem("scenario-k-of-columns", Where(field=field), params))
        elif failing and is_whole:
            problems.append(Problem("scenario-k-of-sizes", Where(field=field), params))
        elif failing:
            params["count"] = int(shared.min())
            problems.append(Problem("scenario-k-of-file", Where(field=field), params))
    return problems
