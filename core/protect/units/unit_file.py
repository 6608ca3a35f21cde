"""The records of a file whose unit of protection is a group of records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Ints
from core.conditions import CONDITIONS, Limit, RecordLimit, Records
from core.conditions.dominance_condition import (
    SignedAmounts,
    SignedDominanceLimit,
    list_signed_amounts,
)
from core.conditions.patterns import JoinedPattern, join_patterns
from core.encode import category_places, numbers, semantics_of, take
from core.encode.unit_groups import first_records, units_by_size
from core.kernels.numerics.grouping import refine
from core.kernels.numerics.sums import group_means
from core.model import Column, Scale, Schema
from core.protect.clustering import Quasi
from core.protect.encode import encode_nominal, encode_points
from core.protect.units.unit_limits import OfSlots


@dataclass(frozen=True, slots=True, eq=False)
class UnitFile:
    """The kept records with the settings that concern units.

    Attributes
    ----------
    columns : tuple of Column
        Of `n` records, in the file's order.
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 by first appearance.
    unit_columns : tuple of str
        Columns that have one value in all records of a unit.
    members_by : tuple of str
        Columns by which the members of a unit are sorted; ties by the other masked
        quasi-identifiers of members, by name.
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each record. A group contains records of one stratum only: the waves of a panel,
        the values of unmasked quasi-identifiers.
    states : tuple of pairs of str and numpy.ndarray of bool, shape (n,)
        Columns and states of records, such as an amount of zero. Units are grouped with others
        that have the same number of members in each state, as far as there are `k` of them.
    weights : numpy.ndarray of float64, shape (n,), or None
        The weights.
    """

    columns: tuple[Column, ...]
    schema: Schema
    unit: Ints
    masked: tuple[str, ...]
    unit_columns: tuple[str, ...]
    members_by: tuple[str, ...]
    strata: Ints
    states: tuple[tuple[str, Bools], ...] = ()
    weight: str | None = None
    weights: Floats | None = None
    signed: tuple[SignedAmounts, ...] = ()

    def list_signed_limits(self, names: Sequence[str], part_sizes: Ints) -> list[Limit]:
        """List the limits on groups of records with losses in the columns among `names`.

        Parameters
        ----------
        part_sizes : numpy.ndarray of int64, shape (n,)
            As in `SignedDominanceLimit`.
        """
        return [SignedDominanceLimit(s, part_sizes) for s in self.signed if s.column in names]

    def named(self, name: str) -> Column:
        """Return the column called `name`."""
        return next(column for column in self.columns if column.name == name)

    def masked_of_unit(self) -> tuple[str, ...]:
        """Return the masked quasi-identifiers that belong to the unit."""
        return tuple(name for name in self.masked if name in set(self.unit_columns))

    def masked_of_members(self) -> tuple[str, ...]:
        """Return the masked quasi-identifiers that belong to the members."""
        return tuple(name for name in self.masked if name not in set(self.unit_columns))

    def once_each(self, name: str) -> Column:
        """Take one record of each unit from a column of the unit."""
        return take(self.named(name), first_records(self.unit))

    def unit_weights(self) -> Floats | None:
        """Average the weights of each unit's records; ``None`` without weights."""
        if self.weights is None:
            return None
        return np.asarray(group_means(self.weights, self.unit, int(self.unit.max()) + 1))

    def quasi_of_units(self) -> Quasi:
        """Encode the unit's masked quasi-identifiers, standardised over units."""
        names = self.masked_of_unit()
        units = int(self.unit.max()) + 1
        return _encode([self.once_each(name) for name in names], self._schema(names), units)

    def quasi_of_members(self) -> Quasi:
        """Encode the members' masked quasi-identifiers, standardised over records."""
        names = self.masked_of_members()
        return _encode([self.named(name) for name in names], self._schema(names), len(self.unit))

    def _schema(self, names: Sequence[str]) -> Schema:
        return Schema(tuple(a for a in self.schema.attributes if a.name in set(names)))


def unit_file(
    records: Records,
    unit: Ints,
    masked: Sequence[str],
    unit_columns: Sequence[str],
    members_by: Sequence[str] = (),
) -> UnitFile:
    """Complete records with units, strata, weights and the states that conditions keep.

    See `UnitFile` for the parameters. Limits of conditions are passed on separately
    (`core.conditions.limits_of`).
    """
    return UnitFile(
        columns=records.columns,
        schema=records.schema,
        unit=unit,
        masked=tuple(masked),
        unit_columns=tuple(unit_columns),
        members_by=tuple(members_by),
        strata=records.strata(),
        states=tuple(
            state for condition in CONDITIONS for state in condition.states(records, masked)
        ),
        weight=records.recipe.weight,
        weights=records.weights(),
        signed=tuple(list_signed_amounts(records, masked)),
    )


def _encode(columns: Sequence[Column], schema: Schema, count: int) -> Quasi:
    if not columns:
        return Quasi(np.empty((count, 0)))
    return Quasi(encode_points(columns, schema), encode_nominal(columns, schema))


class UnitPattern(NamedTuple):
    """Units that are partitioned together.

    They have the same number of members in each stratum and, apart from those that were joined,
    in each combination of states.

    Attributes
    ----------
    units : numpy.ndarray of int64, shape (u,)
        Ascending.
    rows : numpy.ndarray of int64, shape (u, m)
        The records of each, by stratum, by state, then in the order of `UnitFile.members_by`.
    runs : tuple of slice
        Slots within which members may change places.
    joined : numpy.ndarray of bool, shape (u,)
        Whether a unit's own pattern has too few units and was joined to this one.
    joins : tuple of JoinedPattern
        Those patterns: `first` is the first unit, and `records` is the number of units.
    orders : tuple of numpy.ndarray of int64, shape (u, m)
        `rows`, and, if there are limits, a second order of the members, in one of which the units
        are within all limits as a single group.
    broken : bool
        Whether they are in neither.
    """

    units: Ints
    rows: Ints
    runs: tuple[slice, ...]
    joined: Bools
    joins: tuple[JoinedPattern, ...]
    orders: tuple[Ints, ...] = ()
    broken: bool = False


def patterns_of(
    file: UnitFile, k: int = 1, limits: Sequence[RecordLimit] = ()
) -> Iterator[UnitPattern]:
    """Yield the patterns of the file's units, by size, then by first unit.

    Patterns with fewer than `k` units, and those whose units violate a limit even as a single
    group, are joined to the nearest one of the same size and strata, that is, the one in which the
    fewest cells have another state.
    """
    states = [bits for _, bits in file.states]
    member_keys = _member_keys(file)
    keys = (*member_keys[::-1], *states, file.strata, file.unit)
    order = np.lexsort(keys).astype(np.int64)
    for units, rows in units_by_size(file.unit, order):
        yield from _patterns_of_size(file, units, rows, k, limits, member_keys)


def _patterns_of_size(
    file: UnitFile,
    units: Ints,
    rows: Ints,
    k: int,
    limits: Sequence[RecordLimit],
    member_keys: Sequence[Floats],
) -> Iterator[UnitPattern]:
    strata = np.zeros(len(units), dtype=np.int64)
    for column in file.strata[rows].T:
        if (column != column[0]).any():
            strata = refine(strata, np.ascontiguousarray(column))
    states = [
        (name, bits[slot])
        for name, bits in file.states
        for slot in rows.T
        if bits[slot].any() and not bits[slot].all()
    ]
    runs = [_changes(file, rows, with_states=pure) for pure in (True, False)]
    turned_rows = [rows, rows]
    if limits:
        turned_rows = [_turn_rows(rows, starts, member_keys) for starts in runs]
    pattern = strata
    for _, state in states:
        pattern = refine(pattern, state.astype(np.int64))
    within = (
        [OfSlots(limits, pattern, (rows, turned_rows[0]), (rows, turned_rows[1]))] if limits else []
    )
    joined_patterns = join_patterns(strata, states, within, k)
    broken = set(joined_patterns.labels[list(joined_patterns.broken)].tolist())
    counts = np.bincount(joined_patterns.labels)
    for units_of_part in np.split(
        np.argsort(joined_patterns.labels, kind="stable"), np.cumsum(counts)[:-1]
    ):
        numbers = np.unique(joined_patterns.joined_number[units_of_part])
        joins = [joined_patterns.joined[number - 1] for number in numbers.tolist() if number > 0]
        # The slots of each stratum or, without joined patterns, of each combination.
        changes = _changes(file, rows[units_of_part[:1]], with_states=not joins)[0]
        bounds = [*np.flatnonzero(changes).tolist(), rows.shape[1]]
        yield UnitPattern(
            units[units_of_part],
            rows[units_of_part],
            tuple(slice(*ends) for ends in pairwise(bounds)),
            joined_patterns.joined_number[units_of_part] > 0,
            tuple(
                replace(joined_pattern, first=int(units[joined_pattern.first]))
                for joined_pattern in joins
            ),
            (rows[units_of_part], turned_rows[bool(joins)][units_of_part]),
            int(joined_patterns.labels[units_of_part[0]]) in broken,
        )


def _changes(file: UnitFile, rows: Ints, *, with_states: bool) -> Bools:
    """Find where a run of members of one stratum, and of equal states, begins; shape (u, m)."""
    states = [bits[rows] for _, bits in file.states] if with_states else []
    return _starts_of_runs([file.strata[rows], *states])


def _starts_of_runs(kinds: Sequence[NDArray[Any]]) -> Bools:
    """Find where a run of members of the same kinds begins, given each kind; shape (u, m)."""
    starts = np.ones(kinds[0].shape, dtype=np.bool_)
    starts[:, 1:] = np.any([kind[:, 1:] != kind[:, :-1] for kind in kinds], axis=0)
    return starts


def _turn_rows(rows: Ints, starts: Bools, member_keys: Sequence[Floats]) -> Ints:
    """Order the records of each unit by `_turn_slots`."""
    keys = [key[slot] for key in member_keys[::-1] for slot in rows.T[::-1]]
    rank = np.empty(len(rows), dtype=np.int64)
    rank[np.lexsort(keys) if keys else np.arange(len(rows))] = np.arange(len(rows))
    return np.take_along_axis(rows, _turn_slots(starts, rank), axis=1)


def _turn_slots(starts: Bools, rank: Ints) -> Ints:
    """Find the member in each slot if those of each run move on by some slots, shape (u, m).

    Units are moved by different numbers of slots, by their rank. Amounts that few members have,
    such as those of the second earner, are then spread over the slots and do not dominate one.

    Parameters
    ----------
    starts : numpy.ndarray of bool, shape (u, m)
        From `_starts_of_runs`.
    rank : numpy.ndarray of int64, shape (u,)
        The rank of each unit among those of its size, by the keys of its members.
    """
    slots = np.broadcast_to(np.arange(starts.shape[1]), starts.shape)
    begin = np.maximum.accumulate(np.where(starts, slots, 0), axis=1)
    ends = np.where(np.roll(starts, -1, axis=1), slots + 1, starts.shape[1])
    end = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(begin + (slots - begin + rank[:, None]) % (end - begin))


def _member_keys(file: UnitFile) -> list[Floats]:
    """Compute numbers that sort members: missing values last, categories in taxonomy order."""
    other_columns = sorted(set(file.masked_of_members()) - set(file.members_by))
    member_keys = []
    for name in (*file.members_by, *other_columns):
        column, attribute = file.named(name), file.schema.named(name)
        if attribute.scale is Scale.NOMINAL:
            places = category_places(column, semantics_of(attribute, column))
            keys = places.astype(np.float64)
        elif attribute.scale is not None:
            keys = numbers(column, attribute)
        else:
            keys = column.values.astype(np.float64)
        member_keys.append(np.where(column.missing, np.inf, keys))
    return member_keys
