"""Cautions about columns published as they are that disclose what others hide."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode.record_groups import group_records
from core.errors import Problem, warning
from core.io.profiling.known_variables import Clue
from core.io.profiling.name_clues import clue_of
from core.io.structure import UndoneMask, find_revealing_columns
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import Column, ColumnKind, Dataset, Plan, Role, Unit
from core.model.uniqueness import LEAST_RECORDS, is_nearly_unique
from core.pipeline.weight_cautions import revealing_weights

_AS_THEY_ARE = (Role.CONFIDENTIAL, Role.OTHER)
# Records for each value of a column of categories; in others, single values are nothing special.
_LEAST_REPEATED = 20
# More different numbers are amounts, not codes of categories.
_MOST_NUMBERS = 100


def disclosure_cautions(
    plan: Plan, typed: Dataset, weights: Sequence[str], job: Job
) -> tuple[Problem, ...]:
    """Return cautions about published columns; each column has one of each kind at most.

    One is about several columns: others may know what they hold, by their names, and their
    combinations of values single out records, or units where the recipe has some.

    Parameters
    ----------
    typed : Dataset
        The whole input, cast to the column kinds that the scales need.
    weights : sequence of str
        Released columns that hold survey weights, or look like them.
    job : Job
        Enters the phase ``searching``; raises `Cancelled` if it is cancelled.
    """
    job.start_phase("searching")
    masked, published = _masked_columns(plan), _published_columns(plan)
    unit = plan.project.recipe.unit
    units_of = () if unit is None else (unit.id,)
    hidden = [a.name for a in plan.project.schema.attributes if a.name not in published]
    unweighted = [name for name in published if name not in weights]
    found = [
        *_undone_cautions(find_revealing_columns(typed, masked, published, units_of, job)),
        *revealing_weights(typed, [name for name in weights if name in published], hidden, job),
    ]
    # Columns of categories of which some occur in one record, or unit, only.
    kept = np.zeros(typed.rows, dtype=np.bool_)
    kept[plan.kept] = True
    units = np.arange(typed.rows) if unit is None else group_records([typed.column(unit.id)])
    for name in CancellableSequence(unweighted, job):
        work = partial(_single_values, typed.column(name), kept, units)
        found += _single(name, run_cancellable(work, job, typed.rows), unit)
    # Columns that others may know, if together they single out records.
    known = CancellableSequence(_known_columns(plan, unweighted), job)
    shown = [name for name in known if _has_few_values(typed.column(name))]
    if len(shown) > 1:
        columns = [typed.column(name) for name in shown]
        labels = run_cancellable(partial(group_records, columns), job, typed.rows)
        alone = np.unique(units[kept & _are_of_one_unit(labels, units)])
        found += _combined(shown, len(alone), len(np.unique(units[kept])), unit)
    return tuple(found)


def _masked_columns(plan: Plan) -> list[str]:
    """Return the columns that are released masked."""
    schema, strata = plan.project.schema, plan.project.recipe.strata
    return [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]


def _published_columns(plan: Plan) -> list[str]:
    """Return the columns that are published as they are; strata follow from the released file."""
    schema, strata = plan.project.schema, plan.project.recipe.strata
    return [a.name for a in schema.attributes if a.role in _AS_THEY_ARE or a.name in strata]


def _undone_cautions(undone: Sequence[UndoneMask]) -> tuple[Problem, ...]:
    """Return the cautions on columns that undo the mask of others, one for each column."""
    found = {}
    for each in reversed(undone):
        name, params = each.column, dict(each.reason_params)
        if each.reason == "undo-unit-sum":
            found[name] = warning("caution-undone-unit", name, **params)
        elif each.records is not None:
            found[name] = warning("caution-undone-part", name, **params)
        else:
            params |= {"share": round(100 * each.r_squared, 2), "count": len(each.published)}
            found[name] = warning("caution-undone", name, **params)
    return tuple(found.values())


def _single(name: str, count: int, unit: Unit | None) -> list[Problem]:
    """Return the caution on a column of which so many values occur in one record or unit only."""
    code = "caution-single" if unit is None else "caution-single-unit"
    return [warning(code, name, count=count)] if count else []


def _single_values(column: Column, kept: NDArray[np.bool_], units: NDArray[np.int64]) -> int:
    """Count the values that only one unit of the whole file has, of which a record is released.

    Parameters
    ----------
    column : Column
        Of all records; 0 is returned unless it holds categories.
    kept : numpy.ndarray of bool, shape (n,)
        Whether each record is released.
    units : numpy.ndarray of int64, shape (n,)
        Number of its unit; where the recipe has no units, each record is one.
    """
    seen = ~column.missing
    values, index = np.unique(column.values[seen], return_inverse=True)
    if column.kind is not ColumnKind.TEXT and len(values) > _MOST_NUMBERS:
        return 0
    if len(index) < LEAST_RECORDS or len(values) * _LEAST_REPEATED > len(index):
        return 0
    is_of_one_unit = _are_of_one_unit(index, units[seen])
    return len(np.unique(index[is_of_one_unit & kept[seen]]))


def _known_columns(plan: Plan, published: Sequence[str]) -> list[str]:
    """Return the published columns that others may know, by name and role."""
    schema = plan.project.schema
    plain = [name for name in published if schema.named(name).role is not Role.CONFIDENTIAL]
    return [name for name in plain if clue_of(name, name, firms=False) is Clue.QUASI]


def _has_few_values(column: Column) -> bool:
    """Return whether values recur; a column in which hardly any does has a caution of its own."""
    if column.kind is ColumnKind.NUMBER:
        return False
    values = column.values[~column.missing]
    return len(values) > 0 and not is_nearly_unique(len(np.unique(values)), len(values))


def _are_of_one_unit(labels: NDArray[np.int64], units: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return for each record whether all records with its label are of one unit."""
    groups = int(labels.max(initial=-1)) + 1
    least, most = np.full(groups, np.iinfo(np.int64).max), np.full(groups, -1)
    np.minimum.at(least, labels, units)
    np.maximum.at(most, labels, units)
    is_of_one_unit: NDArray[np.bool_] = (least == most)[labels]
    return is_of_one_unit


def _combined(names: Sequence[str], count: int, rows: int, unit: Unit | None) -> list[Problem]:
    """Return the caution on columns that single out so many of all released records or units."""
    if not count:
        return []
    code = "caution-combination" if unit is None else "caution-combination-unit"
    return [warning(code, columns=[*names], count=count, rows=rows)]
