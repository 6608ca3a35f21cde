"""Values of a column in the forms in which columns are compared with each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

from core.array_types import Ints
from core.encode.record_groups import group_records, keys_of
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import Column, Dataset

Finding = TypeVar("Finding")


def examine_columns(
    dataset: Dataset, examine: Callable[[Column], Finding | None], job: Job | None
) -> tuple[Finding, ...]:
    """List what is found in the columns of a file, in their order; ``None`` is nothing.

    Raises `Cancelled` if the job is cancelled.
    """
    job = job or Job()
    findings = (
        run_cancellable(partial(examine, column), job, len(column))
        for column in CancellableSequence(dataset.columns, job)
    )
    return tuple(finding for finding in findings if finding is not None)


def states_of(column: Column) -> tuple[Ints, int]:
    """Encode the states of the cells as numbers from 0; all missing cells are one state.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        State of each cell, by first appearance.
    int
        Number of states.
    """
    states = group_records([column])
    return states, int(states.max()) + 1 if len(states) else 0


def state_keys(column: Column) -> Ints:
    """Compute a whole number for each cell, the same for the same state in any part of the column.

    That of missing cells is the least one, which no number, date or text has in practice.
    """
    return np.where(column.missing, np.iinfo(np.int64).min, keys_of(column))


def is_constant_within(column: Column, leaders: Ints) -> bool:
    """Check whether every cell equals that of its leader.

    Parameters
    ----------
    column : Column
        Of `n` records. A missing cell equals only another missing cell.
    leaders : numpy.ndarray of int64, shape (n,)
        For each record the first record of its group.
    """
    if np.any(column.missing != column.missing[leaders]):
        return False
    equal = column.values == column.values[leaders]
    return bool(np.all(equal | column.missing))
