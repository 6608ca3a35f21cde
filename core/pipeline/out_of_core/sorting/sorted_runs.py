"""Groups of successive records of a sorted part of a file; see `core.protect.methods`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.lib.recfunctions import require_fields
from numpy.typing import NDArray

from core.encode import numbers, standard_of_parts
from core.io.scratch.raw_rows import columns_of
from core.io.scratch.row_files import RowFile, Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job, drive
from core.kernels.microaggregation.univariate import LastRuns, run_sizes
from core.model import Attribute, Column, Plan, Scale, Step
from core.pipeline.out_of_core.large_points import LargePoints, OwnColumn
from core.pipeline.out_of_core.parts.part_records import LABEL, PartRecords, kinds_of
from core.pipeline.out_of_core.sorting.rank_groups import rank_groups
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import METHODS
from core.protect.domain import Extent, corner_distances, declared_extent
from core.protect.privacy.groups import FixedGroups
from core.protect.task import whole

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Keys = Callable[[Sequence[Column]], Sequence[Floats]]
"""Returns what some records are sorted by, the most important first."""


class SortedRuns:
    """Partitions records by a method that sorts them once.

    Parameters
    ----------
    plan : Plan
        With such a method.
    points : LargePoints
        The columns of the records.
    records : PartRecords
        The records: all of the file, or those of one of its parts.
    """

    def __init__(
        self, plan: Plan, points: LargePoints, records: PartRecords, work: Workplace
    ) -> None:
        self._method = METHODS[plan.project.recipe.method.name]
        self._points, self._records, self._work = points, records, work
        self._k, self._done = whole(points.parameters, "k"), 0

    def run(self, take: Callable[[Rows], None], job: Job) -> tuple[Ints, tuple[Step, ...]]:
        """Pass all records, with their clusters, to `take`; return the sizes and the steps.

        `take` gets all records of some clusters at a time, as rows with the field `LABEL`.
        """
        records, self._done = len(self._records), 0
        # Twice for the order, once for the groups, and twice more for the best ones.
        if self._method.quasi_identifiers == 1:
            job.start_phase("clustering", 5 * records)
            begins = self._best_runs(take, job)
        else:
            job.start_phase("clustering", 3 * records)
            begins = FixedGroups(records, self._k).begins()
            columns = len(self._points.own_columns())
            ordered = self._sorted(self._from_corner(job), 1 + columns, job)
            self._pass_on(ordered, begins, take, job)
        counts: dict[str, int | float | str] = {"clusters": len(begins) - 1, "k": self._k}
        return np.diff(begins), (Step(self._method.name, counts),)

    def _from_corner(self, job: Job) -> Keys:
        """Return the keys of `core.protect.methods.insensitive`."""
        each = self._points.own_columns()
        plain = [one for one in each if one.nominal is None]
        filled = dict(zip((one.at for one in plain), self._filled(plain, job), strict=True))
        orders = {one.at: one.nominal.in_total_order() for one in each if one.nominal is not None}

        def keys(columns: Sequence[Column]) -> list[Floats]:
            places, others = list[Floats](), list[Floats]()
            for at, _, nominal in each:
                if nominal is None:
                    places.append(filled[at].extent.places(filled[at].of(columns[at])))
                    others.append(places[-1])
                else:
                    away, ranks = orders[at]
                    own = nominal.place[columns[at].values]
                    places.append(away[own])
                    others.append(ranks[own].astype(np.float64))
            return [corner_distances(places), *others]

        return keys

    def _filled(self, plain: Sequence[OwnColumn], job: Job) -> list[_FilledNumbers]:
        def pieces() -> Iterator[list[Column]]:
            for _, columns, _ in job.each(self._records.columns()):
                yield [columns[one.at] for one in plain]

        return _filled_numbers([one.attribute for one in plain], pieces)

    def _best_runs(self, take: Callable[[Rows], None], job: Job) -> Ints:
        """Pass on the clusters of `core.protect.methods.univariate_optimal`; return the begins."""
        (one,) = self._points.own_columns()
        (filled,) = self._filled([one], job)
        kinds, rows, count = self._kinds(1), self._work.rows, len(self._records)
        with (
            RowFile(self._work.place("ordered"), kinds) as ordered,
            RowFile(self._work.place("last-runs"), np.dtype("<i8")) as found,
        ):
            for part in self._sorted(lambda columns: [filled.of(columns[one.at])], 1, job):
                ordered.add(part)
            ends = [float(ordered.at(at, 1)[_key(0)][0]) for at in (0, count - 1)]
            runs = LastRuns(self._k, max(map(abs, ends)))
            for part in ordered.parts(rows):
                runs.add(np.ascontiguousarray(part[_key(0)]))
                drive(self._counted(runs), job)
                found.add(runs.last)
            self._done += count
            # Back from the last record.
            starts = range((count - 1) // rows * rows, -1, -rows)
            sizes = run_sizes(((at, found.at(at, min(rows, count - at))) for at in starts), count)
            begins = np.concatenate(([0], np.cumsum(sizes)))
            self._pass_on(ordered.parts(rows), begins, take, job)
        return begins

    def _counted(self, runs: LastRuns) -> Callable[[int], tuple[int, bool]]:
        """Return the step of `runs` that counts what was done before, too."""

        def step(budget: int) -> tuple[int, bool]:
            at, finished = runs.step(budget)
            return self._done + at, finished

        return step

    def _kinds(self, keys: int) -> np.dtype[np.void]:
        """Return the type of rows with so many keys."""
        added = [(_key(at), "<f8") for at in range(keys)]
        return np.dtype([*kinds_of(self._points.columns).descr, *added])

    def _sorted(self, keys: Keys, count: int, job: Job) -> Iterator[Rows]:
        """Yield the records by `count` keys, and by position where these are equal."""
        kinds, names = self._kinds(count), [_key(at) for at in range(count)]

        def source() -> Iterator[Rows]:
            for _, plain in self._records.rows():
                rows = require_fields(plain, kinds)
                own = keys(columns_of(plain, self._points.columns))
                for name, key in zip(names, own, strict=True):
                    rows[name] = key
                self._moved(len(rows), job)
                yield rows

        place, records = self._work.place("sorted"), len(self._records)
        return sorted_parts(source, kinds, names, place, records, self._work.rows)

    def _pass_on(
        self, ordered: Iterable[Rows], begins: Ints, take: Callable[[Rows], None], job: Job
    ) -> None:
        """Pass on sorted records as clusters."""
        kinds = kinds_of(self._points.columns)
        for first, some, labels in rank_groups(ordered, begins):
            rows = require_fields(some, kinds)
            rows[LABEL] = first + labels
            take(rows)
            self._moved(len(rows), job)

    def _moved(self, records: int, job: Job) -> None:
        self._done += records
        job.update(self._done)


def _key(at: int) -> str:
    """Return the field of the key number `at`."""
    return f"key-{at}"


@dataclass(frozen=True, slots=True)
class _FilledNumbers:
    """A column of a part of a file that is not nominal, filled as in `core.protect.encode`.

    Attributes
    ----------
    imputed : float
        The value for missing cells: the mean or the mode of the part.
    extent : Extent
        The declared domain, or the least and the largest value of the part.
    """

    attribute: Attribute
    imputed: float
    extent: Extent

    def of(self, column: Column) -> Floats:
        """Return the numbers of some records."""
        values = numbers(column, self.attribute, shared=True)
        return np.where(column.missing, self.imputed, values)


def _filled_numbers(
    attributes: Sequence[Attribute], parts: Callable[[], Iterable[Sequence[Column]]]
) -> list[_FilledNumbers]:
    """Return columns of a part of a file.

    Parameters
    ----------
    attributes : sequence of Attribute
        What the columns mean, none of which is nominal.
    parts : callable
        Returns the columns in pieces; these are gone through several times if values are missing.
    """
    seen = [_Observed(attribute) for attribute in attributes]
    for columns in parts():
        for one, column in zip(seen, columns, strict=True):
            one.add(column)

    def values(at: int) -> Iterator[Floats]:
        for columns in parts():
            yield numbers(columns[at], attributes[at], shared=True)

    found = []
    for at, one in enumerate(seen):
        imputed, least, most = 0.0, one.least, one.most
        if one.lacks:
            mode = one.mode()
            imputed = standard_of_parts(partial(values, at)).mean if mode is None else mode
            # A rounded mean may lie outside the values.
            least, most = min(least, imputed), max(most, imputed)
        extent = declared_extent(one.attribute) or Extent(least, most)
        found.append(_FilledNumbers(one.attribute, imputed, extent))
    return found


@dataclass(slots=True)
class _Observed:
    """What is known of the observed values of a column so far."""

    attribute: Attribute
    lacks: bool = False
    least: float = math.inf
    most: float = -math.inf
    counts: dict[float, int] = field(default_factory=dict)

    def add(self, column: Column) -> None:
        """Look at the next values."""
        self.lacks = self.lacks or bool(column.missing.any())
        values = numbers(column, self.attribute, shared=True)[~column.missing]
        if not len(values):
            return
        self.least = min(self.least, float(values.min()))
        self.most = max(self.most, float(values.max()))
        if self.attribute.scale is Scale.ORDINAL:
            distinct, counts = np.unique(values, return_counts=True)
            for value, count in zip(distinct.tolist(), counts.tolist(), strict=True):
                self.counts[value] = self.counts.get(value, 0) + count

    def mode(self) -> float | None:
        """Return the most frequent category, the lowest one in a tie; ``None`` without any."""
        if not self.counts:
            return None
        return min(self.counts, key=lambda value: (-self.counts[value], value))
