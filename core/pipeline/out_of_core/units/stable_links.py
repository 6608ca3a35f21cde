"""Numbers of units that depend on their records alone, for the hash of a table on disk.

They are those of `core.pipeline.audit.table_hash`: units are numbered by size and by the ranks of
their records, whatever numbers were drawn for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows, RowFile, Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.model import Schema
from core.pipeline.out_of_core.large_hash import large_table_hash, ordered_keys
from core.pipeline.out_of_core.scratch_rows import append_rows, whole_numbers
from core.pipeline.out_of_core.sorting.placing import in_places
from core.pipeline.out_of_core.units.unit_arrays import MappedNumbers, unit_array
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]

_RANKED = np.dtype([(AT, "<i8"), ("rank", "<i8")])
_IN_UNIT = np.dtype([(AT, "<i8"), ("unit", "<i8"), ("rank", "<i8")])
# A unit, whose number is `AT`; how many come before all that are like it so far; the rank of its
# next record.
_LIKE = np.dtype([(AT, "<i8"), ("before", "<i8"), ("rank", "<i8")])


def records_hash(table: StoredTable, schema: Schema, work: Workplace, job: Job) -> str:
    """Return the hash of a table's records in any order, whatever numbers its units have."""
    if not schema.links:
        return large_table_hash(table, work, job)
    (name,) = schema.links
    others = [column for column in table.columns if column.name != name]
    unit, count = units_of_numbers(table.named(name), work, job)
    ranks = _dense_ranks(others, "ranks-of-records", work, job)
    path = _Stable(unit.path, ranks, count, work, job).numbers()
    found = whole_numbers(name, path, table.rows)
    named = StoredTable(tuple(found if c.name == name else c for c in table.columns))
    hashed = large_table_hash(named, work, job)
    for used in (unit.path, ranks, path):
        used.unlink()
    return hashed


def units_of_numbers(column: StoredColumn, work: Workplace, job: Job) -> tuple[StoredColumn, int]:
    """Return the unit of each record, from 0 in the order of their numbers, and their number."""
    path, count = _dense_ranks([column], "units-of-numbers", work, job), 0
    for start in range(0, column.rows, work.rows):
        count = max(count, int(_read(path, start, work.rows).max()) + 1)
    return whole_numbers(column.name, path, column.rows), count


def _read(path: Path, start: int, count: int) -> Ints:
    return np.fromfile(path, "<i8", count, offset=8 * start)


def _dense_ranks(columns: Sequence[StoredColumn], name: str, work: Workplace, job: Job) -> Path:
    """Write the rank of each record by its cells to a file; equal records have the same."""
    records, fields = columns[0].rows, [f"k{at}" for at in range(len(columns))]
    kinds = np.dtype([(AT, "<i8"), *((field, "<i8") for field in fields)])

    def source() -> Iterator[Rows]:
        for start, stop in work.spans(records, job):
            keys = ordered_keys(columns, start, stop)
            rows = np.empty(len(keys), kinds)
            rows[AT] = np.arange(start, stop)
            for field, own in zip(fields, keys.T, strict=True):
                rows[field] = own
            yield rows

    path, rank = work.place(name), -1
    last: tuple[object, ...] | None = None
    with RoutedRows(work.place(f"{name}-dealt"), _RANKED, work.buckets(records)) as routed:
        place = work.place(f"{name}-sorted")
        for rows in sorted_parts(source, kinds, fields, place, records, work.rows):
            begins = np.ones(len(rows), np.bool_)
            begins[1:] = np.any([rows[f][1:] != rows[f][:-1] for f in fields], axis=0)
            begins[0] = tuple(rows[fields][0].tolist()) != last
            found = np.empty(len(rows), _RANKED)
            found[AT], found["rank"] = rows[AT], rank + np.cumsum(begins)
            routed.add(found, found[AT] // work.rows)
            last, rank = tuple(rows[fields][-1].tolist()), int(found["rank"][-1])
        for bucket in range(work.buckets(records)):
            append_rows(path, in_places(routed.bucket(bucket), bucket * work.rows)["rank"])
    return path


class _Stable:
    """Numbers the units of a table.

    Units of the same size are sorted by their first records' ranks, those that are alike by their
    second ones', and so on.

    Parameters
    ----------
    unit, ranks : pathlib.Path
        Files with the unit of each record and its rank.
    count : int
        Number of units.
    """

    def __init__(self, unit: Path, ranks: Path, count: int, work: Workplace, job: Job) -> None:
        self._unit, self._ranks, self._work, self._job = unit, ranks, work, job
        self._records, self._count = unit.stat().st_size // 8, count
        self._sizes = unit_array(work, "stable-sizes", count, "<i8")
        self._begin = unit_array(work, "stable-begin", count, "<i8")
        self._number = unit_array(work, "stable-number", count, "<i8")
        self._ordered = work.place("stable-ranks")

    def numbers(self) -> Path:
        """Write the number of each record's unit to a file."""
        work, path = self._work, self._work.place("stable-links")
        self._order_ranks()
        with MappedNumbers(self._ordered) as held:
            self._number_all(held)
        self._ordered.unlink()
        for start in range(0, self._records, work.rows):
            append_rows(path, self._number[_read(self._unit, start, work.rows)])
        return path

    def _number_all(self, held: MappedNumbers) -> None:
        """Give each unit its number, by the ranks of its records."""
        active, step, left = self._by_size(), 0, 1
        while left:
            with active, ExitStack() as stopped:
                place = self._work.place(f"stable-like-{step % 2}")
                following = stopped.enter_context(RowFile(place, _LIKE))
                left = self._divide(active, following, held, step)
                stopped.pop_all()
            active, step = following, step + 1
        active.__exit__(None, None, None)

    def _order_ranks(self) -> None:
        """Write the ranks of the records, ascending, unit by unit."""
        work = self._work

        def source() -> Iterator[Rows]:
            for start, stop in work.spans(self._records, self._job):
                rows = np.empty(stop - start, _IN_UNIT)
                rows[AT], rows["unit"] = np.arange(start, stop), _read(self._unit, start, work.rows)
                rows["rank"] = _read(self._ranks, start, work.rows)
                yield rows

        keys, place = ("unit", "rank"), work.place("stable-sorted")
        for rows in sorted_parts(source, _IN_UNIT, keys, place, self._records, work.rows):
            append_rows(self._ordered, rows["rank"])
            values, counts = np.unique(rows["unit"], return_counts=True)
            self._sizes[values] += counts
        done = 0
        for start in range(0, self._count, work.rows):
            sizes = self._sizes[start : start + work.rows]
            self._begin[start : start + work.rows] = done + np.cumsum(sizes) - sizes
            done += int(sizes.sum())

    def _by_size(self) -> RowFile:
        """Return the units that others have the size of; number the rest."""
        work, like = self._work, dict[int, int]()
        for start in range(0, self._count, work.rows):
            found = np.unique(self._sizes[start : start + work.rows], return_counts=True)
            for size, units in zip(*(each.tolist() for each in found), strict=True):
                like[size] = like.get(size, 0) + units
        sizes = np.array(sorted(like), np.int64)
        counts = np.array([like[size] for size in sizes.tolist()], np.int64)
        before = np.cumsum(counts) - counts
        with ExitStack() as stopped:
            active = stopped.enter_context(RowFile(work.place("stable-like"), _LIKE))
            for start in range(0, self._count, work.rows):
                at = np.searchsorted(sizes, self._sizes[start : start + work.rows])
                rows = np.zeros(len(at), _LIKE)
                rows[AT], rows["before"] = np.arange(start, start + len(at)), before[at]
                self._number[start : start + work.rows] = before[at]
                active.add(rows[counts[at] > 1])
            stopped.pop_all()
        return active

    def _divide(self, active: RowFile, following: RowFile, held: MappedNumbers, step: int) -> int:
        """Divide units that are alike by their next rank; return how many are still alike."""
        work, left = self._work, 0
        records = sum(len(rows) for rows in active.parts(work.rows))

        def source() -> Iterator[Rows]:
            for rows in self._job.each(active.parts(work.rows)):
                rows["rank"] = held.at(self._begin[rows[AT]] + step)
                yield rows

        keys, place = ("before", "rank"), work.place("stable-sorted")
        parts = sorted_parts(source, _LIKE, keys, place, records, work.rows)
        for rows, before, tie, is_alone in _ties(parts):
            units = rows[AT]
            done = is_alone | (self._sizes[units] == step + 1)
            # Which of several equal units comes first makes no difference.
            self._number[units[done]] = (before + tie)[done]
            rows["before"] = before
            following.add(rows[~done])
            left += int(np.count_nonzero(~done))
        return left


def _ties(parts: Iterator[Rows]) -> Iterator[tuple[Rows, Ints, Ints, NDArray[np.bool_]]]:
    """Yield units and three facts of each: `parts` are sorted by `before` and `rank`.

    They are how many units come before all that are still like it, its place among these, and
    whether it is the only one.
    """
    previous, kept = np.empty(0, _LIKE), np.empty(0, _LIKE)
    at = of_like = of_rank = 0
    end = np.empty(0, _LIKE)
    for part in chain(parts, [end]):
        rows = np.concatenate((previous, kept, part))
        own = rows[len(previous) :]
        if not len(own):
            continue
        begins = np.ones((2, len(own) + 1), np.bool_)
        differs = rows["before"][1:] != rows["before"][:-1]
        begins[0, len(own) - len(differs) : -1] = differs
        begins[1, len(own) - len(differs) : -1] = differs | (rows["rank"][1:] != rows["rank"][:-1])
        # Whether the last one is alone shows with the next part.
        count = len(own) if part is end else len(own) - 1
        place = at + np.arange(count)
        first = [
            np.maximum.accumulate(np.where(begin[:count], place, known))
            for begin, known in zip(begins, (of_like, of_rank), strict=True)
        ]
        if count:
            alone = begins[1, :count] & begins[1, 1 : count + 1]
            before = own["before"][:count] + first[1] - first[0]
            yield own[:count].copy(), before, place - first[1], alone
            at, of_like, of_rank = at + count, int(first[0][-1]), int(first[1][-1])
            previous = own[count - 1 : count]
        kept = own[count:]
