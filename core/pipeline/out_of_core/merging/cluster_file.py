"""The records of clusters in the scratch folder, those of each cluster in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.open_files import OpenFiles
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows, RowFile, Rows
from core.jobs import Job
from core.pipeline.out_of_core.parts.part_records import LABEL
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]


class ClusterPlaces(NamedTuple):
    """Where the records of clusters are, by first appearance in the file that is protected.

    Attributes
    ----------
    labels, begin, sizes : numpy.ndarray of int64, shape (c,)
        Number of each cluster, place of its first record, and number of its records.
    order : numpy.ndarray of int64, shape (c,)
        The place of each among the clusters as they were taken.
    """

    labels: Ints
    begin: Ints
    sizes: Ints
    order: Ints


class ClusterFile(OpenFiles):
    """Records that are taken cluster by cluster.

    Parameters
    ----------
    path : pathlib.Path
        The file, which is new and removed at the end of the ``with`` block.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._file: RowFile | None = None
        self._pieces: list[int] = []
        self._found: list[tuple[Ints, ...]] = []

    def take(self, rows: Rows) -> tuple[Rows, Ints]:
        """Take all records of some clusters.

        Returns
        -------
        tuple of numpy.ndarray
            The records by cluster and position, and the cluster of each, numbered from 0.
        """
        if self._file is None:
            self._file = self._files.enter_context(RowFile(self._path, rows.dtype))
        rows = rows[np.lexsort((rows[AT], rows[LABEL]))]
        labels, begin, sizes = np.unique(rows[LABEL], return_index=True, return_counts=True)
        self._found.append((labels, rows[AT][begin], begin + sum(self._pieces), sizes))
        self._pieces.append(len(rows))
        self._file.add(rows)
        return rows, np.repeat(np.arange(len(sizes)), sizes)

    def places(self) -> ClusterPlaces:
        """Return where the clusters are, by first appearance.

        It decides between clusters that are equally near.
        """
        labels, first, begin, sizes = (
            np.concatenate(each) for each in zip(*self._found, strict=True)
        )
        order = np.argsort(first)
        return ClusterPlaces(labels[order], begin[order], sizes[order], order)

    def at(self, begin: int, count: int) -> Rows:
        """Return consecutive records; no more may be taken."""
        return self._rows.at(begin, count)

    def pieces(self) -> Iterator[Rows]:
        """Yield the records of some clusters at a time, as they were taken."""
        return self._rows.pieces(self._pieces)

    def regroup(
        self,
        places: ClusterPlaces,
        final: Ints,
        work: Workplace,
        take: Callable[[Rows], object],
        job: Job,
    ) -> Ints:
        """Pass on the records with other numbers of their clusters, and give back the space.

        Parameters
        ----------
        places : ClusterPlaces
            From `places`.
        final : numpy.ndarray of int64, shape (c,)
            New number of each cluster; those with the same one are together from then on.
        take : callable
            Gets all records of some clusters at a time.

        Returns
        -------
        numpy.ndarray of int64
            Number of records of each new cluster.
        """
        sizes = np.bincount(final, weights=places.sizes).astype(np.int64)
        number_of = np.empty(int(places.labels.max()) + 1, np.int64)
        number_of[places.labels] = final
        bucket = (np.cumsum(sizes) - sizes) // work.rows
        bucket = np.unique(bucket, return_inverse=True)[1].astype(np.int64)
        count = int(bucket.max()) + 1
        with RoutedRows(work.place("merged"), self._rows.dtype, count) as routed:
            for part in self._rows.parts(work.rows):
                part[LABEL] = number_of[part[LABEL]]
                routed.add(part, bucket[part[LABEL]])
                job.check()
            self._rows.clear()
            for at in range(count):
                take(routed.bucket(at))
                job.check()
        return sizes

    @property
    def _rows(self) -> RowFile:
        assert self._file is not None
        return self._file
