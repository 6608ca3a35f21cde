"""Conditions of a release, as a recipe asks for them, and their counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal

from core.model.declared_types import TAG, ColumnName, ColumnNames, Expects, KeyColumns

USUAL_DEVIATION = 0.01
"""How far a total may be from the original's if a recipe does not say."""
USUAL_FACTOR = 2.0
"""By how much values may be multiplied or divided for totals if a recipe does not say."""


class DominanceRule(StrEnum):
    """A rule on the contributions of the records of a group to its total.

    Hundepool et al. (2012), section 4.2.2; manual: conditions#dominance.
    """

    P_PERCENT = "p-percent"
    N_K = "n-k"


@dataclass(frozen=True, slots=True)
class PPercent:
    """The p% rule.

    Nobody in a group can estimate the amount of another one in it to within `p` per cent.

    Attributes
    ----------
    columns : tuple of str
        Masked columns of amounts.
    rule : DominanceRule
        The [rule](conditions.md#dominance).
    p : float
        Of the p% rule.
    """

    columns: ColumnNames
    rule: Literal[DominanceRule.P_PERCENT] = field(default=DominanceRule.P_PERCENT, kw_only=True)
    p: Annotated[float, Expects("dominance-p", above=0, most=100)] = 10.0


@dataclass(frozen=True, slots=True)
class NK:
    """The (n,k) rule.

    Attributes
    ----------
    columns : tuple of str
        Masked columns of amounts.
    rule : DominanceRule
        The [rule](conditions.md#dominance).
    n : int
        Of the (n,k) rule: the number of the largest contributions.
    share : float
        Of the (n,k) rule: their largest share, in per cent.
    """

    columns: ColumnNames
    rule: Literal[DominanceRule.N_K] = field(default=DominanceRule.N_K, kw_only=True, metadata=TAG)
    n: Annotated[int, Expects("dominance-n", 1, 10)] = 2
    share: Annotated[float, Expects("dominance-share", above=0, below=100)] = 85.0


Dominance = PPercent | NK
"""The rule that each group of a release satisfies."""


@dataclass(frozen=True, slots=True)
class Diversity:
    """How many different values of sensitive columns each group has.

    Attributes
    ----------
    n_values : int
        How many at least, in each group with a value.
    columns : tuple of str
        Published columns; by default all sensitive ones.
    """

    n_values: Annotated[int, Expects("diversity-l", 2, 100)] = field(metadata={"alias": "l"})
    columns: ColumnNames = ()


@dataclass(frozen=True, slots=True)
class DomainTotals:
    """Columns whose weighted totals are calibrated in each domain.

    Attributes
    ----------
    columns : tuple of str
        Masked columns of amounts.
    by : tuple of str
        Columns whose combinations of values are the domains.
    within : float
        Largest deviation from the original's total, as a share of it.
    factor : float
        By how much the values of a group may be multiplied or divided at most.
    """

    columns: ColumnNames
    by: ColumnNames
    within: Annotated[float, Expects("totals-within", above=0, most=1)] = USUAL_DEVIATION
    factor: Annotated[float, Expects("totals-factor", above=1, most=100)] = USUAL_FACTOR


class UnitProtection(StrEnum):
    """What is protected where several records belong to one unit (manual: conditions#units)."""

    UNIT = "unit"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Unit:
    """How the records of a file form units.

    Attributes
    ----------
    id : str or tuple of str
        The column that numbers the units; its role is `identifier`, `drop` or `link`. Where numbers
        start again in each cluster, the columns that number them together: `["CLUSTER", "HHNUM"]`;
        one of them has such a role.
    columns : tuple of str
        Columns that have one value in all records of a unit.
    protect : UnitProtection
        Whole units: at least k of them share their whole released profile; or each member: its
        group of equal records comes from at least k units.
    members_by : tuple of str
        Columns by which the members of a whole unit are sorted before they are matched.
    largest : int or None
        Units with more records are left out.
    waves : str or None
        The waves of a panel; of whole units.
    """

    id: KeyColumns
    columns: ColumnNames = ()
    protect: UnitProtection = UnitProtection.UNIT
    members_by: ColumnNames = ()
    largest: Annotated[int, Expects("unit-largest", 1)] | None = None
    waves: ColumnName | None = None

    @property
    def key(self) -> str:
        """The columns that number the units as one text."""
        return " × ".join(self.id)

    @property
    def is_whole(self) -> bool:
        """Whether units are protected whole, and not only their members."""
        return self.protect is UnitProtection.UNIT


@dataclass(frozen=True, slots=True)
class Scenario:
    """A set of key columns whose risk is assessed by itself.

    Attributes
    ----------
    name : str
        Who knows them, such as "neighbour".
    columns : tuple of str
        The key columns.
    k : int or None
        How many records, or units, share each combination of values
        [in the release](conditions.md#scenarios); columns and k are then published. Without it, a
        scenario changes no release and is not published.
    """

    name: str
    columns: ColumnNames
    k: Annotated[int, Expects("scenario-k", 2)] | None = None

    @property
    def key(self) -> str:
        """The columns as one text: what is published in the place of the name."""
        return " × ".join(self.columns)


@dataclass(frozen=True, slots=True)
class ConditionCount:
    """What was counted of one condition in one released column.

    Attributes
    ----------
    condition : str
        Name of the condition, such as ``zeros``.
    column : str
        The column.
    figures : Mapping of str to int
        Numbers of records or groups by name, such as ``before`` and ``after``; the last one is the
        number of violations.
    is_held : bool
        Whether the release keeps the condition.
    """

    condition: str
    column: str
    figures: Mapping[str, int]
    is_held: bool

    @property
    def violations(self) -> int:
        """The number of records or groups that violate the condition."""
        return list(self.figures.values())[-1]
