"""Cautions about columns published as they are that disclose what others hide."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.checklist.weight_cautions import revealing_weights
from core.encode import MeasuredTable, group_records
from core.errors import Problem, warning
from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of
from core.inspect.structure import UndoneMask, find_revealing_columns
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import ColumnKind, Dataset, Plan, Role, Unit
from core.model.uniqueness import LEAST_RECORDS, is_nearly_unique

_AS_THEY_ARE = (Role.CONFIDENTIAL, Role.OTHER)
# Records for each value of a column of categories; in others, single values are nothing special.
_LEAST_REPEATED = 20
# More different numbers are amounts, not codes of categories.
_MOST_NUMBERS = 100


def disclosure_cautions(
    plan: Plan, typed: Dataset, table: MeasuredTable, weights: Sequence[str], job: Job
) -> tuple[Problem, ...]:
    """Return cautions about published columns; each column has one of each kind at most.

    One is about several columns: others may know what they hold, by their names, and their
    combinations of values single out records, or units where the recipe has some.

    Parameters
    ----------
    typed : Dataset
        The whole input, cast to the column kinds that the scales need.
    table : MeasuredTable
        Its columns.
    weights : sequence of str
        Released columns that hold survey weights, or look like them.
    job : Job
        Enters the phase ``searching``; raises `Cancelled` if it is cancelled.
    """
    job.start_phase("searching")
    masked, published = _list_masked_columns(plan), _list_published_columns(plan)
    unit = plan.project.recipe.unit
    units_of = () if unit is None else (unit.id,)
    hidden = [a.name for a in plan.project.schema.attributes if a.name not in published]
    unweighted = [name for name in published if name not in weights]
    cautions = [
        *_undone_cautions(find_revealing_columns(typed, masked, published, units_of, job)),
        *revealing_weights(typed, [name for name in weights if name in published], hidden, job),
    ]
    # Columns of categories of which some occur in one record, or unit, only.
    kept = np.zeros(typed.rows, dtype=np.bool_)
    kept[plan.kept] = True
    units = None if unit is None else group_records([table.column(unit.id)])
    for name in CancellableSequence(unweighted, job):
        work = partial(_count_single_values, table, name, kept, units)
        cautions += _caution_on_single_values(name, run_cancellable(work, job, typed.rows), unit)
    # Columns that others may know, if together they single out records.
    identifying = CancellableSequence(_list_identifying_columns(plan, unweighted), job)
    recurring = [name for name in identifying if _has_few_values(table, name)]
    if len(recurring) > 1:
        columns = [table.column(name) for name in recurring]
        labels = run_cancellable(partial(group_records, columns), job, typed.rows)
        alone = _count_units(units, kept & _are_of_one_unit(labels, units))
        cautions += _caution_on_combination(recurring, alone, _count_units(units, kept), unit)
    return tuple(cautions)


def _count_units(units: NDArray[np.int64] | None, chosen: NDArray[np.bool_]) -> int:
    """Count the units of some records; without units, the records."""
    return int(np.count_nonzero(chosen)) if units is None else len(np.unique(units[chosen]))


def _list_masked_columns(plan: Plan) -> list[str]:
    """List the columns that are released masked."""
    schema, strata = plan.project.schema, plan.project.recipe.strata
    return [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]


def _list_published_columns(plan: Plan) -> list[str]:
    """List the columns that are published as they are; strata follow from the released file."""
    schema, strata = plan.project.schema, plan.project.recipe.strata
    return [a.name for a in schema.attributes if a.role in _AS_THEY_ARE or a.name in strata]


def _undone_cautions(undone: Sequence[UndoneMask]) -> tuple[Problem, ...]:
    """Return the cautions on columns that undo the mask of others, one for each column."""
    caution_on = {}
    for mask in reversed(undone):
        name, params = mask.column, dict(mask.reason_params)
        if mask.reason == "undo-unit-sum":
            caution_on[name] = warning("caution-undone-unit", name, **params)
        elif mask.records is not None:
            caution_on[name] = warning("caution-undone-part", name, **params)
        else:
            params |= {"share": round(100 * mask.r_squared, 2), "count": len(mask.published)}
            caution_on[name] = warning("caution-undone", name, **params)
    return tuple(caution_on.values())


def _caution_on_single_values(name: str, count: int, unit: Unit | None) -> list[Problem]:
    """Return the caution on a column of which so many values occur in one record or unit only."""
    code = "caution-single" if unit is None else "caution-single-unit"
    return [warning(code, name, count=count)] if count else []


def _count_single_values(
    table: MeasuredTable, name: str, kept: NDArray[np.bool_], units: NDArray[np.int64] | None
) -> int:
    """Count the values that only one unit of the whole file has, of which a record is released.

    Parameters
    ----------
    table : MeasuredTable
        All records.
    name : str
        A column; 0 is returned unless it holds categories.
    kept : numpy.ndarray of bool, shape (n,)
        Whether each record is released.
    units : numpy.ndarray of int64, shape (n,), or None
        Number of its unit; ``None``: each record is one.
    """
    column, n_values, n_present = table.column(name), table.n_distinct(name), table.n_present(name)
    if column.kind is not ColumnKind.TEXT and n_values > _MOST_NUMBERS:
        return 0
    if n_present < LEAST_RECORDS or n_values * _LEAST_REPEATED > n_present:
        return 0
    present = ~column.missing
    value_index = np.unique(column.values[present], return_inverse=True)[1]
    is_of_one_unit = _are_of_one_unit(value_index, None if units is None else units[present])
    return len(np.unique(value_index[is_of_one_unit & kept[present]]))


def _list_identifying_columns(plan: Plan, published: Sequence[str]) -> list[str]:
    """List the published columns that others may know, by name and role."""
    schema = plan.project.schema
    unhidden = [name for name in published if schema.named(name).role is not Role.CONFIDENTIAL]
    return [name for name in unhidden if clue_of(name, name, firms=False) is Clue.QUASI]


def _has_few_values(table: MeasuredTable, name: str) -> bool:
    """Return whether values recur; a column in which hardly any does has a caution of its own."""
    if table.column(name).kind is ColumnKind.NUMBER:
        return False
    n_present = table.n_present(name)
    return n_present > 0 and not is_nearly_unique(table.n_distinct(name), n_present)


def _are_of_one_unit(
    labels: NDArray[np.integer], units: NDArray[np.int64] | None
) -> NDArray[np.bool_]:
    """Return for each record whether all records with its label are of one unit."""
    if units is None:
        return np.asarray((np.bincount(labels) == 1)[labels])
    groups = int(labels.max(initial=-1)) + 1
    least, most = np.full(groups, np.iinfo(np.int64).max), np.full(groups, -1)
    np.minimum.at(least, labels, units)
    np.maximum.at(most, labels, units)
    is_of_one_unit: NDArray[np.bool_] = (least == most)[labels]
    return is_of_one_unit


def _caution_on_combination(
    names: Sequence[str], count: int, rows: int, unit: Unit | None
) -> list[Problem]:
    """Return the caution on columns that single out so many of all released records or units."""
    if not count:
        return []
    code = "caution-combination" if unit is None else "caution-combination-unit"
    return [warning(code, columns=[*names], count=count, rows=rows)]
