"""Results of a run: clusters, protected columns and measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.array_types import Floats, Ints
from core.errors import Problem
from core.model.checklist import RowCount
from core.model.compared_figures import ComparedFigure, UsualFigures
from core.model.dataset import Column
from core.model.plan import Plan
from core.model.recipe_conditions import ConditionCount


class Direction(StrEnum):
    """Whether lower or higher values of a measure are better."""

    LOWER = "lower is better"
    HIGHER = "higher is better"
    NEITHER = "for information"


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure on the utility or risk of a release.

    Attributes
    ----------
    name : str
        Code of the measure, such as ``information-loss``; the text catalogue has its title and
        meaning.
    unit : str
        ``%``, ``records``, ``units``, ``1`` (a pure number), or the column's own unit.
    direction : Direction
        Whether lower or higher is better.
    attribute : str or None
        The column it is about, or ``None`` for the whole file.
    """

    name: str
    value: float
    unit: str
    direction: Direction
    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the run for the audit log, with counts but without cell values."""

    name: str
    counts: Mapping[str, int | float | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """A partition with the size and EMD of each cluster. Internal: never released.

    Attributes
    ----------
    labels : numpy.ndarray of int32, shape (r,)
        Cluster of each kept record, numbered ``0..c-1`` by first appearance; int64 from 2**31
        records on.
    sizes : numpy.ndarray of int64, shape (c,)
        Number of records in each cluster.
    emd : Mapping of str to numpy.ndarray of float64, shape (c,)
        EMD of each cluster for each confidential attribute that can be ordered (manual:
        t-closeness#distance-of-a-group-from-the-file).
    """

    labels: Ints
    sizes: Ints
    emd: Mapping[str, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """An attribute block: quasi-identifiers that were masked together.

    Rebollo-Monedero et al. (2016), section V.C; manual: methods#attribute-blocks.
    """

    columns: tuple[str, ...]
    clusters: Clusters


@dataclass(frozen=True, slots=True)
class Exposure:
    """The disclosure risk of a table towards an intruder who knows all quasi-identifiers.

    Attributes
    ----------
    records, groups, uniques : int
        Number of records, of distinct combinations of quasi-identifiers, and of unique ones.
    k : int
        Number of records with the rarest combination.
    p : Mapping of str to int
        Minimum number of distinct values of each confidential column within a group.
    t : Mapping of str to float
        Largest EMD between a group and the table, for each confidential column.
    """

    records: int
    groups: int
    uniques: int
    k: int
    p: Mapping[str, int] = field(default_factory=dict)
    t: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a run gives.

    Attributes
    ----------
    columns : tuple of Column
        The released columns in the order of the kept records; identifiers are gone.
    clusters : Clusters
        The partition; with several blocks, the groups of records that share all their clusters.
    k_reached : int
        Size of the smallest group of released records with equal quasi-identifiers; where false
        categories are left blank, a blank equals every value.
    t_reached : Mapping of str to float
        Largest EMD over those groups, for each confidential attribute.
    blocks : tuple of Block
        The attribute blocks; empty if all quasi-identifiers were masked together.
    paired : bool
        Whether record `i` of the columns was made from the kept record `i`.
    checklist : tuple of RowCount
        What was counted for the rows of the checklist, within and beyond their limits; empty for a
        private method.
    dominated : tuple of str
        Columns whose loss would nearly disclose their largest or smallest value; figures on them
        are not published.
    conditions : tuple of ConditionCount
        The conditions besides k and t, counted in the released columns.
    usual : UsualFigures or None
        The figures that users will probably compute; ``None`` for a private method.
    exposure : Exposure or None
        The disclosure risk of the released records in the original; ``None`` for a private method.
    k_of_values : int or None
        k with a blank as a value of its own, where false categories are left blank.
    core : tuple of Column
        The groups from which the released columns were drawn, in which k and t are counted; empty
        where they are counted in the released columns.
    """

    plan: Plan
    columns: tuple[Column, ...]
    clusters: Clusters
    k_reached: int
    t_reached: Mapping[str, float]
    measures: tuple[Measure, ...]
    steps: tuple[Step, ...]
    warnings: tuple[Problem, ...] = ()
    blocks: tuple[Block, ...] = ()
    paired: bool = True
    checklist: tuple[RowCount, ...] = ()
    dominated: tuple[str, ...] = ()
    conditions: tuple[ConditionCount, ...] = ()
    figures: tuple[ComparedFigure, ...] = ()
    usual: UsualFigures | None = None
    exposure: Exposure | None = None
    k_of_values: int | None = None
    core: tuple[Column, ...] = ()

    @property
    def records(self) -> int:
        """Number of released records."""
        return int(self.clusters.sizes.sum())
