"""Cautions about households, firms or schools: not declared, or disclosed by a column."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.conditions import Records
from core.encode import take
from core.encode.unit_groups import first_records
from core.errors import Problem, Severity, Where, warning
from core.inspect.structure.likely_units import find_units
from core.jobs import Job
from core.model import Column, Dataset, Plan, Role
from core.model.uniqueness import is_nearly_unique
from core.protect import adds_noise

# Above this share of the records, those next to another one of their unit are no chance.
_MOST_TOGETHER = 0.05

# Roles of columns that are published as they are.
_UNCHANGED = (Role.CONFIDENTIAL, Role.OTHER)


def unit_cautions(plan: Plan, dataset: Dataset, job: Job) -> tuple[Problem, ...]:
    """Return a caution on the column that most likely numbers units, if nothing is said of it.

    Parameters
    ----------
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    recipe = plan.project.recipe
    if recipe.unit is not None or recipe.records_are_units or adds_noise(plan.project.recipe):
        return ()
    found = find_units(dataset, job)
    if not found:
        return ()
    name, params = found[0].column, {"count": found[0].units, "rows": found[0].rows}
    return (warning("caution-unit", name, id=name, **params, largest=found[0].largest),)


def unit_value_cautions(plan: Plan, original: Sequence[Column]) -> tuple[Problem, ...]:
    """Return a caution on each published column of which most values point to one unit.

    A column that is equal in all records of a unit, such as the weight of a household, may have few
    values for the number of records and still give the unit away.

    Parameters
    ----------
    original : sequence of Column
        The columns of the kept records.
    """
    project = plan.project
    unit = Records(tuple(original), project.schema, project.recipe).units()
    if unit is None or adds_noise(project.recipe):
        return ()
    first, found = first_records(unit), list[Problem]()
    for column in original:
        if project.schema.named(column.name).role not in _UNCHANGED:
            continue
        once = take(column, first)
        values = once.values[~once.missing]
        distinct, present = len(np.unique(values)), len(column.values) - int(column.missing.sum())
        cautions = _unit_value_caution(column.name, distinct, len(values), present)
        if not cautions:
            continue
        same = np.where(once.missing[unit], column.missing, once.values[unit] == column.values)
        if same.all():
            found += cautions
    return tuple(found)


def member_order_cautions(plan: Plan, original: Sequence[Column]) -> tuple[Problem, ...]:
    """Return a caution if the released order shows which members of units belong together.

    Only members are protected then, each by itself; together they can identify their unit, for
    which reason a link of members is refused.

    Parameters
    ----------
    original : sequence of Column
        The columns of the kept records.
    """
    recipe = plan.project.recipe
    if recipe.unit is None or recipe.unit.is_whole or not recipe.keep_order:
        return ()
    unit = Records(tuple(original), plan.project.schema, recipe).units()
    if unit is None or adds_noise(plan.project.recipe):
        return ()
    same = unit[1:] == unit[:-1]
    beside = np.append(same, np.False_) | np.append(np.False_, same)
    count, rows = int(beside.sum()), len(unit)
    if count <= _MOST_TOGETHER * rows:
        return ()
    where, params = Where(field="keep_order"), {"count": count, "rows": rows}
    return (Problem("caution-member-order", where, params, Severity.WARNING),)


def _unit_value_caution(
    column: str, distinct: int, values: int, present: int
) -> tuple[Problem, ...]:
    """Return the caution on a column with one value for each unit, if most point to one unit.

    Parameters
    ----------
    distinct, values, present : int
        Number of different values, of units with a value and of records with one.
    """
    # Where records already are nearly unique, that is said of them.
    if not is_nearly_unique(distinct, values) or is_nearly_unique(distinct, present):
        return ()
    return (warning("caution-unit-values", column, count=distinct, units=values),)
