"""The figures of users in both logs, declared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, GetCoreSchemaHandler, GetPydanticSchema
from pydantic_core import CoreSchema, core_schema

from core.log.declared.entries import Amount, Share, Whole
from core.model import Figure
from core.recipe.figure_requests import FigureEntry, figure_entry, figure_of


def as_entry(
    entry: object, read: Callable[..., object], write: Callable[..., object]
) -> GetPydanticSchema:
    """Return the annotation of a value that is read from an `entry` of a recipe, and written so."""

    def schema(_: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            read,
            handler.generate_schema(entry),
            serialization=core_schema.plain_serializer_function_ser_schema(write),
        )

    return GetPydanticSchema(schema)


LoggedFigure = Annotated[Figure, as_entry(FigureEntry, figure_of, figure_entry)]


@dataclass(frozen=True, slots=True)
class LoggedSide:
    """The records of one side on which a figure rests; see `Side`."""

    records: Whole
    missing: Whole
    not_applicable: Whole
    lacks: Annotated[str, Field(pattern="^(log|few|collinear)$")] | None


@dataclass(frozen=True, slots=True)
class LoggedEstimate:
    """A figure of one side with its interval; see `Estimate`."""

    value: Amount
    low: Amount | None
    high: Amount | None
    records: Whole
    units: Whole


@dataclass(frozen=True, slots=True)
class LoggedValue:
    """One value of a figure on both sides; that of few records of the original is not stated.

    Attributes
    ----------
    heaviest : float
        The largest share of the original's variance that one unit makes up.
    """

    by: Mapping[str, str]
    of: Mapping[str, str]
    term: str | None
    original: LoggedEstimate | None
    released: LoggedEstimate | None
    difference: Amount | None
    overlap: Share | None
    inside: bool | None
    heaviest: Share


@dataclass(frozen=True, slots=True)
class SmallValues:
    """How many values rest on fewer than `least` records, which are not listed."""

    least: Whole
    values: Whole
    records: Whole


@dataclass(frozen=True, slots=True)
class InternalFigure:
    """A figure with its values, and the records of both sides."""

    figure: LoggedFigure
    original: LoggedSide
    released: LoggedSide
    values: tuple[LoggedValue, ...]
    small: SmallValues


@dataclass(frozen=True, slots=True)
class PublicFigure:
    """The mean overlap of a figure's intervals in whole per cents, `counted` of its `values`."""

    figure: LoggedFigure
    overlap: Whole | None
    counted: Whole
    values: Whole


@dataclass(frozen=True, slots=True)
class LoggedKeptCounts:
    """How many figures count, lie inside the original's interval, and are close to it besides."""

    counted: Whole
    inside: Whole
    close: Whole


@dataclass(frozen=True, slots=True)
class WorstFigure:
    """A value that is not kept, and its figure."""

    figure: LoggedFigure
    value: LoggedValue


@dataclass(frozen=True, slots=True)
class PublicUsualFigures:
    """Which shares of the figures that users will probably compute are kept, in tens of per cent.

    Attributes
    ----------
    is_sample : bool
        Whether a sample of the file was compared.
    inside, close : int
        Inside the original's interval; within 5 % of the original as well.
    """

    is_sample: bool
    inside: Whole
    close: Whole


@dataclass(frozen=True, slots=True)
class LoggedUsualFigures:
    """The figures that users will probably compute: how many are kept, and which are worst.

    Attributes
    ----------
    records : int
        Records that they were computed from.
    is_sample : bool
        Whether these are a sample of the file.
    least : int
        Records on which a figure must rest to count.
    kept : LoggedKeptCounts
        Of all figures.
    published : PublicUsualFigures or None
        What the public log says; ``None``: nothing.
    worst : tuple of WorstFigure
        Those that are farthest off, worst first.
    """

    records: Whole
    is_sample: bool
    least: Whole
    kept: LoggedKeptCounts
    published: PublicUsualFigures | None
    worst: tuple[WorstFigure, ...]
