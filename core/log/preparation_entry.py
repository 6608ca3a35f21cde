"""The preparation in the internal log: what each step changed, and the loss of each column.

The public log names the steps only: how many records had an amount above a limit, or a category
that few have, is a figure of the original.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Bools, Floats
from core.encode import take
from core.encode.not_applicable import set_apart
from core.log.declared.entries import (
    LoggedPreparation,
    LoggedPreparedColumn,
    LoggedPreparedStep,
)
from core.log.privacy_entries import is_withheld
from core.model import Column, Dataset, Result, Role
from core.prepare.preparing_loss import are_amounts, variance_lost
from core.same_fields import copy_fields


def preparation_entry(result: Result, dataset: Dataset) -> LoggedPreparation | None:
    """Return the section ``prepared`` of the internal log, if the recipe prepares columns.

    ``together`` is the loss from the file as it was read to the release, ``100 SSE / SST`` over the
    released records, for masked columns of numbers and dates; by masking alone it is the measure
    ``information-loss``.
    """
    prepared = dataset.prepared
    if prepared is None or is_withheld(result.plan.project):
        return None
    together = _loss_together(result, dataset.originals)
    steps = (copy_fields(LoggedPreparedStep, done) for done in prepared.steps)
    columns = (
        copy_fields(LoggedPreparedColumn, column, together=together.get(column.name))
        for column in prepared.columns
    )
    return LoggedPreparation(tuple(steps), tuple(columns))


def _loss_together(result: Result, originals: Sequence[Column]) -> dict[str, float]:
    schema = result.plan.project.schema
    masked = {a.name: a for a in schema.with_role(Role.QUASI_IDENTIFIER)}
    released_columns = {column.name: column for column in result.columns}
    if not result.paired:
        return {}
    losses = {}
    for column in originals:
        if column.name not in masked or column.name not in released_columns:
            continue
        attribute = masked[column.name]
        original = take(set_apart(column, attribute), result.plan.kept)
        released = set_apart(released_columns[column.name], attribute)
        if are_amounts(original, released):
            in_both = ~original.missing & ~released.missing
            losses[column.name] = variance_lost(
                _amounts(original, in_both), _amounts(released, in_both)
            )
    return losses


def _amounts(column: Column, rows: Bools) -> Floats:
    return np.asarray(column.values.astype(np.float64)[rows])
