"""Clusters of a file in the scratch folder while some of them merge.

The records of two clusters are read when these are merged.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused, Where
from core.io.scratch.raw_rows import columns_of
from core.io.scratch.row_files import Rows
from core.kernels.microaggregation.centroids import Centres, centres_of, file_layout
from core.kernels.microaggregation.mixed_centroids import MixedCentres, mixed_centres_of
from core.pipeline.out_of_core.encoded.file_ranks import sorted_members
from core.pipeline.out_of_core.large_points import LargePoints
from core.pipeline.out_of_core.merging.cluster_file import ClusterFile, ClusterPlaces
from core.pipeline.out_of_core.parts.large_limits import MergedLimit
from core.pipeline.out_of_core.parts.part_records import LABEL
from core.protect.merging import Mergeable
from core.protect.strata import distance_apart, longest, with_part

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_RECORDS = 5_000_000
"""The most records of a cluster, all of which are in memory at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class MergeLimits:
    """What clusters are merged for.

    Attributes
    ----------
    setting, code : str
        The setting of the recipe and the code of the problem if a cluster gets too many records.
    keeps_t : bool
        Whether t is kept.
    emd : numpy.ndarray of float64, shape (clusters, confidential)
        The EMD of each cluster, which is changed if t is kept.
    others : sequence of MergedLimit
        Limits that are changed, too, such as a dominance rule.
    records : int
        Records of each row, if it is that of a unit.
    """

    setting: str
    code: str
    keeps_t: bool = False
    emd: Floats = field(default_factory=lambda: np.empty((0, 0)))
    others: Sequence[MergedLimit] = ()
    records: int = 1


class DiskClusters:
    """The records of clusters on disk, numbered by first appearance.

    Parameters
    ----------
    part : numpy.ndarray of int64
        The part of the file of each cluster, by its number in `file`.
    """

    def __init__(
        self,
        points: LargePoints,
        file: ClusterFile,
        places: ClusterPlaces,
        part: Ints,
        limits: MergeLimits,
    ) -> None:
        self._points, self._file, self._part, self._limits = points, file, part, limits
        self._begin, self._sizes = places.begin, places.sizes
        self._far = 0.0
        self._parts: dict[int, list[int]] = {}
        self._kept = _Kept(MOST_RECORDS // limits.records)

    def excess(self) -> Floats:
        """Return what each limit says of each cluster, shape (clusters, limits)."""
        emd = [self._limits.emd.max(axis=1)] if self._limits.keeps_t else []
        return np.column_stack([*emd, *(one.excess() for one in self._limits.others)])

    def merged(self, into: int, gone: int) -> list[float]:
        """Merge two clusters and return what each limit says of their union."""
        held = self._parts.pop(into, [into]) + self._parts.pop(gone, [gone])
        self._parts[into] = held
        # The centroids were merged before, and read the records.
        rows, emd = self._kept.rows[into], self._limits.emd
        over = [one.merge(into, gone, rows) for one in self._limits.others]
        if not self._limits.keeps_t:
            return over
        columns = columns_of(rows, self._points.columns)
        one = np.zeros(len(rows), np.int64)
        for at, (name, own) in enumerate(self._points.ranked(columns).items()):
            members = sorted_members(one, own.ranks, 1)
            emd[into, at] = self._points.ranks[name].emd(*members)[0]
        return [float(emd[into].max()), *over]

    def centroids(self) -> Mergeable:
        """Return the centroids of all clusters."""
        if self._part.max() > 0:
            squares = (longest(self._quasi(rows)) for _, rows, _ in self.batches())
            nominal = [one.squares for one in self._points.semantics]
            self._far = distance_apart(max(squares), nominal)
        if self._points.semantics:
            return _MixedCentroids(self)
        return _NumericCentroids(self)

    def union(self, into: int, gone: int) -> Rows:
        """Return the records of two clusters."""
        rows = np.concatenate((self._read(into), self._read(gone)))
        count = len(rows) * self._limits.records
        if count > MOST_RECORDS:
            params = {"count": count, "most": MOST_RECORDS}
            raise Refused(Problem(self._limits.code, Where(field=self._limits.setting), params))
        self._kept.forget(gone)
        self._kept.keep(into, rows)
        return rows

    def _read(self, cluster: int) -> Rows:
        known = self._kept.rows.get(cluster)
        if known is not None:
            return known
        held = self._parts.get(cluster, [cluster])
        places = ((int(self._begin[at]), int(self._sizes[at])) for at in held)
        return np.concatenate([self._file.at(begin, size) for begin, size in places])

    def points_of(self, rows: Rows) -> Floats:
        """Return the numbers of some records by which the nearest cluster is found."""
        points = self._quasi(rows)
        return points if self._far == 0.0 else with_part(points, self._part[rows[LABEL]], self._far)

    def _quasi(self, rows: Rows) -> Floats:
        return self._points.quasi(columns_of(rows, self._points.columns))

    @property
    def coordinates(self) -> int:
        """Number of coordinates of a record."""
        return self._points.width + (self._far > 0.0)

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

    def __init__(self, clusters: DiskClusters) -> None:
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

    def __init__(self, clusters: DiskClusters) -> None:
        self._clusters = clusters
        nominal = [one.for_kernel() for one in clusters.points.semantics]
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
    """Records of merged clusters that are likely to be merged again.

    Parameters
    ----------
    most : int
        The most rows that are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.rows: OrderedDict[int, Rows] = OrderedDict()
        self._count = 0

    def keep(self, cluster: int, rows: Rows) -> None:
        """Keep records, and forget those that were kept longest if they are too many."""
        self.forget(cluster)
        self.rows[cluster] = rows
        self._count += len(rows)
        while self._count > self._most and len(self.rows) > 1:
            self.forget(next(iter(self.rows)))

    def forget(self, cluster: int) -> None:
        """Forget the records of a cluster, if they are kept."""
        rows = self.rows.pop(cluster, None)
        self._count -= 0 if rows is None else len(rows)
