"""The preparation in the internal log: what each step changed, and the loss of each column.

The public log names the steps only: how many records had an amount above a limit, or a category
that few have, is a figure of the original.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.encode import take
from core.encode.not_applicable import set_apart
from core.errors import Problem
from core.log.private_entries import is_withheld
from core.model import Column, Fingerprint, Result, Role
from core.model.preparing import Prepared
from core.prepare.preparing_loss import are_amounts, variance_lost
from core.recipe.preparing_steps import preparing_entry


class ReadFile(Protocol):
    """What the logs say of the input: `Dataset`, or a file that is not in memory."""

    @property
    def fingerprint(self) -> Fingerprint:
        """Of the file that was read."""

    @property
    def rows(self) -> int:
        """Number of records."""

    @property
    def read_columns(self) -> int:
        """Number of columns of the file as it was read."""

    @property
    def prepared(self) -> Prepared | None:
        """What preparing steps changed."""

    @property
    def notes(self) -> tuple[Problem, ...]:
        """Notes on how the file was read and prepared."""

    @property
    def originals(self) -> tuple[Column, ...]:
        """The columns that these steps changed, as they were read."""


def preparation_entry(result: Result, dataset: ReadFile) -> dict[str, object]:
    """Return the section ``prepared`` of the internal log, if the recipe prepares columns.

    ``together`` is the loss from the file as it was read to the release, ``100 SSE / SST`` over the
    released records, for masked columns of numbers and dates; by masking alone it is the measure
    ``information-loss``.
    """
    prepared = dataset.prepared
    if prepared is None or is_withheld(result.plan.project):
        return {}
    return {"prepared": _prepared_section(prepared, _together(result, dataset.originals))}


def _prepared_section(prepared: Prepared, together: Mapping[str, float]) -> dict[str, object]:
    """Return the section, given the loss of columns by preparing and masking together."""
    steps = [
        {
            "step": preparing_entry(each.step),
            "changed": each.changed,
            "before": each.before,
            "after": each.after,
        }
        for each in prepared.steps
    ]
    columns = [
        {
            "name": each.name,
            "loss": each.loss,
            "measure": str(each.measure),
            "together": together.get(each.name),
        }
        for each in prepared.columns
    ]
    return {"steps": steps, "columns": columns}


def _together(result: Result, originals: Sequence[Column]) -> dict[str, float]:
    schema = result.plan.project.schema
    masked = {a.name: a for a in schema.with_role(Role.QUASI_IDENTIFIER)}
    released = {column.name: column for column in result.columns}
    if not result.paired:
        return {}
    found = {}
    for column in originals:
        if column.name not in masked or column.name not in released:
            continue
        attribute = masked[column.name]
        original = take(set_apart(column, attribute), result.plan.kept)
        other = set_apart(released[column.name], attribute)
        if are_amounts(original, other):
            seen = ~original.missing & ~other.missing
            found[column.name] = variance_lost(_amounts(original, seen), _amounts(other, seen))
    return found


def _amounts(column: Column, seen: NDArray[np.bool_]) -> NDArray[np.float64]:
    return np.asarray(column.values.astype(np.float64)[seen])
