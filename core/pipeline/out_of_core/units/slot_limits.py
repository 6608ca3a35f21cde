"""Limits on the groups of members that have the same slot of a cluster, on disk.

They are those of `core.protect.units.protect_units.limits_on_units`: a dominance rule, column by
column, then t, and t over units. A group has one record of each unit of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.conditions.dominance_condition import contributions
from core.conditions.group_amounts import (
    GroupAmounts,
    StartedDominance,
    group_amounts,
    named_by,
)
from core.io.scratch.disk_columns import StoredColumn
from core.io.scratch.row_files import Rows
from core.model import Column, Project
from core.pipeline.out_of_core.encoded.file_ranks import FileRanks, sorted_members
from core.pipeline.out_of_core.parts.large_limits import MergedLimit
from core.pipeline.promise import promised_t

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Ranks = Mapping[str, Ints]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What limits look at in groups.

    Attributes
    ----------
    amounts : tuple of GroupAmounts
        The contributions to the totals of groups, for each column of the dominance rule.
    emd : tuple of numpy.ndarray of float64, shape (groups,)
        The EMD of groups over records and, of columns of units, over units; none without t.
    """

    amounts: tuple[GroupAmounts, ...]
    emd: tuple[Floats, ...]


class SlotLimits:
    """The limits of a recipe.

    Parameters
    ----------
    project : Project
        Resolved, with a dominance rule, or with a method that keeps t.
    columns : sequence of StoredColumn
        The columns whose cells members have, in the fields ``c0``, ``c1`` and so on.
    files : sequence of Mapping of str to FileRanks
        If t is kept, the confidential columns over records and, if any is of units, those over
        units.
    """

    def __init__(
        self,
        project: Project,
        columns: Sequence[StoredColumn],
        files: Sequence[Mapping[str, FileRanks]],
    ) -> None:
        self._recipe, self._schema = project.recipe, project.schema
        self.rule, self._t = project.recipe.dominance, promised_t(project.recipe.method)
        self._files = tuple(files)
        self._columns = {column.name: (f"c{i}", column) for i, column in enumerate(columns)}

    @property
    def setting(self) -> tuple[str, str]:
        """The setting that clusters are merged for, and the code if one gets too many records."""
        if self._t is None:
            return "dominance", "large-group-dominance"
        return "method.t", "large-group"

    @property
    def confidential(self) -> tuple[str, ...]:
        """The confidential columns, if t is kept."""
        return tuple(self._files[0]) if self._files else ()

    def contributions(self, members: Rows) -> list[Floats]:
        """Return what members contribute to the totals of their groups, column by column."""
        if self.rule is None:
            return []
        weight = self._recipe.weight
        named = dict.fromkeys(self.rule.columns if weight is None else (*self.rule.columns, weight))
        typed = [self._typed(name, members) for name in named]
        records = Records(tuple(typed), self._schema, self._recipe)
        return [contributions(records, name) for name in self.rule.columns]

    def ranks(self, members: Rows) -> dict[str, Ints]:
        """Return the ranks of the confidential values of members."""
        files = self._files[0] if self._files else {}
        return {name: file.of(self._typed(name, members)) for name, file in files.items()}

    def _typed(self, name: str, members: Rows) -> Column:
        at, column = self._columns[name]
        return column.typed(np.ascontiguousarray(members[at]))

    def measured(self, members: Rows, groups: Ints, count: int) -> Measured:
        """Return what limits look at in groups, numbered from 0, of which all members are given."""
        amounts = self.contributions(members)
        named = 0 if self.rule is None else named_by(self.rule)
        return Measured(
            tuple(group_amounts(own, groups, count, named) for own in amounts),
            self.emd(self.ranks(members), groups, count),
        )

    def emd(self, ranks: Ranks, groups: Ints, count: int) -> tuple[Floats, ...]:
        """Return the largest EMD of groups in a column, over records and over units."""
        return tuple(
            np.asarray(
                np.max(
                    [
                        file.emd(*sorted_members(groups, ranks[name], count))
                        for name, file in files.items()
                    ],
                    axis=0,
                )
            )
            for files in self._files
        )

    def violated(self, found: Measured) -> Bools:
        """Return whether groups violate a limit."""
        over = [each > self._t for each in found.emd if self._t is not None]
        over += [one.excess() > one.bound for one in self._started(found)]
        return np.asarray(np.any(over, axis=0))

    def beyond(self, members: Rows, groups: Ints, count: int) -> Bools:
        """Return whether each group violates a limit."""
        return self.violated(self.measured(members, groups, count))

    def of_clusters(
        self, found: Measured, slots: int, members_of: Callable[[Rows], Rows]
    ) -> list[MergedLimit]:
        """Return limits on clusters, of which two that are merged are so slot by slot.

        Parameters
        ----------
        found : Measured
            Of all groups, cluster by cluster and slot by slot.
        members_of : callable
            Returns the members of units in the order of their slots, unit by unit.
        """
        limits: list[MergedLimit] = [_Amounts(one, slots) for one in self._started(found)]
        for at, emd in enumerate(found.emd):
            limits.append(_Closeness(self, at, emd.reshape(-1, slots).max(axis=1), members_of))
        return limits

    def _started(self, found: Measured) -> list[StartedDominance]:
        rule = self.rule
        return [] if rule is None else [StartedDominance(each, rule) for each in found.amounts]

    @property
    def t(self) -> float:
        """The t that is kept, or 1."""
        return 1.0 if self._t is None else self._t


class _Amounts:
    """The dominance rule on all slots of clusters."""

    bound = StartedDominance.bound

    def __init__(self, started: StartedDominance, slots: int) -> None:
        self._started, self._slots = started, slots

    def excess(self) -> Floats:
        return np.asarray(self._started.excess().reshape(-1, self._slots).max(axis=1))

    def merge(self, into: int, gone: int, _rows: Rows) -> float:
        starts = range(self._slots)
        pairs = ((into * self._slots + at, gone * self._slots + at) for at in starts)
        return max(self._started.merge(*pair) for pair in pairs)


class _Closeness:
    """The limit t on all slots of clusters, over records or over units."""

    def __init__(
        self, limits: SlotLimits, at: int, excess: Floats, members_of: Callable[[Rows], Rows]
    ) -> None:
        self.bound = limits.t
        self._limits, self._at, self._excess, self._members = limits, at, excess, members_of

    def excess(self) -> Floats:
        return self._excess

    def merge(self, into: int, _gone: int, rows: Rows) -> float:
        members = self._members(rows)
        slots = len(members) // len(rows)
        groups, ranks = np.tile(np.arange(slots), len(rows)), self._limits.ranks(members)
        self._excess[into] = self._limits.emd(ranks, groups, slots)[self._at].max()
        return float(self._excess[into])
