"""The patterns of the units of a file on disk, of which some are joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.conditions import JoinedPattern
from core.conditions.patterns import PatternTable, join_counted
from core.errors import Problem, Refused
from core.io.scratch.row_files import Rows
from core.pipeline.out_of_core.parts.large_strata import MOST_PARTS
from core.pipeline.out_of_core.units.unit_orders import STRATUM, UNIT

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Violates = Callable[[Sequence[int], int, Ints], Bools]
"""As `core.pipeline.out_of_core.units.whole_groups.LimitsOfPatterns.violates`."""


@dataclass(frozen=True, slots=True, eq=False)
class UnitPart:
    """Units that are partitioned together; see `core.protect.units.unit_file.UnitPattern`.

    Attributes
    ----------
    size, units : int
        Records of each unit, and number of units.
    first : int
        The first unit.
    runs : tuple of slice
        Slots within which members may change places.
    joins : tuple of JoinedPattern
        The patterns that were joined to another one.
    broken : bool
        Whether the units violate a limit even as a single group.
    """

    size: int
    units: int
    first: int
    runs: tuple[slice, ...]
    joins: tuple[JoinedPattern, ...]
    broken: bool = False


@dataclass(slots=True)
class UnitPatterns:
    """The patterns of the units so far, by first unit."""

    known: dict[tuple[int, bytes, bytes], int] = field(default_factory=dict)
    strata: list[Ints] = field(default_factory=list)
    states: list[Bools] = field(default_factory=list)
    units: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)

    def take(self, rows: Rows, states: Sequence[str]) -> Ints:
        """Return the pattern of each of the records of the next units."""
        unit = rows[UNIT]
        begin = np.flatnonzero(np.append(True, unit[1:] != unit[:-1]))
        sizes, found = np.diff(np.append(begin, len(rows))), np.empty(len(rows), np.int64)
        for size in np.unique(sizes).tolist():
            at = begin[sizes == size][:, None] + np.arange(size)
            bits = np.stack([rows[name][at] for name in states], axis=1) if states else None
            found[at] = self._numbers(unit[at[:, 0]], rows[STRATUM][at], bits)[:, None]
        return found

    def _numbers(self, unit: Ints, strata: Ints, states: Bools | None) -> Ints:
        """Return the pattern of units of one size, given strata (u, m) and states (u, s, m)."""
        flat = (
            np.zeros((len(unit), 0), np.bool_) if states is None else states.reshape(len(unit), -1)
        )
        both = np.hstack((strata, np.packbits(flat, axis=1).astype(np.int64)))
        _, first, inverse, counts = np.unique(
            both, axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        number = np.empty(len(first), np.int64)
        for at in np.argsort(first).tolist():
            own = int(first[at])
            key = strata.shape[1], strata[own].tobytes(), flat[own].tobytes()
            if key not in self.known:
                if len(self.known) == MOST_PARTS:
                    raise Refused(Problem("large-patterns", params={"most": MOST_PARTS}))
                self.known[key] = len(self.known)
                self.strata.append(strata[own].copy())
                self.states.append(flat[own].copy())
                self.units.append(0)
                self.first.append(int(unit[own]))
            number[at] = self.known[key]
            self.units[number[at]] += int(counts[at])
        return np.asarray(number[inverse.ravel()])

    @property
    def sizes(self) -> list[int]:
        """The size of the units of each pattern."""
        return [len(strata) for strata in self.strata]

    def by_strata(self) -> tuple[tuple[int, int, int], ...]:
        """Return size, number of units and first unit of the units with the same strata."""
        found: dict[bytes, list[int]] = {}
        for at in np.argsort(self.first).tolist():
            strata = self.strata[at]
            one = found.setdefault(strata.tobytes(), [len(strata), 0, self.first[at]])
            one[1] += self.units[at]
        each = [(size, units, first) for size, units, first in found.values()]
        return tuple(sorted(each, key=lambda one: (one[0], one[2])))

    def joined(
        self, names: Sequence[str], k: int, violates: Violates | None = None
    ) -> tuple[tuple[UnitPart, ...], Ints, Ints]:
        """Join the patterns of fewer than `k` units to others of the same size and strata.

        So are those that violate limits as a whole.
        """
        part, own = np.zeros(len(self.units), np.int64), np.zeros(len(self.units), np.int64)
        parts: list[UnitPart] = []
        for size in sorted({len(strata) for strata in self.strata}):
            some = [at for at in np.argsort(self.first).tolist() if len(self.strata[at]) == size]
            table = self._table(some, names, size)
            own_violates = partial(_violates, violates, some, size)
            joins = join_counted(table, own_violates, k)
            broken = set(joins.broken)
            part[some], own[some] = len(parts) + joins.part, joins.own
            for number in range(int(joins.part.max()) + 1):
                here = np.flatnonzero(joins.part == number)
                found = np.unique(joins.own[here])
                merged = tuple(joins.joined[at - 1] for at in found.tolist() if at > 0)
                first = some[int(here[0])]
                parts.append(
                    UnitPart(
                        size,
                        int(table.sizes[here].sum()),
                        self.first[first],
                        self._runs(first, len(names), pure=not merged),
                        merged,
                        bool(broken.intersection(self.first[some[at]] for at in here.tolist())),
                    )
                )
        return tuple(parts), part, own

    def _table(self, some: Sequence[int], names: Sequence[str], size: int) -> PatternTable:
        states = np.array([self.states[at] for at in some], np.bool_).reshape(len(some), -1)
        varies = states.any(axis=0) & ~states.all(axis=0)
        each = [name for name in names for _ in range(size)]
        numbered: dict[bytes, int] = {}
        strata = [numbered.setdefault(self.strata[at].tobytes(), len(numbered)) for at in some]
        return PatternTable(
            np.array([self.first[at] for at in some], np.int64),
            np.array([self.units[at] for at in some], np.int64),
            np.array(strata, np.int64),
            tuple(each[at] for at in np.flatnonzero(varies).tolist()),
            states[:, varies],
        )

    def _runs(self, at: int, states: int, *, pure: bool) -> tuple[slice, ...]:
        """Return the slots of each stratum or, without joined patterns, of each combination."""
        kinds: list[NDArray[Any]] = [self.strata[at]]
        kinds += list(self.states[at].reshape(states, -1)) if pure and states else []
        size = len(self.strata[at])
        changes = np.ones(size, np.bool_)
        changes[1:] = np.any([kind[1:] != kind[:-1] for kind in kinds], axis=0)
        return tuple(slice(*ends) for ends in pairwise([*np.flatnonzero(changes).tolist(), size]))


def _violates(violates: Violates | None, patterns: Sequence[int], size: int, root: Ints) -> Bools:
    """Return which unions of patterns violate a limit as a whole."""
    if violates is None:
        return np.zeros(len(root), np.bool_)
    return violates(patterns, size, root)
