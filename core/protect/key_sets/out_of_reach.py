"""Scenarios whose k no masking can bring about, seen in the records before a run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.conditions import Records, held_scenarios, key_groups, masked_key_columns, sharing
from core.errors import Problem, Where


def out_of_reach(records: Records) -> list[Problem]:
    """Return an error for each scenario whose columns that are not masked are shared by too few.

    Masking the other columns cannot join their combinations. Without such columns, the file itself
    has too few records or units, or too few units of one size where they are protected whole.
    """
    recipe, schema, unit = records.recipe, records.schema, records.units()
    problems: list[Problem] = []
    for at, scenario, k in held_scenarios(recipe):
        masked = masked_key_columns(scenario, recipe, schema)
        kept = [name for name in scenario.columns if name not in masked]
        labels = key_groups(records.columns, kept, schema)
        is_whole = recipe.unit is not None and recipe.unit.is_whole
        shared, _ = sharing(labels, unit, is_whole=is_whole)
        failing, least = int(np.count_nonzero(shared < k)), int(shared.min())
        problems += out_of_reach_of(at, k, kept, failing, least, is_whole=is_whole)
    return problems


def out_of_reach_of(
    at: int, k: int, kept: Sequence[str], failing: int, least: int, *, is_whole: bool = False
) -> list[Problem]:
    """Return an error if too few share some combinations of a scenario's columns.

    Parameters
    ----------
    at, k : int
        The scenario's place in the recipe, and its k.
    kept : sequence of str
        Its columns that are not masked.
    failing, least : int
        Combinations of these that fewer than `k` share, and the fewest that share one.
    is_whole : bool
        Whether whole units are protected.
    """
    if not failing:
        return []
    field, columns = f"scenarios[{at}].k", list(kept)
    params: dict[str, object] = {"field": field, "k": k, "columns": columns, "count": failing}
    if kept:
        return [Problem("scenario-k-of-columns", Where(field=field), params)]
    if is_whole:
        return [Problem("scenario-k-of-sizes", Where(field=field), params)]
    params["count"] = least
    return [Problem("scenario-k-of-file", Where(field=field), params)]
