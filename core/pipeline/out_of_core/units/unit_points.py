"""Units and their members in the scratch folder as points; see `core.protect.units`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, numbers
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import Rows
from core.jobs import Job
from core.model import Attribute, Column, ColumnKind, Plan, Role, Scale
from core.pipeline.out_of_core.encoded.stored_nominal import StoredNominal, stored_nominal
from core.pipeline.out_of_core.encoded.stored_numbers import StoredNumbers, stored_numbers
from core.pipeline.out_of_core.large_points import LargePoints, OwnColumn
from core.pipeline.out_of_core.scratch_rows import append_rows
from core.pipeline.out_of_core.units.unit_rows import UnitRows
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.clustering import Quasi
from core.protect.encode import in_distance_order
from core.protect.strata import distance_apart, longest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class UnitQuasi:
    """What units and their members depend on, standardised over all of them.

    Attributes
    ----------
    rows : UnitRows
        The records, unit by unit.
    of_unit, of_members : tuple of Attribute
        The masked columns of units and of their members.
    unit_numbers, unit_nominal : tuple of StoredNumbers and of StoredNominal
        The columns of units, in which each unit counts once, in the order of distances.
    member_numbers, member_nominal : tuple of StoredNumbers and of StoredNominal
        Those of members.
    far : float
        The distance by which members of different states are kept apart in joined patterns.
    states : tuple of str
        The fields of the states that occur.
    """

    rows: UnitRows
    of_unit: tuple[Attribute, ...]
    of_members: tuple[Attribute, ...]
    unit_numbers: tuple[StoredNumbers, ...]
    unit_nominal: tuple[StoredNominal, ...]
    member_numbers: tuple[StoredNumbers, ...]
    member_nominal: tuple[StoredNominal, ...]
    far: float
    states: tuple[str, ...]
    weight: str | None

    @property
    def carried(self) -> tuple[str, ...]:
        """The columns that members have besides those that are masked."""
        weight, limits = self.weight, self.rows.limits
        more = () if limits is None else limits.confidential
        masked = {a.name for a in (*self.of_unit, *self.of_members)}
        named = dict.fromkeys(more if weight is None else (weight, *more))
        return tuple(name for name in named if name not in masked or name == weight)

    def field(self, name: str) -> str:
        """Return the field of the cells of a column."""
        return f"c{[column.name for column in self.rows.columns].index(name)}"

    def column(self, name: str, rows: Rows) -> Column:
        """Return a column of some records."""
        stored = next(column for column in self.rows.columns if column.name == name)
        return stored.typed(np.ascontiguousarray(rows[self.field(name)]))

    def weights(self, rows: Rows, attribute: Attribute | None) -> Floats | None:
        """Return the survey weights of some records, or ``None`` without weights."""
        if self.weight is None or attribute is None:
            return None
        return numbers(self.column(self.weight, rows), attribute)

    def members(self, rows: Rows, *, apart: bool) -> Quasi:
        """Return the quasi-identifiers of some members; `apart`: with their states."""
        columns = {a.name: self.column(a.name, rows) for a in self.of_members}
        points: list[Floats] = [one.of(columns[one.name]) for one in self.member_numbers]
        points += [self.far * rows[name].astype(np.float64) for name in self.states if apart]
        nominal = tuple(one.of(columns[one.name]) for one in self.member_nominal)
        empty = np.empty((len(rows), 0))
        return Quasi(np.ascontiguousarray(np.column_stack(points)) if points else empty, nominal)


def unit_quasi(
    plan: Plan, table: StoredTable, rows: UnitRows, work: Workplace, job: Job
) -> UnitQuasi:
    """Return what the units of a file and their members depend on."""
    recipe, schema = plan.project.recipe, plan.project.schema
    masked = schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
    of_unit = tuple(a for a in masked if a.name in rows.units.unit.columns)
    of_members = tuple(a for a in masked if a.name not in rows.units.unit.columns)
    job.start_phase("encoding", len(masked))
    units = rows.once_each([a.name for a in of_unit], work, job)
    seen = np.zeros(len(rows.states), np.bool_)
    for piece in job.each(rows.pieces(work.rows)):
        seen |= np.array([piece[f"s{i}"].any() for i in range(len(seen))], np.bool_)
    found = UnitQuasi(
        rows,
        of_unit,
        of_members,
        *_encoded(units, of_unit, work.rows, job),
        *_encoded(table, of_members, work.rows, job),
        far=0.0,
        states=tuple(f"s{i}" for i in np.flatnonzero(seen).tolist()),
        weight=recipe.weight,
    )
    job.update(len(masked))
    if not any(part.joins for part in rows.parts):
        return found
    square = 0.0
    for piece in job.each(rows.pieces(work.rows)):
        square = max(square, longest(found.members(piece, apart=False).points))
    return replace(found, far=distance_apart(square, [one.squares for one in found.member_nominal]))


def _encoded(
    table: StoredTable, attributes: Sequence[Attribute], rows: int, job: Job
) -> tuple[tuple[StoredNumbers, ...], tuple[StoredNominal, ...]]:
    numeric = in_distance_order(attributes)
    nominal = sorted((a for a in attributes if a.scale is Scale.NOMINAL), key=lambda a: a.name)
    return (
        tuple(stored_numbers(table.named(a.name), a, rows, job) for a in numeric),
        tuple(stored_nominal(table.named(a.name), a, rows, job) for a in nominal),
    )


@dataclass(frozen=True, slots=True, eq=False)
class UnitPoints(LargePoints):
    """Units of one part as points: their own columns, then those of their members slot by slot.

    Attributes
    ----------
    places : Mapping of pairs of str and int to int
        Where in `columns` a column of a slot is, counted from 1; slot 0 has those of the unit.
    apart : tuple of tuple of int
        Where the coordinates of states are, slot by slot.
    """

    encoded: UnitQuasi | None = None
    places: Mapping[tuple[str, int], int] = field(default_factory=dict)
    apart: tuple[tuple[int, ...], ...] = ()

    def quasi(self, columns: Sequence[Column]) -> Floats:
        """Return some units as points, shape (u, d)."""
        assert self.encoded is not None
        own, found = self.encoded, list[Floats]()
        found += [one.of(columns[self.places[one.name, 0]]) for one in own.unit_numbers]
        for slot, states in enumerate(self.apart, 1):
            found += [one.of(columns[self.places[one.name, slot]]) for one in own.member_numbers]
            found += [columns[at].values.astype(np.float64) for at in states]
        return np.column_stack(found) if found else np.empty((len(columns[0]), 0))

    @property
    def width(self) -> int:
        """Number of coordinates of a unit."""
        assert self.encoded is not None
        states = sum(len(states) for states in self.apart)
        own = self.encoded
        return len(own.unit_numbers) + len(self.apart) * len(own.member_numbers) + states

    @property
    def semantics(self) -> tuple[Nominal, ...]:
        """The nominal columns of units, slot by slot, without units."""
        assert self.encoded is not None
        own = self.encoded
        each = (*own.unit_nominal, *(own.member_nominal * len(self.apart)))
        return tuple(one.without_records() for one in each)

    def own_columns(self) -> tuple[OwnColumn, ...]:
        """Return the columns of units, then those of their members slot by slot."""
        assert self.encoded is not None
        own, slots = self.encoded, range(1, len(self.apart) + 1)
        nominal = {one.name: one for one in (*own.unit_nominal, *own.member_nominal)}
        names = [
            *((a.name, 0) for a in own.of_unit),
            *((a.name, slot) for slot in slots for a in own.of_members),
        ]
        return tuple(
            OwnColumn(self.places[name, slot], attribute, nominal.get(name))
            for (name, slot), attribute in zip(names, self.attributes, strict=True)
        )

    def quasi_nominal(self, columns: Sequence[Column]) -> tuple[Nominal, ...]:
        """Return the nominal columns of some units, slot by slot."""
        assert self.encoded is not None
        own = self.encoded
        found = [one.of(columns[self.places[one.name, 0]]) for one in own.unit_nominal]
        for slot in range(1, len(self.apart) + 1):
            found += [
                replace(one.of(columns[self.places[one.name, slot]]), name=in_slot(one.name, slot))
                for one in own.member_nominal
            ]
        return tuple(found)


class SlotTable:
    """The units of a part as a table: their own columns, those of their members by slot, and more.

    Parameters
    ----------
    size : int
        Members of each unit.
    apart : bool
        Whether there are coordinates for states.
    orders : int
        Number of orders of members that are noted besides that of the slots.
    """

    def __init__(
        self,
        encoded: UnitQuasi,
        size: int,
        work: Workplace,
        *,
        apart: bool,
        orders: int = 1,
    ) -> None:
        self._encoded, self._size, self._work = encoded, size, work
        self._states = encoded.states if apart else ()
        known = {column.name: column for column in encoded.rows.columns}
        heads = [known[a.name] for a in encoded.of_unit]
        self.places = {(a.name, 0): i for i, a in enumerate(encoded.of_unit)}
        far: list[tuple[int, ...]] = []
        self._at = list[int]()
        self._carried: dict[str, list[int]] = {name: [] for name in encoded.carried}
        self._orders: list[list[int]] = [[] for _ in range(orders)]
        for slot in range(1, size + 1):
            for attribute in encoded.of_members:
                self.places[attribute.name, slot] = len(heads)
                heads.append(known[attribute.name])
            far.append(tuple(range(len(heads), len(heads) + len(self._states))))
            heads += [plain_column(ColumnKind.NUMBER)] * len(self._states)
            self._at.append(len(heads))
            for number, order in enumerate(self._orders, 1):
                order.append(len(heads) + number)
            heads += [plain_column(ColumnKind.INTEGER)] * (1 + orders)
            for name, places in self._carried.items():
                places.append(len(heads))
                heads.append(known[name])
        self._heads, self.apart = heads, tuple(far)
        self._paths = [work.place(f"slot-{i}") for i in range(len(heads))]
        self._units = 0

    def add(self, rows: Rows, order: Ints, *others: Ints) -> None:
        """Add units, whose members `rows` are to be in the given order, shape (u, m).

        Their places in `rows` are noted, and those in other orders.
        """
        # The place in another order of the member in a slot.
        places = [order, *(_taken(np.argsort(other, axis=1), order) for other in others)]
        begin = self._size * np.arange(len(order))[:, None]
        members = rows[begin + order]
        encoded = self._encoded
        cells = [members[encoded.field(a.name)][:, 0] for a in encoded.of_unit]
        for slot in range(self._size):
            own = members[:, slot]
            cells += [own[encoded.field(a.name)] for a in encoded.of_members]
            cells += [encoded.far * own[name].astype(np.int64) for name in self._states]
            cells += [own[AT], *(each[:, slot] for each in places)]
            cells += [own[encoded.field(name)] for name in self._carried]
        for path, column, values in zip(self._paths, self._heads, cells, strict=True):
            append_rows(path, np.asarray(values, dtype=column.dtype))
        self._units += len(order)

    def finish(self) -> tuple[StoredColumn, ...]:
        """Return the columns."""
        return tuple(
            head.placed(path, self._units, None)
            for head, path in zip(self._heads, self._paths, strict=True)
        )

    def members(self, rows: Rows) -> Rows:
        """Return the members of some units one after another.

        Parameters
        ----------
        rows : structured numpy.ndarray, shape (u,)
            Rows of the columns of `finish`.

        Returns
        -------
        structured numpy.ndarray, shape (u * m,)
            With the fields of `UnitRows.kinds` that hold cells and positions.
        """
        encoded = self._encoded
        found = np.zeros((len(rows), self._size), encoded.rows.kinds)
        for attribute in encoded.of_unit:
            field_of, at = encoded.field(attribute.name), self.places[attribute.name, 0]
            found[field_of] = rows[f"c{at}"][:, None]
        for slot in range(self._size):
            for attribute in encoded.of_members:
                at = self.places[attribute.name, slot + 1]
                found[encoded.field(attribute.name)][:, slot] = rows[f"c{at}"]
            for name, at in zip(self._states, self.apart[slot], strict=True):
                found[name][:, slot] = rows[f"c{at}"] != 0.0
            found[AT][:, slot] = rows[f"c{self._at[slot]}"]
            for name, places in self._carried.items():
                found[encoded.field(name)][:, slot] = rows[f"c{places[slot]}"]
        return found.ravel()

    def order(self, rows: Rows, number: int = 0) -> Ints:
        """Return the slot of each member of some units in one of the orders of `add`, shape (u, m).

        The first one is that of the rows given to `add`.
        """
        places = np.stack([rows[f"c{at}"] for at in self._orders[number]], axis=1)
        return np.argsort(places, axis=1)

    def reordered(self, rows: Rows, order: Ints) -> Rows:
        """Return rows with the members of each unit in the slots of another order, shape (u, m)."""
        found, begin = rows.copy(), len(self._encoded.of_unit)
        width = (len(self._heads) - begin) // self._size
        for column in range(begin, begin + width):
            fields = [f"c{column + width * slot}" for slot in range(self._size)]
            cells = _taken(np.stack([rows[name] for name in fields], axis=1), order)
            for slot, name in enumerate(fields):
                found[name] = cells[:, slot]
        return found

    def remove(self) -> None:
        """Give back the space on the disk."""
        for path in self._paths:
            path.unlink()


def _taken(cells: NDArray[Any], order: Ints) -> NDArray[Any]:
    """Return the cells of members in another order, shape (u, m)."""
    return np.take_along_axis(cells, order, axis=1)


def in_slot(name: str, slot: int) -> str:
    """Return the name of a column of the member in a slot."""
    return f"{name} ({slot})"


def plain_column(kind: ColumnKind) -> StoredColumn:
    """Return a column of numbers without records."""
    is_number = kind is ColumnKind.NUMBER
    values = np.empty(0, np.float64) if is_number else np.empty(0, np.int64)
    head = Column("", kind, values, np.empty(0, np.bool_))
    return StoredColumn(head, Path(), 0, np.empty(0, np.int32))
