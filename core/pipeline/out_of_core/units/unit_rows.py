"""The records of a file unit by unit, and the patterns of the units; see `core.protect.units`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.recfunctions import require_fields
from numpy.typing import NDArray

from core.conditions import Records, states_of
from core.conditions.unit_conditions import k_of
from core.encode import numbers
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of, row_type, rows_of
from core.io.scratch.row_files import Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.model import Attribute, Column, Project, Role, Scale, Schema
from core.pipeline.out_of_core.encoded.file_ranks import FileRanks, file_ranks
from core.pipeline.out_of_core.encoded.stored_nominal import StoredNominal, stored_nominal
from core.pipeline.out_of_core.parts.large_strata import LargeStrata
from core.pipeline.out_of_core.scratch_rows import append_rows, pieces_of
from core.pipeline.out_of_core.units.slot_limits import SlotLimits
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_orders import (
    STRATUM,
    UNIT,
    ranks_of_units,
    turned_members,
)
from core.pipeline.out_of_core.units.unit_patterns import UnitPart, UnitPatterns, Violates
from core.pipeline.out_of_core.units.whole_groups import LimitsOfPatterns
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.promise import promised_t
from core.pipeline.resolve.unit_records import MOST_MEMBERS

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PATTERN = "pattern"


@dataclass(frozen=True, slots=True, eq=False)
class UnitRows:
    """The records of a file, unit by unit.

    Attributes
    ----------
    path, kinds : pathlib.Path and numpy.dtype
        The file of the records, and their type.
    columns : tuple of StoredColumn
        The columns whose cells they have: those that are masked, the weights and, where t is kept,
        the confidential ones.
    states : tuple of str
        The column of each state that members keep.
    parts : tuple of UnitPart
        By size, then by first unit.
    part, own : numpy.ndarray of int64, shape (patterns,)
        The part of each pattern, and the number of a joined one, or 0.
    patterns : tuple of tuple of int, int and int
        Size, number of units and first unit of each combination of size and strata.
    limits : SlotLimits or None
        Limits on the groups of members, if there are any.
    ranks : numpy.ndarray of int64, shape (units,)
        The rank of each unit among those of its size, if there are limits.
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
    limits: SlotLimits | None = None
    ranks: Ints = field(default_factory=lambda: np.zeros(0, np.int64))

    def turned(self, members: Rows, *, mixed: bool) -> Ints:
        """Return the second order of the members of units of one size, shape (u, m).

        `mixed`: in a part with joined patterns.
        """
        states = [] if mixed else [f"s{i}" for i in range(len(self.states))]
        return turned_members(members, self.ranks, states)

    def once_each(self, names: Sequence[str], work: Workplace, job: Job) -> StoredTable:
        """Return some columns of units with one record each."""
        known = {column.name: i for i, column in enumerate(self.columns)}
        paths = {name: work.place(f"unit-once-{known[name]}") for name in names}
        for path in paths.values():
            path.write_bytes(b"")
        for piece in job.each(self.pieces(work.rows)):
            first = np.append(True, piece[UNIT][1:] != piece[UNIT][:-1])
            for name, path in paths.items():
                append_rows(path, piece[f"c{known[name]}"][first])
        count = self.units.count
        columns = (self.columns[known[name]].placed(paths[name], count, None) for name in names)
        return StoredTable(tuple(columns))

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

    Raises
    ------
    Refused
        If there are too many patterns.
    """
    source = _Source(project, table, strata, units, work, job)
    path, found = work.place("by-unit"), UnitPatterns()
    keys = (UNIT, STRATUM, *source.state_fields[::-1], *source.key_fields)
    place, count = work.place("by-unit-sorted"), table.rows
    ordered = sorted_parts(source.parts, source.kinds, keys, place, count, work.rows)
    for rows in job.each(whole_units(ordered)):
        rows[PATTERN] = found.take(rows, source.state_fields)
        append_rows(path, rows)
    k = k_of(project.recipe)
    columns, names, rule = source.columns, source.state_names, project.recipe.dominance
    keeps_t = promised_t(project.recipe.method) is not None
    by_strata = found.by_strata()
    nobody = np.zeros(0, np.int64)
    plain = UnitRows(units, path, source.kinds, columns, names, (), nobody, nobody, by_strata)
    sizes = sorted({size for size, _, _ in by_strata})
    # Larger ones are refused.
    violates: Violates | None = None
    with ExitStack() as files:
        if (rule is not None or keeps_t) and sizes[-1] <= MOST_MEMBERS:
            hidden = _ranks(project, table, plain, work, job) if keeps_t else ()
            limits, pieces = SlotLimits(project, columns, hidden), plain.pieces(work.rows)
            ranks = ranks_of_units(pieces, sizes, source.key_fields, units.count, work, job)
            plain = replace(plain, limits=limits, ranks=ranks)
            of_patterns = files.enter_context(LimitsOfPatterns(limits, found.sizes, work))
            violates = _taken(of_patterns, plain, work, job).violates
        parts, part, own = found.joined(names, k, violates)
    return replace(plain, parts=parts, part=part, own=own)


def _taken(
    patterns: LimitsOfPatterns, rows: UnitRows, work: Workplace, job: Job
) -> LimitsOfPatterns:
    """Return the patterns after all units were taken."""
    for piece in job.each(rows.pieces(work.rows)):
        for members in units_of_each_size(piece):
            natural = np.broadcast_to(np.arange(members.shape[1]), members.shape)
            turned = [rows.turned(members, mixed=mixed) for mixed in (False, True)]
            patterns.take(members, members[PATTERN][:, 0], (natural, *turned))
    return patterns


def _ranks(
    project: Project, table: StoredTable, rows: UnitRows, work: Workplace, job: Job
) -> list[dict[str, FileRanks]]:
    """Return the confidential columns over records and, if any is of units, over units."""
    schema = project.schema
    found = [file_ranks(table, schema, work.rows, job)]
    names = [name for name in found[0] if name in rows.units.unit.columns]
    if not names:
        return found
    once = rows.once_each(names, work, job)
    of_units = Schema(tuple(schema.named(name) for name in names))
    return [*found, file_ranks(once, of_units, work.rows, job)]


def units_of_each_size(rows: Rows) -> Iterator[Rows]:
    """Yield the records of whole units, those of one size at a time; shape (u, m)."""
    begin = np.flatnonzero(np.append(True, rows[UNIT][1:] != rows[UNIT][:-1]))
    sizes = np.diff(np.append(begin, len(rows)))
    for size in np.unique(sizes).tolist():
        yield rows[begin[sizes == size][:, None] + np.arange(size)]


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
        # Where t is kept, groups depend on confidential values.
        hidden = [a.name for a in schema.with_role(Role.CONFIDENTIAL)]
        hidden = [] if promised_t(recipe.method) is None else hidden
        named = dict.fromkeys((*self._names, *weight, *hidden))
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
        more = [(UNIT, "<i8"), (STRATUM, "<i8"), (PATTERN, "<i4")]
        more += [(name, "?") for name in self.state_fields]
        more += [(name, "<f8") for name in self.key_fields]
        self.kinds = np.dtype([*row_type(self.columns).descr, *more])

    def parts(self) -> Iterator[Rows]:
        """Yield the records of successive parts."""
        for start, stop in self._work.spans(len(self._units.column), self._job):
            yield self._part(start, stop)

    def _part(self, start: int, stop: int) -> Rows:
        plain = rows_of(start, self.columns, stop)
        rows = require_fields(plain, self.kinds)
        rows[UNIT] = self._units.of(start, stop)
        rows[STRATUM] = self._strata_of(start, stop)
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
