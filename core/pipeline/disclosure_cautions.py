"""Cautions about columns published as they are that disclose what others hide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode.long_columns import AnyColumn, parts_of
from core.encode.record_groups import group_records
from core.errors import Problem, Severity, Where
from core.io.profiling.known_variables import Clue
from core.io.profiling.name_clues import clue_of
from core.io.structure import UndoneMask, find_undone_masks
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import ColumnKind, Dataset, Plan, Role
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
    combinations of values single out records.

    Parameters
    ----------
    plan : Plan
        What was run.
    typed : Dataset
        The whole input, cast to the column kinds that the scales need.
    weights : sequence of str
        Released columns that hold survey weights, or look like them.
    job : Job
        Enters the phase ``searching``; raises `Cancelled` if it is cancelled.
    """
    job.start_phase("searching")
    published = published_columns(plan)
    hidden = [a.name for a in plan.project.schema.attributes if a.name not in published]
    unweighted = [name for name in published if name not in weights]
    found = [
        *undone_cautions(find_undone_masks(typed, masked_columns(plan), published, job)),
        *revealing_weights(typed, [name for name in weights if name in published], hidden, job),
    ]
    # Columns of categories of which some occur in one record only.
    kept = np.zeros(typed.rows, dtype=np.bool_)
    kept[plan.kept] = True
    for name in CancellableSequence(unweighted, job):
        work = partial(single_values, typed.column(name), lambda start, stop: kept[start:stop])
        found += single(name, run_cancellable(work, job, typed.rows))
    # Columns that others may know, if together they single out records.
    known = CancellableSequence(known_columns(plan, unweighted), job)
    shown = [name for name in known if has_few_values(typed.column(name))]
    if len(shown) > 1:
        columns = [typed.column(name) for name in shown]
        labels = run_cancellable(partial(group_records, columns), job, typed.rows)
        alone = np.bincount(labels)[labels[plan.kept]] == 1
        found += combined(shown, int(np.count_nonzero(alone)), len(plan.kept))
    return tuple(found)


def masked_columns(plan: Plan) -> list[str]:
    """Return the columns that are released masked."""
    schema, strata = plan.project.schema, plan.project.recipe.strata
    return [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]


def published_columns(plan: Plan) -> list[str]:
    """Return the columns that are published as they are; strata follow from the released file."""
    schema, strata = plan.project.schema, plan.project.recipe.strata
    return [a.name for a in schema.attributes if a.role in _AS_THEY_ARE or a.name in strata]


def undone_cautions(undone: Sequence[UndoneMask]) -> tuple[Problem, ...]:
    """Return the cautions on columns that undo the mask of others, one for each column."""
    found = {}
    for each in reversed(undone):
        name, params = each.column, dict(each.reason_params)
        if each.records is not None:
            found[name] = _caution("caution-undone-part", name, params)
        else:
            params |= {"share": round(100 * each.r_squared, 2), "count": len(each.published)}
            found[name] = _caution("caution-undone", name, params)
    return tuple(found.values())


def single(name: str, count: int) -> list[Problem]:
    """Return the caution on a column of which so many values occur in one record only."""
    return [_caution("caution-single", name, {"count": count})] if count else []


def single_values(column: AnyColumn, kept: Callable[[int, int], NDArray[np.bool_]]) -> int:
    """Return how many values only one record of the whole file has, which is released.

    Parameters
    ----------
    column : Column or LongColumn
        Of all records; 0 is returned unless it holds categories.
    kept : callable
        Returns whether each of the records from a first to before a last one is released.
    """
    # Of the narrowest type, so that joined arrays have that of the column.
    values, counts = np.empty(0, np.int32), np.empty((2, 0), np.int64)
    start, present = 0, 0
    for part in parts_of(column):
        seen = ~part.missing
        own, index = np.unique(part.values[seen], return_inverse=True)
        weights = kept(start, start + len(part))[seen]
        here = np.stack([np.bincount(index), np.bincount(index, weights=weights).astype(np.int64)])
        values, index = np.unique(np.append(values, own), return_inverse=True)
        both, counts = np.hstack([counts, here]), np.zeros((2, len(values)), np.int64)
        for of_all, more in zip(counts, both, strict=True):
            np.add.at(of_all, index, more)
        if column.kind is not ColumnKind.TEXT and len(values) > _MOST_NUMBERS:
            return 0
        start, present = start + len(part), present + int(seen.sum())
    if present < LEAST_RECORDS or len(values) * _LEAST_REPEATED > present:
        return 0
    return int(((counts[0] == 1) & (counts[1] == 1)).sum())


def known_columns(plan: Plan, published: Sequence[str]) -> list[str]:
    """Return the published columns that others may know, by name and role."""
    schema = plan.project.schema
    plain = [name for name in published if schema.named(name).role is not Role.CONFIDENTIAL]
    return [name for name in plain if clue_of(name, name, firms=False) is Clue.QUASI]


def has_few_values(column: AnyColumn) -> bool:
    """Return whether values recur; a column in which hardly any does has a caution of its own."""
    if column.kind is ColumnKind.NUMBER:
        return False
    seen, present = np.empty(0, np.int64), 0
    for part in parts_of(column):
        values = part.values[~part.missing]
        seen, present = np.union1d(seen, values), present + len(values)
    return present > 0 and not is_nearly_unique(len(seen), present)


def combined(names: Sequence[str], count: int, rows: int) -> list[Problem]:
    """Return the caution on columns in which so many records equal no other one."""
    params = {"columns": [*names], "count": count, "rows": rows}
    return [Problem("caution-combination", Where(), params, Severity.WARNING)] if count else []


def _caution(code: str, column: str, params: Mapping[str, object]) -> Problem:
    return Problem(code, Where(column=column), params, Severity.WARNING)
