"""Preparing steps: how columns are recoded before anything else, as a recipe declares it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, get_args

from core.model.declared_types import (
    TAG,
    AsWritten,
    ByName,
    ColumnName,
    Expects,
    Flag,
    Number,
    Place,
    Positive,
    Texts,
)


class Do(StrEnum):
    """The name of a step in a recipe."""

    AGE = "age"
    TOP_CODE = "top-code"
    BOTTOM_CODE = "bottom-code"
    BAND = "band"
    ROUND = "round"
    AVERAGE = "average"
    LEVEL = "level"
    GROUP = "group"
    RARE = "rare"
    PERIOD = "period"
    DROP = "drop"


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


FEWEST_AVERAGED = 3
"""Units behind a mean; of two, each could work out the other."""

_Number = Annotated[Number, AsWritten()]
_Positive = Annotated[Positive, AsWritten()]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparingStep:
    """What every step may have.

    Attributes
    ----------
    do : Do
        What it does.
    why : str
        A reason for the internal report.
    is_off : bool
        Leaves the step in the recipe and does not do it.
    """

    do: Do
    why: str = ""
    is_off: Flag = field(default=False, metadata={"alias": "off"})


@dataclass(frozen=True, slots=True)
class Age(PreparingStep):
    """Adds a column of ages in completed years.

    Attributes
    ----------
    column : str
        A column of dates of birth.
    at : str
        A column of dates, or one day such as `2025-12-31`.
    name : str
        Name of the new column.
    """

    column: ColumnName = field(metadata={"alias": "from"})
    at: str
    name: str
    do: Literal[Do.AGE] = field(default=Do.AGE, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class TopCode(PreparingStep):
    """Replaces large numbers.

    Attributes
    ----------
    column : str
        A column of numbers.
    bound : float
        Numbers above this one are replaced.
    to : TailValue
        By what: this number, or the mean of those that are replaced.
    """

    column: ColumnName
    bound: _Number = field(metadata={"alias": "above"})
    to: TailValue = TailValue.THRESHOLD
    do: Literal[Do.TOP_CODE] = field(default=Do.TOP_CODE, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class BottomCode(PreparingStep):
    """Replaces small numbers.

    Attributes
    ----------
    column : str
        A column of numbers.
    bound : float
        Numbers below this one are replaced.
    to : TailValue
        By what: this number, or the mean of those that are replaced.
    """

    column: ColumnName
    bound: _Number = field(metadata={"alias": "below"})
    to: TailValue = TailValue.THRESHOLD
    do: Literal[Do.BOTTOM_CODE] = field(default=Do.BOTTOM_CODE, kw_only=True, metadata=TAG)


TailCoding = TopCode | BottomCode


@dataclass(frozen=True, slots=True)
class Band(PreparingStep):
    """Replaces numbers by bands.

    A band contains its lower end; the last one of `cuts` contains both ends.

    Attributes
    ----------
    column : str
        A column of numbers.
    cuts : tuple of float
        Two or more ascending numbers, the ends of the bands.
    width : float or None
        Instead of `cuts`: the width of all bands.
    origin : float
        With `width`: where a band begins.
    label : BandLabel
        What a band becomes: its two ends, or the number at its middle or start.
    """

    ALTERNATIVES: ClassVar = (("width", "origin"), ("cuts",))
    """A step has one of these sets of keys, which begin with one that it cannot lack."""

    column: ColumnName
    cuts: Annotated[tuple[_Number, ...], Expects("recipe-expects-numbers", 1)] = ()
    width: _Positive | None = None
    origin: _Number = field(default=0.0, metadata={"alias": "from"})
    label: BandLabel = BandLabel.RANGE
    do: Literal[Do.BAND] = field(default=Do.BAND, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class Round(PreparingStep):
    """Rounds numbers to the nearest multiple, halves away from zero.

    Attributes
    ----------
    column : str
        A column of numbers.
    to : float
        The number to whose multiples they are rounded.
    """

    column: ColumnName
    to: _Positive
    do: Literal[Do.ROUND] = field(default=Do.ROUND, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class Average(PreparingStep):
    """Replaces numbers by means of those nearest in size.

    Attributes
    ----------
    column : str
        A column of numbers.
    of : int
        The fewest records, or units, behind a mean.
    """

    column: ColumnName
    of: Annotated[int, Expects("prepare-average-of", FEWEST_AVERAGED)]
    do: Literal[Do.AVERAGE] = field(default=Do.AVERAGE, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class Level(PreparingStep):
    """Replaces categories by those above them on a level of the column's taxonomy.

    Level 1 is right below the root. A category on this level, or above it, stays.

    Attributes
    ----------
    column : str
        A column with a taxonomy.
    level : int
        The level of its taxonomy.
    """

    column: ColumnName
    level: Place
    do: Literal[Do.LEVEL] = field(default=Do.LEVEL, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class Group(PreparingStep):
    """Joins categories.

    Attributes
    ----------
    column : str
        A column of categories.
    into : tuple of pairs of str and tuple of str
        New categories, each with the list of those that it replaces.
    """

    column: ColumnName
    into: Annotated[tuple[tuple[str, Texts], ...], ByName(), Expects("recipe-expects-groups")]
    do: Literal[Do.GROUP] = field(default=Do.GROUP, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class Rare(PreparingStep):
    """Joins rare categories.

    Attributes
    ----------
    column : str
        A column of categories.
    fewer_than : int
        Categories of fewer records are joined.
    into : str
        The category that replaces them.
    """

    column: ColumnName
    fewer_than: Annotated[int, Expects("prepare-fewer-than", 2)]
    into: str
    do: Literal[Do.RARE] = field(default=Do.RARE, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class Period(PreparingStep):
    """Coarsens dates.

    Attributes
    ----------
    column : str
        A column of dates.
    keep : Span
        The period whose first day replaces them.
    """

    column: ColumnName
    keep: Span
    do: Literal[Do.PERIOD] = field(default=Do.PERIOD, kw_only=True, metadata=TAG)


@dataclass(frozen=True, slots=True)
class Drop(PreparingStep):
    """Leaves a column out.

    Attributes
    ----------
    column : str
        The column.
    """

    column: ColumnName
    do: Literal[Do.DROP] = field(default=Do.DROP, kw_only=True, metadata=TAG)


Preparing = (
    Age | TopCode | BottomCode | Band | Round | Average | Level | Group | Rare | Period | Drop
)
Recoding = Level | Group | Round
"""The steps that make the categories or numbers of a column coarser, cell by cell."""
STEPS = MappingProxyType(dict(zip(Do, get_args(Preparing), strict=True)))
"""The declaration of each step."""


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
