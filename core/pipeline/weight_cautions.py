"""Cautions about survey weights: totals that are off, and weights that reveal a stratum."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.conditions import Records
from core.errors import Problem, Severity, Where
from core.io.profiling.name_words import matches_words
from core.io.structure import find_revealing_weight
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, Plan, Role

MOST_OFF = 0.001
"""Relative difference of the total of the survey weights without a caution."""

_NUMBERS = (ColumnKind.INTEGER, ColumnKind.NUMBER)
_WEIGHTS = "weight* wt wgt fnlwgt pweight* gewicht* hochrechn* poids ponder* peso pesos"
# A change in whole per cents leaves the original's total open by half a per cent of itself, and
# that must leave any weight open by a tenth of itself, as the p% rule with p = 10 does.
_OPEN, _LEAST_OPEN = 0.005, 0.1


def weight_columns(plan: Plan, released: Sequence[Column]) -> tuple[Column, ...]:
    """Return the released column of survey weights, or columns that look like one."""
    return tuple(column for column in released if _is_weight(plan, column))


def _is_weight(plan: Plan, column: Column) -> bool:
    if column.kind not in _NUMBERS:
        return False
    declared = plan.project.recipe.weight
    if declared is not None:
        return column.name == declared
    role = plan.project.schema.named(column.name).role
    return role is Role.OTHER and matches_words(column.name, _WEIGHTS)


def off_weights(plan: Plan, typed: Dataset, released: Sequence[Column]) -> list[Problem]:
    """Return a caution for each column of weights whose total is not that of the original.

    Parameters
    ----------
    plan : Plan
        What is run.
    typed : Dataset
        The whole input, cast to the column kinds that the scales need.
    released : sequence of Column
        The released columns.
    """
    found = []
    for column in weight_columns(plan, released):
        original = _as_read(typed, column.name)
        before, after = _total(original), _total(column)
        if abs(after - before) > MOST_OFF * abs(before):
            change = 100 * (after / before - 1) if before else 0.0
            is_stated = before > 0 and _is_open(plan, typed, original, after)
            params = {
                "before": round(before),
                "after": round(after),
                "change": round(change, 1),
                "stated": round(change) if is_stated else None,
            }
            found.append(
                Problem("caution-weights", Where(column=column.name), params, Severity.WARNING)
            )
    return found


def _as_read(typed: Dataset, name: str) -> Column:
    """Return a column before it was prepared, if it held numbers."""
    read = (column for column in typed.originals if column.name == name)
    return next((column for column in read if column.kind in _NUMBERS), typed.column(name))


def _total(column: Column) -> float:
    return float(column.values[~column.missing].sum())


def _is_open(plan: Plan, typed: Dataset, original: Column, after: float) -> bool:
    """Return whether the change in whole per cents leaves each unit's weight open.

    Anybody who knows all other weights and the total of the release would know that of a unit,
    such as one that was left out, to within ``_OPEN * before^2 / after``.
    """
    before = _total(original)
    weights = np.where(original.missing, 0.0, np.abs(original.values.astype(np.float64)))
    project = plan.project
    unit = Records(tuple(typed.columns), project.schema, project.recipe).units()
    if unit is not None:
        weights = np.bincount(unit, weights=weights).astype(np.float64)
    heaviest = float(weights.max(initial=0.0))
    return after > 0 and _LEAST_OPEN * heaviest * after <= _OPEN * before * before


def revealing_weights(
    typed: Dataset, weights: Sequence[str], hidden: Sequence[str], job: Job
) -> list[Problem]:
    """Return a caution for each published column of weights that reveals a stratum.

    Parameters
    ----------
    typed : Dataset
        The whole input, cast to the column kinds that the scales need.
    weights, hidden : sequence of str
        Columns of weights that are published as they are; columns that are masked or dropped.
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    read = {column.name: column for column in typed.originals}
    found = (find_revealing_weight(typed, name, hidden, job, read.get(name)) for name in weights)
    return [
        Problem(one.reason, Where(column=one.weight), one.reason_params, Severity.WARNING)
        for one in found
        if one is not None
    ]
