"""Merges clusters in the scratch folder until t and other limits are kept (`core.protect.merging`).

Of each cluster its place on the disk, its distance from the file, its largest amounts and, if any
are merged, its centroid are in memory; the records of two clusters are read when these are merged.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from core.conditions.group_amounts import StartedDominance
from core.errors import Problem, PromiseBroken, Refused, Where
from core.io.scratch.raw_rows import AT, columns_of
from core.io.scratch.routed_rows import RoutedRows, Rows
from core.io.scratch.row_files import RowFile
from core.jobs import Job
from core.kernels.microaggregation.centroids import Centres, centres_of, file_layout
from core.kernels.microaggregation.mixed_centroids import MixedCentres, mixed_centres_of
from core.model import Column, Project, Step
from core.pipeline.out_of_core.encoded.file_ranks import sorted_members
from core.pipeline.out_of_core.large_points import LargePoints
from core.pipeline.out_of_core.parts.large_limits import AmountsOfClusters
from core.pipeline.out_of_core.parts.part_records import LABEL
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.clustering import merge_step
from core.protect.merging import Mergeable, Merging
from core.protect.strata import distance_apart, hold_apart, longest, with_part
from core.protect.task import number

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_RECORDS = 5_000_000
"""The most records of a cluster, all of which are in memory at a time."""


class LargeMerging:
    """The clusters of a file, some of which are merged.

    Parameters
    ----------
    points : LargePoints
        What the clusters depend on, with the confidential columns.
    project : Project
        Resolved; clusters keep its t, its dominance rule, or both.
    work : Workplace
        Where the records are.
    """

    def __init__(self, points: LargePoints, project: Project, work: Workplace) -> None:
        self._points, self._work = points, work
        self._bounds = [number(points.parameters, "t")] if points.keeps_t else []
        rule = project.recipe.dominance
        self._amounts = None if rule is None else AmountsOfClusters(project, rule)
        self._file: RowFile | None = None
        self._pieces: list[int] = []
        self._found: list[tuple[Ints, ...]] = []
        self._emd: list[Floats] = []

    def __enter__(self) -> LargeMerging:
        """Return the clusters."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the file of the records."""
        if self._file is not None:
            self._file.__exit__(kind, error, trace)

    def take(self, rows: Rows) -> None:
        """Take all records of some clusters."""
        if self._file is None:
            self._file = RowFile(self._work.place("grouped"), rows.dtype)
        rows = rows[np.lexsort((rows[AT], rows[LABEL]))]
        labels, begin, sizes = np.unique(rows[LABEL], return_index=True, return_counts=True)
        self._found.append((labels, rows[AT][begin], begin + sum(self._pieces), sizes))
        columns = columns_of(rows, self._points.columns)
        own = np.repeat(np.arange(len(sizes)), sizes)
        self._emd.append(self._emd_of(columns, own, len(sizes)))
        if self._amounts is not None:
            self._amounts.take(columns, own, len(sizes))
        self._pieces.append(len(rows))
        self._file.add(rows)

    def run(
        self, part: Ints, strata: Ints, take: Callable[[Rows], None], job: Job
    ) -> tuple[Ints, tuple[Step, ...]]:
        """Merge until all limits are kept, pass all records to `take`; return sizes and step.

        Parameters
        ----------
        part : numpy.ndarray of int64, shape (c,)
            The part of the file of each cluster, by number; those of others are too far away.
        strata : numpy.ndarray of int64, shape (parts,)
            The stratum of each part.
        take : callable
            Gets all records of some clusters at a time.
        job : Job
            Enters the phase "merging".

        Raises
        ------
        PromiseBroken
            If a cluster's EMD exceeds t, or limits can only be kept by merging clusters of two
            parts.
        Refused
            If a cluster gets more records than memory should hold.
        """
        assert self._file is not None
        job.start_phase("merging")
        labels, first, begin, sizes = (
            np.concatenate(each) for each in zip(*self._found, strict=True)
        )
        emd = np.concatenate(self._emd)
        # By first appearance, which decides between clusters that are equally near.
        order = np.argsort(first)
        limits = [] if self._amounts is None else self._amounts.limits(order)
        clusters = _Clusters(
            self._points, self._file, begin[order], sizes[order], emd[order], part, limits
        )
        bounds = [*self._bounds, *(limit.bound for limit in limits)]
        merging = Merging(clusters.excess(), bounds, clusters.merged, clusters.centroids)
        merging.run(job)
        left = merging.root == np.arange(len(order))
        final = merging.renumbered()
        hold_apart(final, strata[part[labels[order]]], "strata-too-far")
        hold_apart(final, part[labels[order]], "patterns-too-far")
        self._check(clusters.emd[left].max(axis=0))
        merged = np.bincount(final, weights=sizes[order]).astype(np.int64)
        step = merge_step(self._named(emd.max(axis=0)), len(order), len(merged))
        if len(merged) == len(order):
            pieces: Iterator[Rows] = self._file.pieces(self._pieces)
            _pass(pieces, take, job)
        else:
            number_of = np.empty(int(labels.max()) + 1, np.int64)
            number_of[labels[order]] = final
            self._together(number_of, merged, take, job)
        return merged, (step,)

    def _together(
        self, number_of: Ints, sizes: Ints, take: Callable[[Rows], None], job: Job
    ) -> None:
        """Sort the records so that those of merged clusters are together."""
        assert self._file is not None
        bucket = (np.cumsum(sizes) - sizes) // self._work.rows
        bucket = np.unique(bucket, return_inverse=True)[1].astype(np.int64)
        count = int(bucket.max()) + 1
        with RoutedRows(self._work.place("merged"), self._file.dtype, count) as routed:
            for part in self._file.parts(self._work.rows):
                part[LABEL] = number_of[part[LABEL]]
                routed.add(part, bucket[part[LABEL]])
                job.check()
            self._file.clear()
            _pass((routed.bucket(at) for at in range(count)), take, job)

    def _emd_of(self, columns: Sequence[Column], labels: Ints, groups: int) -> Floats:
        """Return the EMD of each of some clusters, by confidential column."""
        found = np.empty((groups, len(self._points.ranks)))
        for at, (name, own) in enumerate(self._points.ranked(columns).items()):
            members = sorted_members(labels, own.ranks, groups)
            found[:, at] = self._points.ranks[name].emd(*members)
        return found

    def _named(self, emd: Floats) -> dict[str, float]:
        return dict(zip(self._points.ranks, emd.tolist(), strict=True))

    def _check(self, emd: Floats) -> None:
        for t in self._bounds:
            for name, reached in self._named(emd).items():
                if reached > t:
                    params = {"name": name, "t": t, "reached": reached}
                    raise PromiseBroken(Problem("t-not-reached", params=params))


class _Clusters:
    """The records of clusters on disk, numbered by first appearance."""

    def __init__(
        self,
        points: LargePoints,
        file: RowFile,
        begin: Ints,
        sizes: Ints,
        emd: Floats,
        part: Ints,
        limits: Sequence[StartedDominance],
    ) -> None:
        self._points, self._file, self._part, self._limits = points, file, part, limits
        self._begin, self._sizes, self.emd = begin, sizes, emd
        self._far = 0.0
        self._parts: dict[int, list[int]] = {}
        self._kept = _Kept()

    def excess(self) -> Floats:
        """Return what each limit says of each cluster, shape (clusters, limits)."""
        emd = [self.emd.max(axis=1)] if self._points.keeps_t else []
        return np.column_stack([*emd, *(limit.excess() for limit in self._limits)])

    def merged(self, into: int, gone: int) -> list[float]:
        """Merge two clusters and return what each limit says of their union."""
        held = self._parts.pop(into, [into]) + self._parts.pop(gone, [gone])
        self._parts[into] = held
        over = [limit.merge(into, gone) for limit in self._limits]
        if not self._points.keeps_t:
            return over
        # The centroids were merged before, and read the records.
        rows = self._kept.rows[into]
        columns = columns_of(rows, self._points.columns)
        one = np.zeros(len(rows), np.int64)
        for at, (name, own) in enumerate(self._points.ranked(columns).items()):
            members = sorted_members(one, own.ranks, 1)
            self.emd[into, at] = self._points.ranks[name].emd(*members)[0]
        return [float(self.emd[into].max()), *over]

    def centroids(self) -> Mergeable:
        """Return the centroids of all clusters."""
        if self._part.max() > 0:
            squares = (longest(self._quasi(rows)) for _, rows, _ in self.batches())
            self._far = distance_apart(max(squares), [one.squares for one in self._points.nominal])
        if self._points.nominal:
            return _MixedCentroids(self)
        return _NumericCentroids(self)

    def union(self, into: int, gone: int) -> Rows:
        """Return the records of two clusters."""
        rows = np.concatenate((self._read(into), self._read(gone)))
        if len(rows) > MOST_RECORDS:
            params = {"count": len(rows), "most": MOST_RECORDS}
            code = "large-group" if self._points.keeps_t else "large-group-dominance"
            field = "method.t" if self._points.keeps_t else "dominance"
            raise Refused(Problem(code, Where(field=field), params))
        self._kept.forget(gone)
        self._kept.keep(into, rows)
        return rows

    def _read(self, cluster: int) -> Rows:
        known = self._kept.rows.get(cluster)
        if known is not None:
            return known
        held = self._parts.get(cluster, [cluster])
        return np.concatenate([self._piece(at) for at in held])

    def _piece(self, at: int) -> Rows:
        return self._file.at(int(self._begin[at]), int(self._sizes[at]))

    def points_of(self, rows: Rows) -> Floats:
        """Return the numbers of some records by which the nearest cluster is found."""
        points = self._quasi(rows)
        return points if self._far == 0.0 else with_part(points, self._part[rows[LABEL]], self._far)

    def _quasi(self, rows: Rows) -> Floats:
        return self._points.quasi(columns_of(rows, self._points.columns))

    @property
    def coordinates(self) -> int:
        """Number of coordinates of a record."""
        return len(self._points.numbers) + (self._far > 0.0)

    def places_of(self, rows: Rows) -> list[Ints]:
        """Return the positions of the categories of some records."""
        columns = columns_of(rows, self._points.columns)
        return [one.places for one in self._points.quasi_nominal(columns)]

    @property
    def points(self) -> LargePoints:
        """What the clusters depend on."""
        return self._points

    def __len__(self) -> int:
        return len(self._begin)

    def batches(self) -> Iterator[tuple[Ints, Rows, Ints]]:
        """Yield some clusters at a time: their numbers, records, and the place of each's cluster.

        They follow each other as they do on the disk.
        """
        order = np.argsort(self._begin)
        ends = np.cumsum(self._sizes[order])
        start = 0
        while start < len(order):
            reached = int(ends[start - 1]) if start else 0
            stop = int(np.searchsorted(ends, reached + self._points.rows, side="right"))
            own = order[start : max(stop, start + 1)]
            sizes = self._sizes[own]
            rows = self._file.at(int(self._begin[own[0]]), int(sizes.sum()))
            yield own, rows, np.repeat(np.arange(len(own)), sizes)
            start += len(own)


class _NumericCentroids:
    """Centroids of numbers, exact as those of `core.kernels.microaggregation.centroids`."""

    def __init__(self, clusters: _Clusters) -> None:
        self._clusters = clusters
        largest, records = 0.0, 0
        for _, rows, _ in clusters.batches():
            points = clusters.points_of(rows)
            largest = max(largest, float(np.abs(points).max()))
            records += len(rows)
        self._layout = file_layout(largest, records)
        centres = np.empty((len(clusters), clusters.coordinates))
        for own, rows, labels in clusters.batches():
            points = np.ascontiguousarray(clusters.points_of(rows))
            centres[own] = centres_of(points, labels, len(own), self._layout)
        self._centres = Centres(centres)

    def merge(self, cluster: int) -> tuple[int, int]:
        """Merge a cluster with the nearest one; see `core.protect.merging.Mergeable`."""
        into, gone = self._centres.take_pair(cluster)
        points = np.ascontiguousarray(self._clusters.points_of(self._clusters.union(into, gone)))
        nobody = np.zeros(len(points), np.int64)
        self._centres.put(into, centres_of(points, nobody, 1, self._layout)[0])
        return into, gone


class _MixedCentroids:
    """Centroids of numbers and categories (`core.kernels.microaggregation.mixed_centroids`)."""

    def __init__(self, clusters: _Clusters) -> None:
        self._clusters = clusters
        nominal = [one.without_records().for_kernel() for one in clusters.points.nominal]
        means = np.empty((clusters.coordinates, len(clusters)))
        places = np.empty((len(nominal), len(clusters)), np.int64)
        for own, rows, labels in clusters.batches():
            columns = columns_of(rows, clusters.points.columns)
            held = [one.for_kernel() for one in clusters.points.quasi_nominal(columns)]
            points = clusters.points_of(rows)
            some, _, found = mixed_centres_of(points, held, labels, len(own))
            for at, mean in enumerate(some):
                means[at, own] = mean
            places[:, own] = found
        self._centres = MixedCentres(list(means), nominal, places)

    def merge(self, cluster: int) -> tuple[int, int]:
        """Merge a cluster with the nearest one; see `core.protect.merging.Mergeable`."""
        into, gone = self._centres.take_pair(cluster)
        rows = self._clusters.union(into, gone)
        self._centres.put(into, self._clusters.points_of(rows), self._clusters.places_of(rows))
        return into, gone


class _Kept:
    """Records of merged clusters that are likely to be merged again."""

    def __init__(self) -> None:
        self.rows: OrderedDict[int, Rows] = OrderedDict()
        self._count = 0

    def keep(self, cluster: int, rows: Rows) -> None:
        """Keep records, and forget those that were kept longest if they are too many."""
        self.forget(cluster)
        self.rows[cluster] = rows
        self._count += len(rows)
        while self._count > MOST_RECORDS and len(self.rows) > 1:
            self.forget(next(iter(self.rows)))

    def forget(self, cluster: int) -> None:
        """Forget the records of a cluster, if they are kept."""
        rows = self.rows.pop(cluster, None)
        self._count -= 0 if rows is None else len(rows)


def _pass(pieces: Iterator[Rows], take: Callable[[Rows], None], job: Job) -> None:
    for rows in pieces:
        take(rows)
        job.check()
