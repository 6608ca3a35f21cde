"""The masked columns of a file in the scratch folder as positions in their declared domains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn, StoredTable, TableWriter
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows, Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.pipeline.out_of_core.sorting.placing import in_places
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.privacy.design import Design, MaskedColumn
from core.protect.privacy.groups import ReleasedGroups
from core.protect.privacy.modes import corner_distances
from core.protect.privacy.private_release import places_of, released_column

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DISTANCE = "distance"
"""The field with the squared distance from the corner of the domain."""


def field_of(at: int) -> str:
    """Return the field with the position in the masked column number `at`."""
    return f"p{at}"


@dataclass(frozen=True, slots=True, eq=False)
class MaskedPlaces:
    """The masked columns of a table.

    Attributes
    ----------
    design : Design
        Of the run.
    table : StoredTable
        The records.
    work, job : Workplace and Job
        Where they are sorted; can be cancelled.
    """

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
        for start in range(0, self.records, self.work.rows):
            self.job.check()
            yield [
                places_of(one, column.part(start, start + self.work.rows))
                for one, column in zip(masked, stored, strict=True)
            ]

    def in_order(self, column: MaskedColumn) -> Iterator[Rows]:
        """Yield the records in ascending order of their positions in a column."""
        return self._sorted([column], [])

    def from_corner(self) -> Iterator[Rows]:
        """Yield the records by their distance from the corner, as `modes.insensitive` has it."""
        return self._sorted(self.design.columns, [DISTANCE])

    def _sorted(self, columns: Sequence[MaskedColumn], more: Sequence[str]) -> Iterator[Rows]:
        names = [field_of(at) for at in range(len(columns))]
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
                    rows[DISTANCE] = corner_distances(self.design, places)
                begin += len(rows)
                yield rows

        keys, place = [*more, *names], self.work.place("sorted")
        return sorted_parts(source, kinds, keys, place, self.records, self.work.rows)

    def released(self, at: int, positions: Iterator[Floats]) -> StoredColumn:
        """Write the column number `at` from the positions of its records, part by part."""
        masked = self.design.columns[at]
        head = self.table.named(masked.name).head
        writer = TableWriter(self.work.folder, f"noisy-{at}", frozenset({masked.name}))
        for part in positions:
            self.job.check()
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
