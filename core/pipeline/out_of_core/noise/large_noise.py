"""Releases a file in the scratch folder with noise; see `core.protect.privacy.private_release`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn, StoredTable, TableWriter
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows, RowFile, Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.model import Guarantee, Plan
from core.pipeline.out_of_core.large_protect import LargeProtected, with_masked
from core.pipeline.out_of_core.noise.long_shuffle import shuffled_rows
from core.pipeline.out_of_core.sorting.placing import in_places
from core.pipeline.out_of_core.sorting.rank_groups import rank_groups
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.privacy.design import INSENSITIVE, LAPLACE, Design, MaskedColumn, design_of
from core.protect.privacy.entropy import Entropy, supply
from core.protect.privacy.groups import FixedGroups, ReleasedGroups
from core.protect.privacy.modes import corner_distances, noisy_groups, smoothed
from core.protect.privacy.private_release import noise_steps, places_of, released_column

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_DISTANCE = "distance"
"""The field with the squared distance from the corner of the domain."""

NOISE_PHASES = ("noising", "composing")


def noise_large(plan: Plan, table: StoredTable, work: Workplace, job: Job) -> LargeProtected:
    """Return the records of a table, released with noise.

    The same random bits are drawn for the same values as in memory, in the same order, whatever the
    parts. Of each group, some dozen bytes are in memory.

    Parameters
    ----------
    plan : Plan
        Resolved, of a private method with a guarantee that is possible on disk.
    table : StoredTable
        The records to release.
    work, job : Workplace and Job
        Where the records are sorted; enters the phases `NOISE_PHASES`.
    """
    design = design_of(plan.project, table.rows)
    noise = _Noise(_MaskedPlaces(design, table, work, job), supply(design.seed, job.check))
    if design.method == LAPLACE:
        found = noise.own()
    elif design.method == INSENSITIVE:
        found = noise.insensitive()
    elif design.guarantee is Guarantee.AS_PUBLISHED:
        found = noise.ranked_as_published()
    else:
        found = noise.marginals()
    released = with_masked(table, StoredTable(tuple(found)))
    # All records are one cluster, because the groups must not be disclosed.
    sizes = np.array([table.rows])
    return LargeProtected(released, sizes, noise_steps(design), (), paired=design.paired)


class _Noise:
    """Draws the noise of the masked columns.

    Parameters
    ----------
    entropy : Entropy
        Source of random bits, which are drawn in the same order as in `modes`.
    """

    def __init__(self, places: _MaskedPlaces, entropy: Entropy) -> None:
        self._places, self._entropy = places, entropy
        self._design, self._work = places.design, places.work

    def own(self) -> list[StoredColumn]:
        """Return every record's values with independent noise; see `modes.own_noise`."""
        self._start("noising")
        return [self._places.released(at, self._of_records(at)) for at in self._each()]

    def ranked_as_published(self) -> list[StoredColumn]:
        """Return individual ranking as published; see `modes.ranked_as_published`."""
        self._start("noising")
        columns = self._design.columns
        return [self._in_groups(at, self._places.in_order(columns[at]), 0) for at in self._each()]

    def insensitive(self) -> list[StoredColumn]:
        """Return groups along one order of records; see `modes.insensitive`."""
        self._start("noising")
        parts = self._places.from_corner()
        first = next(parts)
        with RowFile(self._work.place("ordered"), first.dtype) as ordered:
            ordered.add(first)
            for part in parts:
                ordered.add(part)
            return [self._in_groups(at, ordered.parts(self._work.rows), at) for at in self._each()]

    def marginals(self) -> list[StoredColumn]:
        """Return the sorted groups of each column in an order of its own; see `modes.marginals`."""
        self._start("noising")
        groups, columns, noisy = self._design.groups, self._design.columns, []
        for at in self._each():
            parts = self._noisy_parts(at, self._places.in_order(columns[at]), 0)
            found = np.concatenate([of_groups for _, _, of_groups in parts])
            noisy.append(smoothed(columns[at], found, groups))
        self._start("composing")
        return [self._places.released(at, self._shuffled(noisy[at])) for at in self._each()]

    def _start(self, phase: str) -> None:
        self._places.job.start_phase(phase, len(self._design.columns))

    def _each(self) -> Iterator[int]:
        """Yield the numbers of the columns, and report each that is finished."""
        for at in range(len(self._design.columns)):
            yield at
            self._places.job.update(at + 1)

    def _of_records(self, at: int) -> Iterator[Floats]:
        """Yield the noisy position of each record in a column."""
        column = self._design.columns[at]
        for (places,) in self._places.parts(column):
            yield noisy_groups(column, places, FixedGroups(len(places), 1), self._entropy)

    def _in_groups(self, at: int, ordered: Iterator[Rows], field: int) -> StoredColumn:
        """Return a column with the noisy position of each record's group, by record."""
        noisy = self._noisy_parts(at, ordered, field)
        each = ((where, of_groups[labels]) for where, labels, of_groups in noisy)
        return self._places.released(at, self._places.placed(each))

    def _noisy_parts(
        self, at: int, ordered: Iterator[Rows], field: int
    ) -> Iterator[tuple[Ints, Ints, Floats]]:
        """Yield some groups at a time: records, the group of each, and the groups' positions."""
        column, groups = self._design.columns[at], self._design.groups
        for _, rows, labels in rank_groups(ordered, groups.begins()):
            places = np.ascontiguousarray(rows[_field_of(field)])
            own = FixedGroups(len(rows), groups.k)
            yield rows[AT], labels, noisy_groups(column, places, own, self._entropy)

    def _shuffled(self, of_groups: Floats) -> Iterator[Floats]:
        """Yield the positions of sorted records in a random order."""
        kinds, groups = np.dtype([("group", "<i4")]), self._design.groups

        def parts() -> Iterator[Rows]:
            for start in range(0, groups.records, self._work.rows):
                ranks = np.arange(start, min(start + self._work.rows, groups.records))
                rows = np.empty(len(ranks), kinds)
                rows["group"] = np.minimum(ranks // groups.k, groups.count - 1)
                yield rows

        place, records = self._work.place("shuffling"), groups.records
        for rows in shuffled_rows(parts(), kinds, place, records, self._entropy):
            if len(rows):
                yield of_groups[rows["group"]]


def _field_of(at: int) -> str:
    """Return the field with the position in the masked column number `at`."""
    return f"p{at}"


@dataclass(frozen=True, slots=True, eq=False)
class _MaskedPlaces:
    """The masked columns of a table as positions in their declared domains."""

    design: Design
    table: StoredTable
    work: Workplace
    job: Job

    @property
    def records(self) -> int:
        """Number of records."""
        return self.table.rows

    def parts(self, *masked: MaskedColumn) -> Iterator[list[Ints]]:
        """Yield the positions of the records of each part in some columns."""
        stored = [self.table.named(column.name) for column in masked]
        for start, stop in self.work.spans(self.records, self.job):
            yield [
                places_of(one, column.part(start, stop))
                for one, column in zip(masked, stored, strict=True)
            ]

    def in_order(self, column: MaskedColumn) -> Iterator[Rows]:
        """Yield the records in ascending order of their positions in a column."""
        return self._sorted([column], [])

    def from_corner(self) -> Iterator[Rows]:
        """Yield the records by their distance from the corner, as `modes.insensitive` has it."""
        return self._sorted(self.design.columns, [_DISTANCE])

    def _sorted(self, columns: Sequence[MaskedColumn], more: Sequence[str]) -> Iterator[Rows]:
        names = [_field_of(at) for at in range(len(columns))]
        distance = [(name, "<f8") for name in more]
        kinds = np.dtype([(AT, "<i8"), *((name, "<i8") for name in names), *distance])

        def source() -> Iterator[Rows]:
            begin = 0
            for places in self.parts(*columns):
                rows = np.empty(len(places[0]), kinds)
                rows[AT] = np.arange(begin, begin + len(rows))
                for name, own in zip(names, places, strict=True):
                    rows[name] = own
                if more:
                    rows[_DISTANCE] = corner_distances(self.design, places)
                begin += len(rows)
                yield rows

        keys, place = [*more, *names], self.work.place("sorted")
        return sorted_parts(source, kinds, keys, place, self.records, self.work.rows)

    def released(self, at: int, positions: Iterator[Floats]) -> StoredColumn:
        """Write the column number `at` from the positions of its records, part by part."""
        masked = self.design.columns[at]
        head = self.table.named(masked.name).head
        writer = TableWriter(self.work.folder, f"noisy-{at}", frozenset({masked.name}))
        for part in self.job.each(positions):
            writer.add([released_column(masked, head, ReleasedGroups(part))])
        (column,) = writer.finish().columns
        return column

    def placed(self, parts: Iterator[tuple[Ints, Floats]]) -> Iterator[Floats]:
        """Yield positions in the order of the records; `parts` has the records and positions."""
        kinds: np.dtype[Any] = np.dtype([(AT, "<i8"), ("place", "<f8")])
        rows, records = self.work.rows, self.records
        with RoutedRows(self.work.place("placed"), kinds, self.work.buckets(records)) as routed:
            for where, places in parts:
                found = np.empty(len(where), kinds)
                found[AT], found["place"] = where, places
                routed.add(found, where // rows)
            for bucket in range(self.work.buckets(records)):
                yield in_places(routed.bucket(bucket), bucket * rows)["place"]
