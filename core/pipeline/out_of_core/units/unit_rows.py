"""The records of a file unit by unit, and the patterns of the units; see `core.protect.units`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.conditions import JoinedPattern, Records, states_of
from core.conditions.patterns import PatternTable, join_counted
from core.encode import numbers
from core.errors import Problem, Refused
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of, row_type, rows_of
from core.io.scratch.routed_rows import Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.model import Attribute, Column, Project, Role, Scale
from core.pipeline.out_of_core.encoded.stored_nominal import StoredNominal, stored_nominal
from core.pipeline.out_of_core.parts.large_strata import MOST_PARTS, LargeStrata
from core.pipeline.out_of_core.units.unit_arrays import append_rows, pieces_of
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.workplace import Workplace

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNIT, PATTERN = "unit", "pattern"
_STRATUM = "stratum"


@dataclass(frozen=True, slots=True, eq=False)
class UnitPart:
    """Units that are partitioned together; see `core.protect.units.UnitPattern`.

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
    """

    size: int
    units: int
    first: int
    runs: tuple[slice, ...]
    joins: tuple[JoinedPattern, ...]


@dataclass(frozen=True, slots=True, eq=False)
class UnitRows:
    """The records of a file, unit by unit.

    Attributes
    ----------
    units : LargeUnits
        Their units.
    path, kinds : pathlib.Path and numpy.dtype
        The file of the records, and their type.
    columns : tuple of StoredColumn
        The columns whose cells they have: those that are masked, then the weights.
    states : tuple of str
        The column of each state that members keep.
    parts : tuple of UnitPart
        By size, then by first unit.
    part, own : numpy.ndarray of int64, shape (patterns,)
        The part of each pattern, and the number of a joined one, or 0.
    patterns : tuple of tuple of int, int and int
        Size, number of units and first unit of each combination of size and strata.
    """

    units: LargeUnits
    path: Path
    kinds: np.dtype[Any]
    columns: tuple[StoredColumn, ...]
    states: tuple[str, ...]
    parts: tuple[UnitPart, ...]
    part: Ints
    own: Ints
    patterns: tuple[tuple[int, int, int], ...]

    def pieces(self, rows: int) -> Iterator[Rows]:
        """Yield the records of whole units, about `rows` at a time."""
        return whole_units(pieces_of(self.path, self.kinds, rows))


def whole_units(pieces: Iterable[Rows]) -> Iterator[Rows]:
    """Yield the same records, of which those of a unit follow one another, unit by whole unit."""
    left: Rows | None = None
    for piece in pieces:
        rows = piece if left is None else np.concatenate((left, piece))
        last = int(np.searchsorted(rows[UNIT], rows[UNIT][-1]))
        left = rows[last:]
        if last:
            yield rows[:last]
    if left is not None and len(left):
        yield left


def unit_rows(
    project: Project,
    table: StoredTable,
    strata: Sequence[LargeStrata | None],
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> UnitRows:
    """Sort the records of a table by unit, and find the patterns of the units.

    Parameters
    ----------
    project : Project
        Resolved.
    table : StoredTable
        The records to release.
    strata : sequence of LargeStrata or None
        The strata that the recipe defines, and the waves of a panel.
    units : LargeUnits
        The units of the records.
    work, job : Workplace and Job
        Where the records are sorted; can be cancelled.

    Raises
    ------
    Refused
        If there are too many patterns.
    """
    source = _Source(project, table, strata, units, work, job)
    path, found = work.place("by-unit"), _Patterns()
    keys = (UNIT, _STRATUM, *source.state_fields[::-1], *source.key_fields)
    place, count = work.place("by-unit-sorted"), table.rows
    ordered = sorted_parts(source.parts, source.kinds, keys, place, count, work.rows)
    for rows in whole_units(ordered):
        job.check()
        rows[PATTERN] = found.take(rows, source.state_fields)
        append_rows(path, rows)
    k = project.recipe.method.parameters["k"]
    assert isinstance(k, int)
    parts, part, own = found.joined(source.state_names, k)
    columns, names = source.columns, source.state_names
    return UnitRows(units, path, source.kinds, columns, names, parts, part, own, found.by_strata())


class _Source:
    """The records in the order of the file, with the keys by which members are sorted."""

    def __init__(
        self,
        project: Project,
        table: StoredTable,
        strata: Sequence[LargeStrata | None],
        units: LargeUnits,
        work: Workplace,
        job: Job,
    ) -> None:
        self._project, self._units, self._work, self._job = project, units, work, job
        self._strata = [one for one in strata if one is not None]
        self._known: dict[tuple[int, ...], int] = {}
        recipe, schema = project.recipe, project.schema
        masked = schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
        self._names = [a.name for a in masked]
        weight = [] if recipe.weight is None else [recipe.weight]
        named = dict.fromkeys((*self._names, *weight))
        self.columns = tuple(replace(table.named(name), notes=None) for name in named)
        members = sorted(
            set(self._names).difference(units.unit.columns).difference(units.unit.members_by)
        )
        known = {c.name: c for c in (*table.columns, *units.others.columns)}
        self._keys = [
            _SortKey(schema.named(n), known[n], work.rows, job)
            for n in (*units.unit.members_by, *members)
        ]
        nothing = [column.part(0, 0) for column in self.columns]
        states = states_of(Records(tuple(nothing), schema, recipe), self._names)
        self.state_names = tuple(name for name, _ in states)
        self.state_fields = [f"s{i}" for i in range(len(states))]
        self.key_fields = [f"m{i}" for i in range(len(self._keys))]
        more = [(UNIT, "<i8"), (_STRATUM, "<i8"), (PATTERN, "<i4")]
        more += [(name, "?") for name in self.state_fields]
        more += [(name, "<f8") for name in self.key_fields]
        self.kinds = np.dtype([*row_type(self.columns).descr, *more])

    def parts(self) -> Iterator[Rows]:
        """Yield the records of successive parts."""
        for start in range(0, len(self._units.column), self._work.rows):
            self._job.check()
            yield self._part(start, min(start + self._work.rows, len(self._units.column)))

    def _part(self, start: int, stop: int) -> Rows:
        plain, rows = rows_of(start, self.columns, stop), np.zeros(stop - start, self.kinds)
        for name in plain.dtype.names or ():
            rows[name] = plain[name]
        rows[UNIT] = self._units.of(start, stop)
        rows[_STRATUM] = self._strata_of(start, stop)
        records = Records(
            columns_of(plain, self.columns), self._project.schema, self._project.recipe
        )
        states = states_of(records, self._names)
        for name, (_, bits) in zip(self.state_fields, states, strict=True):
            rows[name] = bits
        for name, key in zip(self.key_fields, self._keys, strict=True):
            rows[name] = key.of(start, stop)
        return rows

    def _strata_of(self, start: int, stop: int) -> Ints:
        """Return the stratum of each record, numbered by first appearance."""
        if not self._strata:
            return np.zeros(stop - start, np.int64)
        own = np.stack([one.numbers.read(start, stop) for one in self._strata], axis=1)
        if own.shape[1] == 1:
            return np.ascontiguousarray(own[:, 0])
        values, first, inverse = np.unique(own, axis=0, return_index=True, return_inverse=True)
        number = np.empty(len(values), np.int64)
        for at in np.argsort(first).tolist():
            number[at] = self._known.setdefault(tuple(values[at].tolist()), len(self._known))
        return np.asarray(number[inverse.ravel()])


class _SortKey:
    """What sorts the members of a unit: missing values last, categories in taxonomy order."""

    def __init__(self, attribute: Attribute, column: StoredColumn, rows: int, job: Job) -> None:
        self._attribute, self._column = attribute, column
        self._nominal: StoredNominal | None = None
        if attribute.scale is Scale.NOMINAL:
            self._nominal = stored_nominal(column, attribute, rows, job)

    def of(self, start: int, stop: int) -> Floats:
        """Return the keys of some records."""
        column = replace(self._column, notes=None).part(start, stop)
        return np.where(column.missing, np.inf, self._values(column))

    def _values(self, column: Column) -> Floats:
        if self._nominal is not None:
            return self._nominal.of(column).places.astype(np.float64)
        if self._attribute.scale is not None:
            return numbers(column, self._attribute)
        return column.values.astype(np.float64)


@dataclass(slots=True)
class _Patterns:
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
            found[at] = self._numbers(unit[at[:, 0]], rows[_STRATUM][at], bits)[:, None]
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

    def by_strata(self) -> tuple[tuple[int, int, int], ...]:
        """Return size, number of units and first unit of the units with the same strata."""
        found: dict[bytes, list[int]] = {}
        for at in np.argsort(self.first).tolist():
            strata = self.strata[at]
            one = found.setdefault(strata.tobytes(), [len(strata), 0, self.first[at]])
            one[1] += self.units[at]
        each = [(size, units, first) for size, units, first in found.values()]
        return tuple(sorted(each, key=lambda one: (one[0], one[2])))

    def joined(self, names: Sequence[str], k: int) -> tuple[tuple[UnitPart, ...], Ints, Ints]:
        """Join the patterns of fewer than `k` units to others of the same size and strata."""
        part, own = np.zeros(len(self.units), np.int64), np.zeros(len(self.units), np.int64)
        parts: list[UnitPart] = []
        for size in sorted({len(strata) for strata in self.strata}):
            some = [at for at in np.argsort(self.first).tolist() if len(self.strata[at]) == size]
            table = self._table(some, names, size)
            joins = join_counted(table, lambda root: np.zeros(len(root), np.bool_), k)
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
