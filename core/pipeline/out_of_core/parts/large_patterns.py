"""The parts of a file in the scratch folder: its strata, or the patterns of their conditions."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records, states_of
from core.conditions.patterns import (
    JoinedPattern,
    PatternJoins,
    PatternTable,
    join_counted,
    pattern_labels,
)
from core.errors import Problem, Refused
from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.model import Project
from core.pipeline.out_of_core.parts.large_limits import AmountsOfPatterns, weights_of_limits
from core.pipeline.out_of_core.parts.large_strata import MOST_PARTS, LargeStrata, PartNumbers
from core.pipeline.out_of_core.units.unit_rows import UnitRows
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import blocks_of

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PartsOfFile:
    """The parts of a file that are grouped separately.

    Attributes
    ----------
    sizes, strata : numpy.ndarray of int64, shape (parts,)
        Number of records of each, and its stratum.
    numbers : PartNumbers or None
        The pattern of each record; ``None`` if all are alike.
    part, own : numpy.ndarray of int64, shape (patterns,)
        The part of each pattern, numbered from 0 by first appearance, and the number of those that
        were joined to others, from 1; see `core.conditions.Patterns`.
    broken : tuple of int
        The strata that violate a limit as a whole, by number.
    by_unit : UnitRows or None
        The records unit by unit, if several belong to one: `sizes` are then numbers of units.
    """

    sizes: Ints
    strata: Ints
    numbers: PartNumbers | None
    part: Ints
    own: Ints
    patterns: int
    joined: tuple[JoinedPattern, ...] = ()
    broken: tuple[int, ...] = ()
    by_unit: UnitRows | None = None

    def parts_of(self, start: int, stop: int) -> Ints:
        """Return the part of each of some records."""
        return self._read(self.part, start, stop)

    def own_of(self, start: int, stop: int) -> Ints:
        """Return the number of the joined pattern of each of some records, or 0."""
        return self._read(self.own, start, stop)

    def _read(self, of_pattern: Ints, start: int, stop: int) -> Ints:
        if self.numbers is None:
            return np.zeros(stop - start, np.int64)
        return np.asarray(of_pattern[self.numbers.read(start, stop)])


def parts_of_file(
    project: Project, table: StoredTable, strata: LargeStrata | None, work: Workplace, job: Job
) -> PartsOfFile:
    """Return the parts of the records of a table, as `core.conditions.patterns_of` does in memory.

    Parameters
    ----------
    project : Project
        Resolved.
    table : StoredTable
        The records to release.
    strata : LargeStrata or None
        Their strata, if the recipe defines any.
    work, job : Workplace and Job
        Where the numbers of patterns are written; can be cancelled.

    Raises
    ------
    Refused
        If there are too many patterns.
    """
    # Methods with several blocks of columns keep no conditions on disk (`scope`), so all will do.
    blocks = blocks_of(project.recipe.method, project.schema, project.recipe.strata)
    names, rule = [name for block in blocks for name in block], project.recipe.dominance
    needed = dict.fromkeys((*names, *weights_of_limits(project.recipe)))
    columns = StoredTable(tuple(map(table.named, needed)))
    nothing = Records(columns.part(0, 0), project.schema, project.recipe)
    if not states_of(nothing, names) and rule is None:
        sizes = np.array([table.rows]) if strata is None else strata.sizes
        each, nobody = np.arange(len(sizes)), np.zeros(len(sizes), np.int64)
        of_strata = strata.numbers if strata is not None and len(sizes) > 1 else None
        return PartsOfFile(sizes, each, of_strata, each, nobody, len(sizes))
    taker, numbers = _PatternTaker(), PartNumbers(work.place("patterns"))
    amounts = None if rule is None else AmountsOfPatterns(project, rule)
    for start, part in job.each(columns.parts(work.rows)):
        records = Records(part, project.schema, project.recipe)
        own = np.zeros(len(records), np.int64)
        if strata is not None:
            own = strata.numbers.read(start, start + len(records))
        found = taker.take(start, own, states_of(records, names))
        numbers.add(found)
        if amounts is not None:
            amounts.take(part, found)
    k = project.recipe.method.parameters["k"]
    assert isinstance(k, int)
    table_of = taker.table()

    def violates(root: Ints) -> Bools:
        return np.zeros(len(root), np.bool_) if amounts is None else amounts.violates(root)

    joins = join_counted(table_of, violates, k)
    return _of_patterns(table_of, joins, numbers)


def _of_patterns(table: PatternTable, joins: PatternJoins, numbers: PartNumbers) -> PartsOfFile:
    sizes = np.bincount(joins.part, weights=table.sizes).astype(np.int64)
    strata = np.zeros(len(sizes), np.int64)
    strata[joins.part] = table.strata
    many = numbers if len(table.sizes) > 1 else None
    stratum = dict(zip(table.first.tolist(), table.strata.tolist(), strict=True))
    return PartsOfFile(
        sizes=sizes,
        strata=strata,
        numbers=many,
        part=joins.part,
        own=joins.own,
        patterns=len(table.sizes),
        joined=joins.joined,
        broken=tuple(stratum[first] for first in joins.broken),
    )


@dataclass(slots=True)
class _PatternTaker:
    """Numbers the patterns of successive parts of a file by first appearance."""

    known: dict[tuple[int, bytes], int] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    states: list[Bools] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    strata: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def take(self, start: int, strata: Ints, states: list[tuple[str, Bools]]) -> Ints:
        """Return the pattern of each of the next records, the first one at position `start`."""
        self.names = tuple(name for name, _ in states)
        labels = pattern_labels(np.unique(strata, return_inverse=True)[1], states)
        first, counts = np.unique(labels, return_index=True, return_counts=True)[1:]
        own = np.array([state[first] for _, state in states], np.bool_).reshape(-1, len(first)).T
        number = np.empty(len(first), np.int64)
        for at, (place, count) in enumerate(zip(first.tolist(), counts.tolist(), strict=True)):
            key = int(strata[place]), own[at].tobytes()
            if key not in self.known:
                self._add(key, own[at], start + place)
            number[at] = self.known[key]
            self.sizes[number[at]] += count
        return np.asarray(number[labels])

    def table(self) -> PatternTable:
        """Return all patterns."""
        first, sizes, strata = (
            np.array(each, np.int64) for each in (self.first, self.sizes, self.strata)
        )
        return PatternTable(first, sizes, strata, self.names, np.array(self.states, np.bool_))

    def _add(self, key: tuple[int, bytes], states: Bools, position: int) -> None:
        if len(self.known) == MOST_PARTS:
            raise Refused(Problem("large-patterns", params={"most": MOST_PARTS}))
        self.known[key] = len(self.sizes)
        self.states.append(states)
        self.first.append(position)
        self.strata.append(key[0])
        self.sizes.append(0)
