"""What the internal log states of the original: its risk, and counts of masked columns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, Field

from core.model import Exposure
from core.recipe.declared import fault


@dataclass(frozen=True, slots=True)
class Bar:
    """Intervals `first` to `last`, both included, with their total number of records."""

    first: Annotated[int, Field(ge=0)]
    last: Annotated[int, Field(ge=0)]
    before: Annotated[int, Field(ge=0)]
    after: Annotated[int, Field(ge=0)]

    @property
    def intervals(self) -> int:
        """The number of intervals that it covers."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the axis.

    Attributes
    ----------
    position : float
        Where it is, counted in intervals from the left end.
    at : float or str
        A number, or a day, month or year such as 2026-11-28, 2026-11 or 2026.
    """

    position: float
    at: float | str


def _check_bars(bars: tuple[Bar, ...]) -> tuple[Bar, ...]:
    """Refuse bars that cannot be drawn, because of gaps or without any record."""
    upright = all(bar.first <= bar.last for bar in bars)
    in_a_row = all(preceding.last + 1 == following.first for preceding, following in pairwise(bars))
    if bars and not (upright and in_a_row and any(bar.before or bar.after for bar in bars)):
        raise ValueError("cannot be drawn")
    return bars


def _check_exposure(exposure: Exposure) -> Exposure:
    for name in ("records", "groups", "k"):
        if getattr(exposure, name) < 1:
            raise fault("audit-malformed", (name,))
    return exposure


@dataclass(frozen=True, slots=True)
class ComparedColumn:
    """A masked column before and after, in counts that identify nobody.

    Attributes
    ----------
    name : str
        Name of the column.
    missing : int or None
        Missing values of the original; ``None`` if they are too few to be shown.
    bars : tuple of Bar
        The bars; empty if too few records have a value.
    names : tuple of str or None
        Names of the bars; ``None`` for intervals.
    others : int
        How many categories the last bar holds together, which then has no name; 0 if none.
    ticks : tuple of Tick
        Marks on the axis.
    """

    name: str
    missing: Annotated[int, Field(ge=0)] | None
    bars: Annotated[tuple[Bar, ...], AfterValidator(_check_bars)] = ()
    names: tuple[str, ...] | None = None
    others: Annotated[int, Field(ge=0)] = 0
    ticks: tuple[Tick, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedRisk:
    """The risk of the released records, in the original and in the release."""

    original: Annotated[Exposure, AfterValidator(_check_exposure)]
    release: Annotated[Exposure, AfterValidator(_check_exposure)]


@dataclass(frozen=True, slots=True)
class OriginalComparison:
    """What the internal report shows of the original beyond the other entries of its log."""

    risk: ComparedRisk
    columns: tuple[ComparedColumn, ...]
