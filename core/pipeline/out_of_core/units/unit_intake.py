"""Numbers the units of a file as it is read, and says which of them are released."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.encode import take
from core.encode.record_groups import keys_of
from core.errors import Problem, Refused, Where, warning
from core.io.scratch.disk_columns import StoredColumn, StoredTable, TableWriter
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows, Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, MissingPolicy, Project, Unit
from core.pipeline.cast_columns import cast_column
from core.pipeline.out_of_core.scratch_rows import append_rows, pieces_of, whole_numbers
from core.pipeline.out_of_core.sorting.placing import in_places
from core.pipeline.out_of_core.units.unit_arrays import (
    Renumbering,
    unit_array,
)
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.resolve.scales import SHOWN

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_KEYS = np.dtype([(AT, "<i8"), ("high", "<i8"), ("low", "<i8"), ("lost", "?")])
_DEALT = np.dtype([(AT, "<i8"), ("unit", "<i8"), ("lost", "?")])
_WHOLE = np.dtype("<i8")


@dataclass(frozen=True, slots=True, eq=False)
class LargeUnits:
    """The units of a file.

    Attributes
    ----------
    column : StoredColumn
        The unit of each released record, numbered from 0 by first appearance; named as the column
        that numbers units.
    count : int
        Number of released units.
    complete : int
        Records without missing values that matter, of which those of units left out are no more.
    lines : pathlib.Path
        The file of the row of each released record.
    labels : pathlib.Path
        The file of the unit of each record of the file, left out or not.
    others : StoredTable
        The columns that the recipe's unit names, but that are not released.
    unnumbered, warnings : tuple of Problem
        An error if records have no number of a unit; the units left out.
    """

    unit: Unit
    column: StoredColumn
    count: int
    complete: int
    lines: Path
    labels: Path
    others: StoredTable
    unnumbered: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    def of(self, start: int, stop: int) -> Ints:
        """Return the unit of each of some released records."""
        return np.asarray(self.column.raw(start, stop), dtype=np.int64)

    def in_file(self, start: int, stop: int) -> Ints:
        """Return the unit of each of some records of the file, numbered by first appearance."""
        return np.fromfile(self.labels, _WHOLE, stop - start, offset=start * _WHOLE.itemsize)

    def line(self, position: int) -> int:
        """Return the row in the file of a released record."""
        return int(np.fromfile(self.lines, _WHOLE, 1, offset=position * _WHOLE.itemsize)[0])


def unreleased_columns(project: Project) -> tuple[str, ...]:
    """Return the columns but `id` that the unit of a recipe names and that are not released."""
    unit = project.recipe.unit
    if unit is None:
        return ()
    released = {a.name for a in project.schema.attributes if a.role.is_released}
    return tuple(dict.fromkeys(n for n in (*unit.columns, *unit.members_by) if n not in released))


class UnitIntake:
    """Takes the parts of a file.

    Where records or units may be left out, the file is gone through once before, since the last
    record of a unit may decide about its first one.

    Parameters
    ----------
    project : Project
        With a unit.
    work : Workplace
        Where the numbers of units are kept.
    """

    def __init__(self, project: Project, work: Workplace) -> None:
        unit = project.recipe.unit
        assert unit is not None
        self._unit, self._project, self._work = unit, project, work
        missing = project.recipe.missing
        self.looks_ahead = missing is MissingPolicy.LEAVE_OUT or unit.largest is not None
        self._keys = work.place("unit-keys")
        self._others = TableWriter(
            work.folder, "unit-other", frozenset(unreleased_columns(project))
        )
        self._kind: ColumnKind | None = None
        self._absent, self._absent_rows = 0, list[int]()
        self._rows = self._taken = self._kept = self._complete = 0
        self._in_broken = self._in_larger = self._units = self._larger_units = 0
        self._sizes = self._broken = self._larger = np.empty(0, np.int64)
        self._weights: dict[str, NDArray[Any]] = {}

    def look(self, part: Dataset, lost: Bools) -> None:
        """Note the unit of each record of a part, and which records lack a value."""
        if self._unit.id not in part.names:
            return  # reported with the other settings
        attribute = self._project.schema.named(self._unit.id)
        column = cast_column(
            part.column(self._unit.id), attribute, self._project.source.options.decimal
        )
        rows = np.zeros(part.rows, _KEYS)
        rows[AT] = np.arange(self._rows, self._rows + part.rows)
        rows["high"], rows["low"] = self._keys_of(column)
        rows["lost"] = lost
        append_rows(self._keys, rows)
        absent = np.flatnonzero(column.missing)
        self._absent += len(absent)
        more = absent[: SHOWN - len(self._absent_rows)].tolist()
        self._absent_rows += [part.row_number(position) for position in more]
        self._rows += part.rows

    def _keys_of(self, column: Column) -> tuple[Ints, Ints]:
        """Return two whole numbers for each cell, equal for equal cells; texts have 128 bits."""
        if column.kind is ColumnKind.TEXT and not column.categories:
            return np.zeros(len(column), np.int64), np.full(len(column), -1, np.int64)
        if self._kind not in (None, column.kind):
            raise Refused(Problem("large-kind-varies", Where(column.name)))
        self._kind = column.kind
        if column.kind is not ColumnKind.TEXT:
            return keys_of(column), -column.missing.astype(np.int64)
        each = [
            blake2b(t.encode("utf-8", "surrogatepass"), digest_size=16) for t in column.categories
        ]
        bits = b"".join(one.digest() for one in each)
        found = np.append(np.frombuffer(bits, "<i8"), (0, -1)).reshape(-1, 2)[column.values]
        return found[:, 0], found[:, 1]

    def number(self, job: Job) -> None:
        """Give the units of all records numbers, by first appearance."""
        work, labels = self._work, self._work.place("unit-labels")
        buckets = work.buckets(self._rows)
        with RoutedRows(work.place("unit-dealt"), _DEALT, buckets) as dealt:
            count = 0
            for rows, groups in self._in_order_of_keys(job):
                part = np.empty(len(rows), _DEALT)
                part[AT], part["unit"], part["lost"] = rows[AT], groups, rows["lost"]
                dealt.add(part, part[AT] // work.rows)
                count = int(groups[-1]) + 1
            self._units = count
            self._sizes = unit_array(work, "unit-sizes", count, "<i8")
            self._broken = unit_array(work, "unit-broken", count, "|b1")
            if self._unit.largest is not None:
                self._larger = unit_array(work, "unit-larger", count, "|b1")
            numbers = Renumbering(work, "unit-number", count)
            for at in range(buckets if self._rows else 0):
                job.check()
                rows = in_places(dealt.bucket(at), at * work.rows)
                found = numbers.of(rows["unit"].astype(np.int64))
                append_rows(labels, found)
                values, counts = np.unique(found, return_counts=True)
                self._sizes[values] += counts
                self._broken[found[rows["lost"]]] = True

    def _in_order_of_keys(self, job: Job) -> Iterator[tuple[Rows, Ints]]:
        """Yield the records by their keys, each with the number of its key."""
        work, last, group = self._work, None, -1
        names, place = ("high", "low"), work.place("unit-sorted")
        source = partial(pieces_of, self._keys, _KEYS, work.rows)
        for rows in job.each(sorted_parts(source, _KEYS, names, place, self._rows, work.rows)):
            begins = np.ones(len(rows), np.bool_)
            begins[1:] = np.any([rows[n][1:] != rows[n][:-1] for n in names], axis=0)
            begins[0] = (rows["high"][0], rows["low"][0]) != last
            groups = group + np.cumsum(begins)
            yield rows, groups.astype(np.int64)
            last, group = (rows["high"][-1], rows["low"][-1]), int(groups[-1])
        self._keys.unlink()

    def take(self, part: Dataset, kept: Ints) -> Ints:
        """Return which of the records `kept` of a part are released; others have left units."""
        self._complete += len(kept)
        if not self.looks_ahead:
            self.look(part, np.zeros(part.rows, np.bool_))
        elif self._unit.id in part.names:
            kept = self._released(part, kept)
        lines = part.row_numbers
        if lines is None:
            lines = part.row_number(0) + np.arange(part.rows, dtype=np.int64) if part.rows else kept
        append_rows(self._work.place("unit-lines"), lines[kept])
        decimal, named = self._project.source.options.decimal, self._project.schema.named
        others = [n for n in unreleased_columns(self._project) if n in part.names]
        if len(kept):
            self._others.add(
                [take(cast_column(part.column(n), named(n), decimal), kept) for n in others]
            )
        self._kept += len(kept)
        return kept

    def _released(self, part: Dataset, kept: Ints) -> Ints:
        labels = self._of_file(self._taken, self._taken + part.rows)
        self._taken += part.rows
        if self._absent:
            return kept  # refused in any case
        if self._unit.is_whole:
            whole = ~self._broken[labels[kept]]
            self._in_broken += len(kept) - int(whole.sum())
            kept = kept[whole]
        if self._unit.largest is not None:
            larger = self._sizes[labels[kept]] > self._unit.largest
            self._in_larger += int(larger.sum())
            self._larger[labels[kept[larger]]] = True
            kept = kept[~larger]
        append_rows(self._work.place("unit-kept"), labels[kept])
        return kept

    def _of_file(self, start: int, stop: int) -> Ints:
        return np.fromfile(
            self._work.place("unit-labels"), _WHOLE, stop - start, offset=start * _WHOLE.itemsize
        )

    def add_weights(self, column: Column) -> None:
        """Add the weights of a part, before `take`, to those of their units."""
        if not self.looks_ahead or self._unit.id not in {
            a.name for a in self._project.schema.attributes
        }:
            return
        if column.name not in self._weights:
            name = f"unit-weights-{len(self._weights)}"
            self._weights[column.name] = unit_array(self._work, name, self._units, "<f8")
        labels = self._of_file(self._taken, self._taken + len(column))
        weights = np.where(column.missing, 0.0, np.abs(column.values.astype(np.float64)))
        np.add.at(self._weights[column.name], labels, weights)

    def heaviest(self) -> dict[str, float]:
        """Return the largest weight of a unit in each column of weights, if any may be missing."""
        return {name: float(found.max(initial=0.0)) for name, found in self._weights.items()}

    @property
    def lost_all(self) -> tuple[Problem, ...]:
        """The error that no unit is left, if there would be records without units."""
        if not self._complete:
            return ()
        return (Problem("no-units", Where(field="unit.largest")),)

    def finish(self, job: Job) -> LargeUnits | None:
        """Return the units of the released records, or ``None`` if the file has no such column."""
        if not self._rows:
            return None
        if not self.looks_ahead:
            self.number(job)
        path, work = self._work.place("unit-released"), self._work
        numbers = Renumbering(work, "unit-released-number", self._units)
        of_file = work.place(
            "unit-kept" if self.looks_ahead and not self._absent else "unit-labels"
        )
        for start, stop in work.spans(self._kept, job):
            own = np.fromfile(of_file, _WHOLE, stop - start, offset=start * 8)
            append_rows(path, numbers.of(own))
        return LargeUnits(
            unit=self._unit,
            column=whole_numbers(self._unit.id, path, self._kept),
            count=numbers.count,
            complete=self._complete,
            lines=work.place("unit-lines"),
            labels=work.place("unit-labels"),
            others=self._others.finish(),
            unnumbered=self._unnumbered(),
            warnings=self._warnings(),
        )

    def _unnumbered(self) -> tuple[Problem, ...]:
        if not self._absent:
            return ()
        where = Where(self._unit.id, self._absent_rows[0], "unit.id")
        params = {"count": self._absent, "rows": self._absent_rows}
        return (Problem("unit-unnumbered", where, params),)

    def _warnings(self) -> tuple[Problem, ...]:
        """Return the warnings with the units left out, as `core.pipeline.resolve` does."""
        found = []
        if self._in_broken:
            count = int(np.count_nonzero(self._broken))
            found.append(warning("units-incomplete", count=count, records=self._in_broken))
        if self._in_larger:
            count, largest = int(np.count_nonzero(self._larger)), self._unit.largest
            records = self._in_larger
            found.append(warning("units-left-out", count=count, records=records, largest=largest))
        return tuple(found)
