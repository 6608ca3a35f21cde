"""What a release must answer: profiles with their limits, rows of the checklist, answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal

from core.errors import Problem, Severity, Where
from core.model.declared_types import as_written

ProfileName = Literal["public", "scientific", "teaching"]
DEFAULT_PROFILE: ProfileName = "scientific"


@dataclass(frozen=True, slots=True)
class Profile:
    """The limits for one kind of recipient (manual: checklist#profiles).

    Most are conventions of this program; where a handbook names a figure, the manual says which.

    Attributes
    ----------
    k : int
        Units that must share the values of all columns that others may know.
    least : int
        Below so many alike no reason is accepted.
    rare : int
        Units that every value of a published column of categories must have.
    combinations : int
        Units alone with their values of all published columns that others may know, at most.
    pairs : int
        Units alone with the values of two published columns of categories, at most.
    alone : float
        Share of the units, in [0, 1], that may be alone in all published columns together.
    units : int
        Units whose records, as others may know them, too few other units have, at most.
    groups : int
        Groups with records of too few likely units of which the recipe says that each record is
        one, at most.
    rebuilt : int
        Units that are alone with what is published of all their records alike, at most.
    scenarios : int
        Scenarios that must be named.
    sources : int
        Published tables or earlier files that must be named.
    risk : float
        Probability, in [0, 1], up to which a match may be right.
    expected : float
        Share of the records, in [0, 1], of which matches may be expected to be right.
    special : float
        Records singled out by one or two columns, times the number that chance explains.
    linked : float
        Share of the units, in [0, 1], that may be linked to the right original.
    outlier : float
        Times the next value, from which the largest released values stand out.
    sample : float
        Share of the population, in [0, 1], that the file may cover.
    certain : int
        Records with a weight below 2, at most.
    category_people, pair_people, triple_people : int
        People that a category of a known column must stand for, a pair of categories, and one with
        a place and what is seen of somebody; 0: it is not counted.
    category_share, combination_share : float
        Share of the population, in [0, 1], that suffices for a category, or for a pair or triple.
    area : int
        Inhabitants that an area must have.
    same : int
        Records in groups in which everyone has the same value of a confidential column, at most.
    different : int
        Values of a sensitive column that every group must have.
    t : float
        Largest distance (EMD) of a group from the file in a sensitive column.
    exact : float
        Share of the released values of a masked amount, in [0, 1], that may be those of a unit.
    near : float
        Per cent of its median within which the amounts of a group must not lie.
    p : float
        Of the p% rule that groups must satisfy in columns of amounts without a stricter one.
    tail, tail_amounts : float
        Share of the units, and of those with a value that is not zero, in [0, 1], that must lie
        beyond a code for large or small values, besides `k` units.
    age : int
        The highest age that is released as it is.
    plain : float
        Share of the units, in [0, 1], that may be alone with a published number.
    digits : int
        Significant digits of a published number that some unit is alone with, at most.
    date : str
        The finest unit of time of a published date.
    days : int
        Different days in a column of dates that is finer, at most.
    pattern : float
        Share of the units, in [0, 1], that may be alone with their pattern of missing values.
    field : int
        Published columns on the sample or the interview, at most.
    identifying, sensitive_columns : int
        Columns that others may know, and columns whose values nobody may learn, at most.
    months : int
        From the period to which the data refer to the release.
    undeclared : int
        Recipes of which nobody says who looked at them, at most.
    order : float
        Rank correlation between a hidden column and the released order, at most.
    epsilon : float
        Privacy budget that all private releases from the same data may spend together.
    unrecorded : int
        Runs on the same data of which nobody knows what they spent, at most.
    outside : float
        Share of the figures that users will probably compute, in [0, 1], that may lie outside the
        original's 95 % interval.
    accepts : tuple of str or None
        Rows, by code or number, for which a reason is accepted; ``None``: all that are not
        beyond any.
    """

    k: int
    least: int
    rare: int
    combinations: int
    pairs: int
    alone: float
    units: int
    groups: int
    rebuilt: int
    scenarios: int
    sources: int
    risk: float
    expected: float
    special: float
    linked: float
    outlier: float
    sample: float
    certain: int
    category_people: int
    pair_people: int
    triple_people: int
    category_share: float
    combination_share: float
    area: int
    same: int
    different: int
    t: float
    exact: float
    near: float
    p: float
    tail: float
    tail_amounts: float
    age: int
    plain: float
    digits: int
    date: str
    days: int
    pattern: float
    field: int
    identifying: int
    sensitive_columns: int
    months: int
    undeclared: int
    order: float
    epsilon: float
    unrecorded: int
    outside: float
    accepts: tuple[str, ...] | None


# Anybody, without a contract.
_PUBLIC = Profile(
    k=10,
    least=3,
    rare=10,
    combinations=0,
    pairs=0,
    alone=0.05,
    units=0,
    groups=0,
    rebuilt=0,
    scenarios=1,
    sources=1,
    risk=0.1,
    expected=0.001,
    special=0.0,
    linked=0.1,
    outlier=2.0,
    sample=0.1,
    certain=0,
    category_people=200_000,
    pair_people=1_000,
    triple_people=0,
    category_share=0.01,
    combination_share=0.0001,
    area=100_000,
    same=0,
    different=3,
    t=0.15,
    exact=0.01,
    near=10.0,
    p=15.0,
    tail=0.005,
    tail_amounts=0.03,
    age=85,
    plain=0.005,
    digits=3,
    date="year",
    days=0,
    pattern=0.01,
    field=0,
    identifying=15,
    sensitive_columns=0,
    months=12,
    undeclared=0,
    order=0.2,
    epsilon=1.0,
    unrecorded=0,
    outside=0.05,
    accepts=(
        "few-alike",
        "few-candidates",
        "A2",
        "population-unique",
        "special-unique",
        "rare-value",
        "rare-combination",
        "rare-pair",
        "rare-record",
        "other-release",
        "D2",
        "same-value",
        "few-values",
        "near-value",
        "skewed",
        "plain-amount",
        "rare-in-population",
        "small-area",
        "C12",
        "answer-pattern",
        "budget-unrecorded",
        "F1",
        "F2",
    ),
)
# Named researchers under a contract.
_SCIENTIFIC = replace(
    _PUBLIC,
    k=5,
    least=0,
    rare=3,
    scenarios=0,
    sources=0,
    risk=0.2,
    special=1.0,
    linked=0.2,
    p=10.0,
    sample=1.0,
    tail=0.0,
    tail_amounts=0.0,
    age=90,
    category_people=0,
    pair_people=0,
    triple_people=100,
    area=10_000,
    # More than any file has.
    identifying=10_000,
    sensitive_columns=10_000,
    months=0,
    undeclared=1,
    different=2,
    t=1.0,
    digits=6,
    date="month",
    epsilon=4.0,
    accepts=None,
)
# Anybody, where no inference is intended.
_TEACHING = replace(
    _PUBLIC,
    sample=0.05,
    age=80,
    area=1_000_000,
    identifying=10,
    months=24,
    plain=0.0,
    digits=2,
    pattern=0.0,
    accepts=(
        "few-alike",
        "few-candidates",
        "special-unique",
        "source-none",
        "budget-unrecorded",
        "F1",
        "F2",
    ),
)

PROFILES: Mapping[ProfileName, Profile] = MappingProxyType(
    {"public": _PUBLIC, "scientific": _SCIENTIFIC, "teaching": _TEACHING}
)

LIMITS = tuple(entry.name for entry in fields(Profile) if entry.name not in ("accepts", "date"))
"""The limits that an office can change: numbers."""


def profile_of(name: ProfileName, limits: Mapping[str, float]) -> Profile:
    """Choose the profile called `name`, with the limits that an office changed."""
    changed: Mapping[str, Any] = limits
    return replace(PROFILES[name], **changed)


def list_changed_limits(
    name: ProfileName, limits: Iterable[tuple[str, float]]
) -> list[dict[str, object]]:
    """List what the sentence ``limit-changed`` states of each limit that differs from usual."""
    usual = PROFILES[name]
    return [
        # A limit of 1000 is a whole number in a log and a float in a run; both are written alike.
        {"what": f"limit-{limit}", "limit": as_written(value), "usual": getattr(usual, limit)}
        for limit, value in limits
        if value != getattr(usual, limit)
    ]


# How many times an accepted figure may become before it is asked again, and up to which count not
# even that.
_MOST_GROWTH, _SMALL_COUNT = 1.1, 20


class RowVerdict(StrEnum):
    """What follows from the count of a row."""

    HELD = "held"
    ASKED = "asked"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class RowCount:
    """What was counted for one row of the checklist.

    Attributes
    ----------
    column : str or None
        The column that it is about; ``None``: the whole file, or several columns.
    limit : float
        Up to which it is held.
    verdict : RowVerdict
        Whether it is held, asks for a reason, or takes none.
    params : Mapping of str to object
        What the sentence on the row states; no cell value.
    columns : tuple of str
        Columns that an answer holds for, where they are several.
    field : str or None
        Key of the recipe that would change it; ``None``: what is said of the column, or the method.
    asked_as : str or None
        Key of the question that asks about its records and columns already.
    """

    row: str
    column: str | None
    figure: float
    limit: float
    verdict: RowVerdict
    params: Mapping[str, object]
    columns: tuple[str, ...] = ()
    field: str | None = None
    asked_as: str | None = None

    @property
    def problem(self) -> Problem:
        """The problem from which the sentence on the row is made."""
        where = Where(self.column, field=self.field)
        return Problem(self.row, where, self.params, Severity.WARNING)

    @property
    def key(self) -> str:
        """The key of its answer in a recipe."""
        return self.row if self.column is None else f"{self.row}:{self.column}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Why a count beyond its limit is accepted.

    Attributes
    ----------
    key : str
        Key of the count.
    why : str
        The reason; an empty one is none.
    figure, limit : float or None
        Those that were accepted; ``None``: not stated, so that the answer holds for none.
    columns : tuple of str
        As in `RowCount`.
    """

    key: str
    why: str
    figure: float | None = None
    limit: float | None = None
    columns: tuple[str, ...] = ()

    def holds_for(self, count: RowCount) -> bool:
        """Decide whether the answer accepts a count: it gives a reason, and is about the count."""
        return bool(self.why.strip()) and self.is_about(count)

    def is_about(self, count: RowCount) -> bool:
        """Decide whether a count is the one that was answered, hardly grown.

        A figure may shrink, and may grow by a tenth; a count up to 20 may not grow.
        """
        if self.figure is None:
            return False
        if self.key != count.key or self.limit != count.limit or self.columns != count.columns:
            return False
        is_small_count = self.figure <= _SMALL_COUNT and float(count.figure).is_integer()
        return count.figure <= self.figure * (1 if is_small_count else _MOST_GROWTH)
