"""Scenarios with a k: which they are, and how many records or units share their columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Ints
from core.encode import group_records
from core.encode.not_applicable import write_all_back
from core.encode.unit_groups import group_units, units_in_groups
from core.model import Column, Recipe, Role, Scenario, Schema


def list_enforced_scenarios(recipe: Recipe) -> list[tuple[int, Scenario, int]]:
    """List position, scenario and k of each scenario with a k."""
    return [
        (position, scenario, scenario.k)
        for position, scenario in enumerate(recipe.scenarios)
        if scenario.k is not None
    ]


def list_masked_keys(scenario: Scenario, recipe: Recipe, schema: Schema) -> list[str]:
    """List the columns of a scenario that are masked, in the scenario's order."""
    masked = {a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)}.difference(recipe.strata)
    return [name for name in scenario.columns if name in masked]


@dataclass(frozen=True, slots=True)
class _MaskedScenario:
    """A scenario for which clusters can be merged; `k` records or units share each combination."""

    masked: tuple[str, ...]
    unmasked: tuple[str, ...]
    k: int


def list_masked_scenarios(recipe: Recipe, schema: Schema) -> list[_MaskedScenario]:
    """List the scenarios with a k and at least one masked column."""
    scenarios = []
    for _, scenario, k in list_enforced_scenarios(recipe):
        masked = tuple(list_masked_keys(scenario, recipe, schema))
        unmasked = tuple(name for name in scenario.columns if name not in masked)
        scenarios += [_MaskedScenario(masked, unmasked, k)] if masked else []
    return scenarios


def key_groups(columns: Iterable[Column], names: Sequence[str], schema: Schema) -> Ints:
    """Find each record's group of equal values in the columns `names`, shape (n,).

    A missing value equals only another missing value; codes of questions that were not asked are
    values. Without names all records form one group.
    """
    columns = list(columns)
    chosen = write_all_back([c for c in columns if c.name in names], schema)
    if not chosen:
        return np.zeros(len(columns[0]), dtype=np.int64)
    return group_records(chosen)


def sharing(labels: Ints, unit: Ints | None, *, is_whole: bool) -> tuple[Ints, Ints]:
    """Count those that share each combination of values; with the combination of each record.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        From `key_groups`.
    unit : numpy.ndarray of int64, shape (n,), optional
        The unit of each record, numbered from 0 without gaps, if units are protected.
    is_whole : bool
        Whether units are protected whole: a combination is then that of all records of a unit.

    Returns
    -------
    tuple of numpy.ndarray of int64, shapes (combinations,) and (n,)
        Records, or units.
    """
    if unit is None:
        return np.bincount(labels), labels
    if is_whole:
        groups = group_units(unit, labels)
        return np.bincount(groups), groups[unit]
    return units_in_groups(labels, unit), labels
