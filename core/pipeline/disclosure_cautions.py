"""Cautions about columns published as they are that disclose what others hide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode.record_groups import group_records
from core.errors import Problem, Severity, Where
from core.io.profiling.name_clues import names_key_variable
from core.io.structure import UndoneMask, find_undone_masks
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import Column, ColumnKind, Dataset, Plan, Role
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
    schema, strata = plan.project.schema, plan.project.recipe.strata
    masked = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name not in strata]
    published = [a.name for a in schema.attributes if a.role in _AS_THEY_ARE or a.name in strata]
    undone = find_undone_masks(typed, masked, published, job)
    hidden = [a.name for a in schema.attributes if a.name not in published]
    unweighted = [name for name in published if name not in weights]
    return (
        *({each.published[0]: _undone(each, typed.rows) for each in reversed(undone)}.values()),
        *revealing_weights(typed, [name for name in weights if name in published], hidden, job),
        *_single(plan, typed, unweighted, job),
        *_combined(plan, typed, unweighted, job),
    )


def _undone(undone: UndoneMask, rows: int) -> Problem:
    if undone.records is not None:
        params = {**undone.reason_params, "rows": rows}
        return _caution("caution-undone-part", undone.published[0], params)
    params = {**undone.reason_params, "share": round(100 * undone.r_squared, 2)}
    return _caution("caution-undone", undone.published[0], params)


def _single(plan: Plan, typed: Dataset, names: Sequence[str], job: Job) -> list[Problem]:
    """Return a caution for each column of categories of which some occur in one record only."""
    kept = np.zeros(typed.rows, dtype=np.bool_)
    kept[plan.kept] = True
    found = []
    for name in CancellableSequence(names, job):
        work = partial(_single_values, typed.column(name), kept)
        count = run_cancellable(work, job, typed.rows)
        if count:
            found.append(_caution("caution-single", name, {"count": count}))
    return found


def _single_values(column: Column, kept: NDArray[np.bool_]) -> int:
    """Return how many values only one record of the whole file has, which is released."""
    present = np.flatnonzero(~column.missing)
    if len(present) < LEAST_RECORDS:
        return 0
    _, first, counts = np.unique(column.values[present], return_index=True, return_counts=True)
    is_many = column.kind is not ColumnKind.TEXT and len(counts) > _MOST_NUMBERS
    if is_many or len(counts) * _LEAST_REPEATED > len(present):
        return 0
    return int(np.count_nonzero(kept[present[first[counts == 1]]]))


def _combined(plan: Plan, typed: Dataset, published: Sequence[str], job: Job) -> list[Problem]:
    """Return a caution if published columns that others may know single out records together."""
    schema = plan.project.schema
    known = [n for n in published if schema.named(n).role is not Role.CONFIDENTIAL]
    columns = [typed.column(name) for name in known if names_key_variable(name)]
    shown = [each for each in CancellableSequence(columns, job) if _has_few_values(each)]
    if len(shown) < 2:
        return []
    labels = run_cancellable(partial(group_records, shown), job, typed.rows)
    alone = np.bincount(labels)[labels[plan.kept]] == 1
    if not alone.any():
        return []
    params = {
        "columns": [column.name for column in shown],
        "count": int(np.count_nonzero(alone)),
        "rows": len(plan.kept),
    }
    return [Problem("caution-combination", Where(), params, Severity.WARNING)]


def _has_few_values(column: Column) -> bool:
    """Return whether values recur; a column in which hardly any does has a caution of its own."""
    present = column.values[~column.missing]
    if column.kind is ColumnKind.NUMBER or not len(present):
        return False
    return not is_nearly_unique(len(np.unique(present)), len(present))


def _caution(code: str, column: str, params: Mapping[str, object]) -> Problem:
    return Problem(code, Where(column=column), params, Severity.WARNING)
