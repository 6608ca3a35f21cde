"""What the preparation of a file changed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.model.preparing.actions import Preparing


class PreparingLoss(StrEnum):
    """How the loss of a prepared column is measured.

    ``VARIANCE``: sum of squared changes over the sum of squared deviations from the mean, for
    numbers that stay numbers. ``ENTROPY``: the share of the entropy of the original that remains
    unknown to somebody who sees the prepared value, for all others.
    """

    VARIANCE = "variance"
    ENTROPY = "entropy"


@dataclass(frozen=True, slots=True)
class PreparedStep:
    """What a step changed.

    Attributes
    ----------
    step : Preparing
        The step.
    changed : int
        Number of cells that it changed; of a new column, those with a value.
    before, after : int
        Number of distinct values of the column.
    """

    step: Preparing
    changed: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class PreparedColumn:
    """The loss of a column by all steps together, in per cent."""

    name: str
    loss: float
    measure: PreparingLoss


@dataclass(frozen=True, slots=True)
class Prepared:
    """What all steps changed.

    Attributes
    ----------
    steps : tuple of PreparedStep
        In order, without those that are switched off.
    columns : tuple of PreparedColumn
        The changed columns that the file had and still has.
    read_columns : int
        Number of columns of the file as it was read.
    settings : tuple
        Everything of the project that these columns depend on (`core.prepare.unapplied`).
    """

    steps: tuple[PreparedStep, ...]
    columns: tuple[PreparedColumn, ...]
    read_columns: int
    settings: tuple[object, ...]
