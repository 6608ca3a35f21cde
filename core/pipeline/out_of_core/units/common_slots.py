"""Matches the members of all units of a part with the same slots, without the units in memory.

What comes out is that of `core.protect.units.slot_matching.matched` for a single group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.encode import representatives
from core.io.scratch.row_files import Rows, bytes_of
from core.io.scratch.scratch_folder import writing_in
from core.jobs import Job
from core.kernels.numerics.part_sums import sums_of_parts
from core.pipeline.out_of_core.units.unit_patterns import UnitPart
from core.pipeline.out_of_core.units.unit_points import UnitQuasi
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.clustering import Quasi
from core.protect.units.assignment import assignments
from core.protect.units.slot_matching import (
    LAST_GAIN,
    LEAST_GAIN,
    MOST_MATCHED,
    ROUNDS,
    Slots,
    parts_of,
    reassigned,
    slots_of_units,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pieces = Callable[[], Iterator[Rows]]
"""Returns the members of all units of a part, some whole units at a time."""

_PLACE = np.dtype("<i2")


class OrderFile:
    """The order of the members of each unit in some slots.

    Parameters
    ----------
    path, width : pathlib.Path and int
        The file, and the number of slots.
    """

    def __init__(self, path: Path, width: int, work: Workplace) -> None:
        self.path, self.width, self._work = path, width, work
        path.write_bytes(b"")

    def read(self, start: int, count: int) -> Ints:
        """Return the order of the members of some units, shape (count, width)."""
        offset = start * self.width * _PLACE.itemsize
        found = np.fromfile(self.path, _PLACE, count * self.width, offset=offset)
        return found.reshape(count, self.width).astype(np.int64)

    def write(self, start: int, order: Ints) -> None:
        """Write the order of the members of some units."""
        with writing_in(self._work.folder.parent), self.path.open("r+b") as file:
            file.seek(start * self.width * _PLACE.itemsize)
            file.write(bytes_of(np.ascontiguousarray(order, dtype=_PLACE)))


class CommonSlots:
    """The members of the units of a part in slots common to them.

    Parameters
    ----------
    pieces : callable
        Its units.
    work, job : Workplace and Job
        Where orders are kept; can be cancelled.
    """

    def __init__(
        self, encoded: UnitQuasi, part: UnitPart, pieces: Pieces, work: Workplace, job: Job
    ) -> None:
        self._encoded, self._part, self._pieces = encoded, part, pieces
        self._work, self._job = work, job
        self._orders: dict[int, OrderFile] = {}
        if not (
            encoded.member_numbers or encoded.member_nominal or (part.joins and encoded.states)
        ):
            return
        for at, slots in enumerate(part.runs):
            if 1 < slots.stop - slots.start <= MOST_MATCHED:
                self._orders[at] = _RunOfSlots(self, slots).matched()

    def orders(self) -> Iterator[tuple[Rows, Ints]]:
        """Yield the members of some units, and their order in the slots, shape (u, m)."""
        start, size = 0, self._part.size
        for rows in self._pieces():
            units = len(rows) // size
            found = np.tile(np.arange(size), (units, 1))
            for at, file in self._orders.items():
                slots = self._part.runs[at]
                found[:, slots] = slots.start + file.read(start, units)
            yield rows, found
            start += units

    def remove(self) -> None:
        """Give back the space on the disk."""
        for file in self._orders.values():
            file.path.unlink()

    def encoded(self) -> Iterator[tuple[int, Quasi, Ints]]:
        """Yield the first unit, the members and their places of some units at a time."""
        start, size = 0, self._part.size
        for rows in self._job.each(self._pieces()):
            quasi = self._encoded.members(rows, apart=bool(self._part.joins))
            yield start, quasi, np.arange(len(rows)).reshape(-1, size)
            start += len(rows) // size

    def file(self, name: str, width: int) -> OrderFile:
        """Return a new file for an order."""
        return OrderFile(self._work.place(name), width, self._work)


class _RunOfSlots:
    """Slots within which members may change places."""

    def __init__(self, common: CommonSlots, slots: slice) -> None:
        self._common, self._slots, self._width = common, slots, slots.stop - slots.start

    def matched(self) -> OrderFile:
        """Return the better one of two searches, which start as `matched` does in memory."""
        name, width = f"order-{self._slots.start}", self._width
        own = self._common.file(f"{name}-own", width)
        for start, _, rows in self._common.encoded():
            own.write(start, np.tile(np.arange(width), (len(rows), 1)))
        led = self._common.file(f"{name}-led", width)
        self._lead(own, led)
        self._settle(own)
        self._settle(led)
        cost, least = self._cost(own), self._cost(led)
        better, other = (led, own) if least < (1 - LEAST_GAIN) * cost else (own, led)
        other.path.unlink()
        return better

    def _ordered(self, order: OrderFile) -> Iterator[tuple[int, Quasi, Ints, Ints]]:
        """Yield some units with their members in an order, and that order."""
        for start, quasi, rows in self._common.encoded():
            found = order.read(start, len(rows))
            yield start, quasi, np.take_along_axis(rows[:, self._slots], found, axis=1), found

    def _settle(self, order: OrderFile) -> None:
        """Reassign the members until that hardly lowers the cost."""
        for _ in range(ROUNDS):
            slots, before, after = self._representatives(order), 0.0, 0.0
            for start, quasi, rows, found in self._ordered(order):
                own = Slots(quasi, *slots)
                for part in parts_of(rows):
                    some = rows[part]
                    # Places instead of records, which `reassigned` puts into the same order.
                    moved, kept, least = reassigned(own, some, np.zeros(len(some), np.int64))
                    # The place of each member in the new order of its unit.
                    ranks = np.argsort(np.argsort(moved, axis=1), axis=1)
                    at = np.take_along_axis(np.argsort(some, axis=1), ranks, axis=1)
                    found[part] = np.take_along_axis(found[part], at, axis=1)
                    before, after = _added(before, kept), _added(after, least)
                order.write(start, found)
            if not before - after > LAST_GAIN * before:
                return

    def _lead(self, order: OrderFile, led: OrderFile) -> None:
        """Write the members in the order of those of the unit nearest to the mean."""
        slots, nearest = self._representatives(order), np.inf
        leader: tuple[tuple[Floats, ...], tuple[Ints, ...]] | None = None
        for _, quasi, rows, _ in self._ordered(order):
            far = Slots(quasi, *slots).distances(rows, np.zeros(len(rows), np.int64))
            at = int(far.argmin())
            if leader is None or far[at] < nearest:
                nearest, own = float(far[at]), slots_of_units(quasi, rows[at : at + 1])
                leader = own.means, own.places
        assert leader is not None
        for start, quasi, rows, found in self._ordered(order):
            own = Slots(quasi, *leader)
            for part in parts_of(rows):
                costs = own.costs(rows[part], np.zeros(len(rows[part]), np.int64))
                members = np.argsort(assignments(costs), axis=1)
                found[part] = np.take_along_axis(found[part], members, axis=1)
            led.write(start, found)

    def _cost(self, order: OrderFile) -> float:
        slots, found = self._representatives(order), 0.0
        for _, quasi, rows, _ in self._ordered(order):
            labels = np.zeros(len(rows), np.int64)
            found = _added(found, Slots(quasi, *slots).distances(rows, labels))
        return found

    def _representatives(self, order: OrderFile) -> tuple[tuple[Floats, ...], tuple[Ints, ...]]:
        """Return the means and the least marginal categories of the slots."""
        width = self._width

        def parts() -> Iterator[list[Floats]]:
            for _, quasi, rows, _ in self._ordered(order):
                yield [column[rows[:, slot]] for column in quasi.points.T for slot in range(width)]

        means = [one.mean() for one in sums_of_parts(parts)]
        each = np.array(means).reshape(-1, 1, width)
        counts: list[Ints] = []
        semantics = []
        for _, quasi, rows, _ in self._ordered(order):
            semantics = [one.semantics for one in quasi.nominal]
            counts = counts or [np.zeros((width, len(one)), np.int64) for one in semantics]
            for one, known in zip(quasi.nominal, counts, strict=True):
                for slot in range(width):
                    known[slot] += np.bincount(one.places[rows[:, slot]], minlength=known.shape[1])
            if not counts:
                break
        places = [
            [
                representatives(
                    one, np.zeros(int(c.sum()), np.int64), np.repeat(np.arange(len(c)), c)
                )
                for c in known
            ]
            for one, known in zip(semantics, counts, strict=True)
        ]
        return tuple(each), tuple(np.concatenate(own).reshape(1, width) for own in places)


def _added(total: float, values: Floats) -> float:
    """Return the sum of all values one after the other, as ``numpy.bincount`` has it."""
    return float(np.add.accumulate(np.append(total, values))[-1])
