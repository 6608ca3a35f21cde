"""The ``prepare`` of a recipe: how columns are recoded before anything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import partial
from typing import Annotated, Literal, cast, get_args

from pydantic import Field, PlainSerializer, ValidationInfo, field_validator

from core.model import Preparing
from core.model.declared_types import ColumnName, Expects, Flag, Number, Place, Positive, Texts
from core.model.preparing import (
    Action,
    Age,
    Band,
    BandLabel,
    Drop,
    Group,
    Level,
    Period,
    Rare,
    Round,
    Span,
    TailCoding,
    TailValue,
)
from core.recipe.declared import fault, write_declared


class Do(StrEnum):
    """The name of a step in a recipe."""

    AGE = "age"
    TOP_CODE = "top-code"
    BOTTOM_CODE = "bottom-code"
    BAND = "band"
    ROUND = "round"
    LEVEL = "level"
    GROUP = "group"
    RARE = "rare"
    PERIOD = "period"
    DROP = "drop"


def _as_written(value: float | None) -> object:
    """Return a number as people write it: 5 rather than 5.0."""
    is_whole = value is not None and float(value).is_integer() and abs(value) < 2.0**53
    return int(value) if value is not None and is_whole else value


_Number = Annotated[Number, PlainSerializer(_as_written)]
_Positive = Annotated[Positive, PlainSerializer(_as_written)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEntry:
    """What every step may have.

    Attributes
    ----------
    do : Do
        What it does.
    why : str
        A reason for the internal report.
    off : bool
        Leaves the step in the recipe and does not do it.
    """

    do: Do
    why: str = ""
    off: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AgeStep(StepEntry):
    """Adds a column of ages.

    Attributes
    ----------
    column : str
        A column of dates of birth.
    at : str
        A column of dates, or one day such as `2025-12-31`.
    name : str
        Name of the new column.
    """

    do: Literal[Do.AGE]
    column: Annotated[ColumnName, Field(alias="from")]
    at: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TopCodeStep(StepEntry):
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

    do: Literal[Do.TOP_CODE]
    column: ColumnName
    bound: Annotated[_Number, Field(alias="above")]
    to: TailValue = TailValue.THRESHOLD


@dataclass(frozen=True, slots=True, kw_only=True)
class BottomCodeStep(StepEntry):
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

    do: Literal[Do.BOTTOM_CODE]
    column: ColumnName
    bound: Annotated[_Number, Field(alias="below")]
    to: TailValue = TailValue.THRESHOLD


@dataclass(frozen=True, slots=True, kw_only=True)
class BandStep(StepEntry):
    """Replaces numbers by bands.

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

    do: Literal[Do.BAND]
    column: ColumnName
    cuts: Annotated[tuple[_Number, ...], Expects("recipe-expects-numbers", 1)] = ()
    width: Annotated[_Positive | None, Field(validate_default=True)] = None
    origin: Annotated[_Number, Field(alias="from")] = 0.0
    label: BandLabel = BandLabel.RANGE

    @field_validator("width", "origin")
    @classmethod
    def _is_of_one_kind(cls, number: float | None, info: ValidationInfo) -> float | None:
        cuts = info.data.get("cuts")
        if cuts and number:
            raise fault("recipe-unknown-key")
        if cuts == () and number is None:
            raise fault("recipe-missing")
        return number


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStep(StepEntry):
    """Rounds numbers.

    Attributes
    ----------
    column : str
        A column of numbers.
    to : float
        The number to whose multiples they are rounded.
    """

    do: Literal[Do.ROUND]
    column: ColumnName
    to: _Positive


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelStep(StepEntry):
    """Replaces categories by those above them.

    Attributes
    ----------
    column : str
        A column with a taxonomy.
    level : int
        The level of its taxonomy.
    """

    do: Literal[Do.LEVEL]
    column: ColumnName
    level: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStep(StepEntry):
    """Joins categories.

    Attributes
    ----------
    column : str
        A column of categories.
    into : dict
        New categories, each with the list of those that it replaces.
    """

    do: Literal[Do.GROUP]
    column: ColumnName
    into: Annotated[dict[str, Texts], Expects("recipe-expects-groups")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RareStep(StepEntry):
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

    do: Literal[Do.RARE]
    column: ColumnName
    fewer_than: Annotated[int, Expects("prepare-fewer-than", 2)]
    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodStep(StepEntry):
    """Coarsens dates.

    Attributes
    ----------
    column : str
        A column of dates.
    keep : Span
        The period whose first day replaces them.
    """

    do: Literal[Do.PERIOD]
    column: ColumnName
    keep: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class DropStep(StepEntry):
    """Leaves a column out.

    Attributes
    ----------
    column : str
        The column.
    """

    do: Literal[Do.DROP]
    column: ColumnName


AnyStep = Annotated[
    AgeStep
    | TopCodeStep
    | BottomCodeStep
    | BandStep
    | RoundStep
    | LevelStep
    | GroupStep
    | RareStep
    | PeriodStep
    | DropStep,
    Field(discriminator="do"),
]
STEPS: Mapping[Do, type[StepEntry]] = dict(zip(Do, get_args(get_args(AnyStep)[0]), strict=True))
"""The declaration of each step."""


def _group(column: str, into: Mapping[str, tuple[str, ...]]) -> Group:
    return Group(column, tuple(into.items()))


_ACTIONS: Mapping[Do, Callable[..., Action]] = {
    Do.AGE: Age,
    Do.TOP_CODE: partial(TailCoding, is_top=True),
    Do.BOTTOM_CODE: partial(TailCoding, is_top=False),
    Do.BAND: Band,
    Do.ROUND: Round,
    Do.LEVEL: Level,
    Do.GROUP: _group,
    Do.RARE: Rare,
    Do.PERIOD: Period,
    Do.DROP: Drop,
}


def preparing_of(step: StepEntry) -> Preparing:
    """Return the step of a recipe as the program carries it out."""
    settings = {
        field.name: getattr(step, field.name)
        for field in fields(step)
        if field.name not in StepEntry.__dataclass_fields__
    }
    return Preparing(_ACTIONS[step.do](**settings), step.why, step.off)


def do_of(action: Action) -> Do:
    """Return the name of what a step does."""
    if isinstance(action, TailCoding):
        return Do.TOP_CODE if action.is_top else Do.BOTTOM_CODE
    return Do(type(action).__name__.lower())


def step_of(preparing: Preparing) -> AnyStep:
    """Return a step as a recipe declares it."""
    action = preparing.action
    settings = {field.name: getattr(action, field.name) for field in fields(action)}
    settings.pop("is_top", None)
    if isinstance(action, Group):
        settings["into"] = dict(action.into)
    do = do_of(action)
    declare = cast("Callable[..., AnyStep]", STEPS[do])
    return declare(do=do, why=preparing.why, off=preparing.is_off, **settings)


def preparing_entry(preparing: Preparing) -> dict[str, object]:
    """Return the entry of a step in a recipe."""
    return write_declared(step_of(preparing))
