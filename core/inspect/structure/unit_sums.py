"""Finds published columns that reveal masked ones, above all as their sum or mean over the unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from core.array_types import Floats, Ints
from core.encode.record_groups import group_records
from core.encode.unit_groups import first_records
from core.inspect.structure.column_values import is_constant_within
from core.inspect.structure.rank_agreement import agreement, spread_sample
from core.inspect.structure.undone_masks import THRESHOLDS, UndoneMask, find_undone_masks
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import Column, Dataset


def find_unit_sums(
    dataset: Dataset,
    unit: Sequence[str],
    masked: Sequence[str],
    published: Sequence[str],
    job: Job | None = None,
) -> tuple[UndoneMask, ...]:
    """Find the published columns that are the sum or mean of a masked one over each unit.

    The value of a unit of one record, such as the income of a person who lives alone, is then known
    exactly. Missing cells count as 0.

    Parameters
    ----------
    unit : sequence of str
        The columns that number the units, alone or together; records without a number are left out.

    Returns
    -------
    tuple of UndoneMask
        With the reason ``undo-unit-sum``; published columns in the given order.

    Raises
    ------
    KeyError
        If there is no such column.
    """
    job = job or Job()
    shared_columns = [dataset.column(name) for name in published]
    masked_columns = [column for column in map(dataset.column, masked) if column.kind.is_numeric]
    if not dataset.rows:
        return ()
    columns = [dataset.column(name) for name in unit]
    labels, missing = group_records(columns), np.any([c.missing for c in columns], axis=0)
    first = first_records(labels)
    leaders = np.where(missing, np.arange(dataset.rows), first[labels])
    first = first[~missing[first]]
    masks: list[UndoneMask] = []
    for shared in CancellableSequence(shared_columns, job):
        if not shared.kind.is_numeric or not is_constant_within(shared, leaders):
            continue
        unit_values = shared.floats()[first]
        for amount in masked_columns:
            compare = partial(_agreement, unit_values, amount, labels, first)
            r_squared = run_cancellable(compare, job, dataset.rows)
            if r_squared > THRESHOLDS[0]:
                masks.append(UndoneMask((shared.name,), (amount.name,), "undo-unit-sum", r_squared))
    return tuple(masks)


def _agreement(unit_values: Floats, amount: Column, labels: Ints, first: Ints) -> float:
    """Compute the R² of a value of each unit with the sum or mean of its amounts.

    Parameters
    ----------
    unit_values : numpy.ndarray of float64, shape (u,)
        A value of each unit.
    amount : Column
        Of all `n` records.
    labels : numpy.ndarray of int64, shape (n,)
        Unit of each record.
    first : numpy.ndarray of int64, shape (u,)
        The first record of each unit.
    """
    values = np.nan_to_num(amount.floats(), nan=0.0)
    sums = np.bincount(labels, weights=values)[labels[first]].astype(np.float64, copy=False)
    sizes = np.bincount(labels)[labels[first]]
    sample, best = spread_sample(len(unit_values)), 0.0
    for aggregates in (sums, sums / sizes):
        few, pair = [(unit_values[sample], aggregates[sample])], [(unit_values, aggregates)]
        if agreement(few.__iter__, len(few[0][0]), (1.0, 2.0), Job()) >= THRESHOLDS[1]:
            best = max(best, agreement(pair.__iter__, len(unit_values), THRESHOLDS, Job()))
    return best


def find_revealing_columns(
    dataset: Dataset,
    masked: Sequence[str],
    published: Sequence[str],
    units: Iterable[Sequence[str]] = (),
    job: Job | None = None,
) -> tuple[UndoneMask, ...]:
    """Find the relations for which a column is better left out or masked.

    Parameters
    ----------
    units : iterable of sequence of str
        Columns that number units of several records, alone or together, over which columns may be
        sums.

    Returns
    -------
    tuple of UndoneMask
        Those of `find_undone_masks`, then those of `find_unit_sums`, each once.
    """
    job = job or Job()
    masks = [*find_undone_masks(dataset, masked, published, job)]
    for unit in units:
        masks += find_unit_sums(dataset, unit, masked, published, job)
    return tuple(dict.fromkeys(masks))
