"""Preparing steps: how columns are recoded before anything else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TailValue(StrEnum):
    """What replaces the values beyond a limit: the limit itself, or the mean of these values."""

    THRESHOLD = "threshold"
    MEAN = "mean"


class BandLabel(StrEnum):
    """What a band becomes: a category with its two ends, or the number at its middle or start."""

    RANGE = "range"
    MIDDLE = "middle"
    LOWER = "lower"


class Span(StrEnum):
    """The period of which a date becomes the first day."""

    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Age:
    """Adds a column with the completed years from a date to another.

    Attributes
    ----------
    column : str
        The column of dates of birth, which stays.
    at : str
        Another column of dates, or one date as ``YYYY-MM-DD``.
    name : str
        Name of the new column, which follows `column`.
    """

    column: str
    at: str
    name: str


@dataclass(frozen=True, slots=True)
class TailCoding:
    """Replaces the values above a limit (top-coding) or below it (bottom-coding)."""

    column: str
    bound: float
    is_top: bool = True
    to: TailValue = TailValue.THRESHOLD


@dataclass(frozen=True, slots=True)
class Band:
    """Replaces numbers by bands.

    Attributes
    ----------
    column : str
        A column of numbers.
    width : float or None
        Width of all bands, one of which begins at `origin`; ``None`` where `cuts` is given.
    origin : float
        As above.
    cuts : tuple of float
        Ends of adjacent bands, ascending. A band contains its lower end; the last one contains
        both ends.
    label : BandLabel
        What a band becomes.
    """

    column: str
    width: float | None = None
    origin: float = 0.0
    cuts: tuple[float, ...] = ()
    label: BandLabel = BandLabel.RANGE


@dataclass(frozen=True, slots=True)
class Round:
    """Rounds numbers to the nearest multiple of `to`, halves away from zero."""

    column: str
    to: float


@dataclass(frozen=True, slots=True)
class Level:
    """Replaces categories by their ancestors on a level of the column's taxonomy.

    Level 1 is right below the root. A category on this level, or above it, stays.
    """

    column: str
    level: int


@dataclass(frozen=True, slots=True)
class Group:
    """Joins categories: pairs of a new category and those that it replaces."""

    column: str
    into: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Rare:
    """Joins the categories that fewer than `fewer_than` records have."""

    column: str
    fewer_than: int
    into: str


@dataclass(frozen=True, slots=True)
class Period:
    """Replaces dates by the first day of their year, quarter or month."""

    column: str
    keep: Span


@dataclass(frozen=True, slots=True)
class Drop:
    """Leaves a column out."""

    column: str


Action = Age | TailCoding | Band | Round | Level | Group | Rare | Period | Drop


@dataclass(frozen=True, slots=True)
class Preparing:
    """A step of a recipe's preparation.

    Attributes
    ----------
    action : Action
        What it does.
    why : str
        The user's reason.
    is_off : bool
        Whether it is switched off: it stays in the recipe and does nothing.
    """

    action: Action
    why: str = ""
    is_off: bool = False


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
