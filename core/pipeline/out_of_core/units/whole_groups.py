"""Limits on groups of members that are too large for memory: all units of a part, or of a pattern.

Of t, the ranks of the confidential values of one such group are in memory at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.conditions.group_amounts import GroupAmounts, GrowingAmounts, named_by
from core.io.scratch.open_files import OpenFiles
from core.io.scratch.row_files import RoutedRows, Rows
from core.pipeline.out_of_core.units.slot_limits import Measured, SlotLimits
from core.pipeline.out_of_core.workplace import Workplace

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class WholeGroups(OpenFiles):
    """Groups whose members arrive in any parts.

    Parameters
    ----------
    count : int
        Number of groups.
    place : pathlib.Path
        A file that is new, and removed at the end of the ``with`` block.
    """

    def __init__(self, limits: SlotLimits, count: int, place: Path) -> None:
        self._limits, self._count = limits, count
        columns = () if limits.rule is None else limits.rule.columns
        self._named = 0 if limits.rule is None else named_by(limits.rule)
        self._growing = [GrowingAmounts(self._named) for _ in columns]
        self._amounts: list[GroupAmounts] = []
        self._emd: dict[tuple[int, ...], tuple[float, ...]] = {}
        super().__init__()
        kinds = np.dtype([(name, "<i8") for name in self._fields()])
        self._ranks: RoutedRows | None = None
        if limits.confidential:
            self._ranks = self._files.enter_context(RoutedRows(place, kinds, count))

    def _fields(self) -> list[str]:
        return [f"r{at}" for at in range(len(self._limits.confidential))]

    def take(self, members: Rows, groups: Ints) -> None:
        """Take the next members, given the group of each."""
        each = self._limits.contributions(members)
        for growing, own in zip(self._growing, each, strict=True):
            growing.add(own, groups)
        if self._ranks is not None:
            ranks, fields = self._limits.ranks(members), self._fields()
            rows = np.empty(len(members), [(name, "<i8") for name in fields])
            for name, each_rank in zip(fields, ranks.values(), strict=True):
                rows[name] = each_rank
            self._ranks.add(rows, groups)

    def violated(self, groups: Ints, unions: Ints, count: int) -> Bools:
        """Return which of `count` unions of groups violate a limit; all members were taken.

        Parameters
        ----------
        groups, unions : numpy.ndarray of int64, shape (g,)
            Some groups, and the union that each is part of.
        count : int
            Number of unions; those without groups are within all limits.
        """
        self._amounts = self._amounts or [one.amounts() for one in self._growing]
        amounts = tuple(one.of(groups).union(unions, count) for one in self._amounts)
        return self._limits.violated(Measured(amounts, self._emd_of(groups, unions, count)))

    def _emd_of(self, groups: Ints, unions: Ints, count: int) -> tuple[Floats, ...]:
        if self._ranks is None:
            return ()
        order = np.argsort(unions, kind="stable")
        here, begin = np.unique(unions[order], return_index=True)
        found: list[Floats] = []
        for union, parts in zip(here.tolist(), np.split(groups[order], begin[1:]), strict=True):
            key = tuple(parts.tolist())
            if key not in self._emd:
                self._emd[key] = self._emd_of_one(self._ranks, key)
            found = found or [np.zeros(count) for _ in self._emd[key]]
            for each, emd in zip(found, self._emd[key], strict=True):
                each[union] = emd
        return tuple(found)

    def _emd_of_one(self, ranks: RoutedRows, groups: Sequence[int]) -> tuple[float, ...]:
        rows = np.concatenate([ranks.bucket(group) for group in groups])
        names = zip(self._limits.confidential, self._fields(), strict=True)
        own = {name: np.ascontiguousarray(rows[field]) for name, field in names}
        emd = self._limits.emd(own, np.zeros(len(rows), np.int64), 1)
        return tuple(float(each[0]) for each in emd)


class LimitsOfPatterns(OpenFiles):
    """Whether patterns of units are within limits as a whole; see `core.protect.units.unit_limits`.

    Parameters
    ----------
    sizes : sequence of int
        The size of the units of each pattern.
    work : Workplace
        Where what is known of the patterns is kept.
    """

    def __init__(self, limits: SlotLimits, sizes: Sequence[int], work: Workplace) -> None:
        ends = np.cumsum(sizes)
        super().__init__()
        self._begin = ends - np.array(sizes)
        # In the order of `UnitRows`, turned, and turned where states are mixed.
        self._orders = [
            self._files.enter_context(
                WholeGroups(limits, int(ends[-1]), work.place(f"pattern-ranks-{at}"))
            )
            for at in range(3)
        ]

    def take(self, members: Rows, patterns: Ints, orders: Sequence[Ints]) -> None:
        """Take the members of units of one size, shape (u, m), given their patterns."""
        groups = (self._begin[patterns][:, None] + np.arange(members.shape[1])).ravel()
        for one, order in zip(self._orders, orders, strict=True):
            one.take(np.take_along_axis(members, order, axis=1).ravel(), groups)

    def violates(self, patterns: Sequence[int], size: int, root: Ints) -> Bools:
        """Return which unions of patterns of one size violate a limit in all orders.

        Parameters
        ----------
        patterns, size : sequence of int
            The patterns, and the size of their units.
        root : numpy.ndarray of int64
            As of `core.conditions.patterns.join_counted`.
        """
        groups = (self._begin[list(patterns)][:, None] + np.arange(size)).ravel()
        unions = (root[:, None] * size + np.arange(size)).ravel()
        over = [
            one.violated(groups, unions, len(groups)).reshape(-1, size).any(axis=1)
            for one in self._orders
        ]
        is_mixed = np.bincount(root, minlength=len(root)) > 1
        # Only patterns that others joined mix states.
        return np.asarray(over[0] & np.where(is_mixed, over[2], over[1]))
