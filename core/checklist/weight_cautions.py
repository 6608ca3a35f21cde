"""Cautions about survey weights: totals that are off, and weights that reveal a stratum."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.errors import Problem, warning
from core.inspect.profiling.name_words import matches_words
from core.inspect.structure import find_revealing_weight
from core.jobs import Job
from core.kernels.numerics.part_sums import OpenSum
from core.model import Column, ColumnKind, Dataset, Plan, Project, Role

MOST_OFF = 0.001
"""Relative difference of the total of the survey weights without a caution."""

_NUMBERS = (ColumnKind.INTEGER, ColumnKind.NUMBER)
_WEIGHTS = "weight* wt wgt fnlwgt pweight* gewicht* hochrechn* poids ponder* peso pesos"
# A change in whole per cents leaves the original's total open by half a per cent of itself, and
# that must leave any weight open by a tenth of itself, as the p% rule with p = 10 does.
_OPEN, _LEAST_OPEN = 0.005, 0.1


def weight_columns(plan: Plan, released: Sequence[Column]) -> tuple[Column, ...]:
    """Return the released column of survey weights, or columns that look like one."""
    return tuple(column for column in released if _is_weight(plan.project, column))


def _is_weight(project: Project, column: Column) -> bool:
    """Return whether a released column holds the survey weights, or looks like it."""
    if column.kind not in _NUMBERS:
        return False
    declared = project.recipe.weight
    if declared is not None:
        return column.name == declared
    role = project.schema.named(column.name).role
    return role is Role.OTHER and matches_words(column.name, _WEIGHTS)


def off_weights(plan: Plan, typed: Dataset, released: Sequence[Column]) -> list[Problem]:
    """Return a caution for each column of weights whose total is not that of the original.

    Parameters
    ----------
    typed : Dataset
        The whole input, cast to the column kinds that the scales need.
    """
    found = []
    for column in weight_columns(plan, released):
        original = typed.numbers_as_read(column.name)
        before, after = _total(original), _total(column)
        if _is_off(before, after):
            weights = np.where(original.missing, 0.0, np.abs(original.values.astype(np.float64)))
            project = plan.project
            unit = Records(tuple(typed.columns), project.schema, project.recipe).units()
            if unit is not None:
                weights = np.bincount(unit, weights=weights).astype(np.float64)
            heaviest = float(weights.max(initial=0.0))
            found.append(_off_weight(column.name, before, after, heaviest))
    return found


def _is_off(before: float, after: float) -> bool:
    """Return whether a total of weights differs too much from that of the original."""
    return abs(after - before) > MOST_OFF * abs(before)


def _off_weight(name: str, before: float, after: float, heaviest: float) -> Problem:
    """Return the caution on a column of weights whose total changed.

    Parameters
    ----------
    name : str
        The column.
    before, after : float
        The total of all records of the input, and of the release.
    heaviest : float
        The largest weight of a unit of the input.
    """
    change = 100 * (after / before - 1) if before else 0.0
    # Anybody who knows all other weights and the total of the release would know that of a unit,
    # such as one that was left out, to within ``_OPEN * before^2 / after`` if the change is stated
    # in whole per cents. That must leave each weight open.
    is_open = after > 0 and _LEAST_OPEN * heaviest * after <= _OPEN * before * before
    is_stated = before > 0 and is_open
    return warning(
        "caution-weights",
        name,
        before=round(before),
        after=round(after),
        change=round(change, 1),
        stated=round(change) if is_stated else None,
    )


def _total(column: Column) -> float:
    """Return the sum of a column's values."""
    total = OpenSum()
    total.add(weights_of(column))
    return total.total()


def weights_of(column: Column) -> NDArray[np.float64]:
    """Return the values of a column that are not missing."""
    return column.values[~column.missing].astype(np.float64)


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
        warning(weight.reason, weight.weight, **weight.reason_params)
        for weight in found
        if weight is not None
    ]
