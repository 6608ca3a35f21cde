"""All clusters and their records, arranged job by job while they are improved level by level.

What a job needs lies together, so that records are gone through from one end to the other, in a
fraction of the time that it takes to pick them one by one.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Ints
from core.kernels.blocks.sorting import Narrow


class ClustersByJob:
    """The records of all clusters, in the order of the jobs of a level.

    Parameters
    ----------
    records : numpy.ndarray of int64, shape (n,)
        The records, cluster by cluster; not changed.
    sizes : numpy.ndarray of int64, shape (g,)
        Number of records of each cluster.
    """

    def __init__(self, records: Ints, sizes: Ints) -> None:
        self._records = records
        self._numbers = np.arange(len(sizes), dtype=np.int64)
        self._begin = np.array([[0, 0], [len(sizes), len(records)]])

    def arrange(self, jobs: Ints, sizes: Ints) -> list[int]:
        """Bring all clusters into the order of some jobs; return the records of each job.

        Those of a job stay in their order.

        Parameters
        ----------
        jobs : numpy.ndarray of int64, shape (g,)
            The job of each cluster, from 0; each job has clusters.
        sizes : numpy.ndarray of int64, shape (g,)
            The number of records of each cluster.
        """
        count = int(jobs.max()) + 1
        self._begin = np.zeros((count + 1, 2), dtype=np.int64)
        _count(jobs, sizes, self._begin)
        records, numbers = np.empty_like(self._records), np.empty_like(self._numbers)
        _arrange(self._records, self._numbers, jobs, sizes, self._begin.copy(), records, numbers)
        self._records, self._numbers = records, numbers
        records_by_job: list[int] = np.diff(self._begin[:, 1]).tolist()
        return records_by_job

    def of(self, jobs: range) -> tuple[Ints, Ints, Ints]:
        """List the clusters of jobs that follow each other, job by job.

        Returns
        -------
        numbers : numpy.ndarray of int64, shape (g,)
            The clusters.
        records : numpy.ndarray of int64, shape (n,)
            Their records, cluster by cluster; a view, which may be brought into another order.
        begin : numpy.ndarray of int64, shape (jobs + 1, 2)
            Where the clusters and the records of each job begin, and the end.
        """
        begin = self._begin[jobs.start : jobs.stop + 1]
        (first, start), (last, end) = begin[[0, -1]].tolist()
        return self._numbers[first:last], self._records[start:end], begin - begin[0]

    def labels(self, sizes: Ints) -> Ints:
        """List the cluster of each record, given the sizes of all clusters; shape (n,)."""
        by_record = np.empty_like(self._records)
        numbers = self._numbers.astype(self._records.dtype)
        by_record[self._records] = np.repeat(numbers, sizes[self._numbers])
        return by_record


@njit(cache=True, nogil=True)
def _count(jobs: Ints, sizes: Ints, begin: Ints) -> None:
    """Find where the clusters and the records of each job begin."""
    for c in range(len(jobs)):
        begin[jobs[c] + 1, 0] += 1
        begin[jobs[c] + 1, 1] += sizes[c]
    for job in range(len(begin) - 1):
        begin[job + 1, 0] += begin[job, 0]
        begin[job + 1, 1] += begin[job, 1]


@njit(cache=True, nogil=True)
def _arrange(
    records: Ints,
    numbers: Ints,
    jobs: Ints,
    sizes: Ints,
    free: Ints,
    new_records: Ints,
    new_numbers: Ints,
) -> None:
    """Write clusters and their records to the next free places of their jobs."""
    x = 0
    for number in numbers:
        job, size = jobs[number], sizes[number]
        next_number, next_record = free[job, 0], free[job, 1]
        new_numbers[next_number] = number
        for y in range(size):
            new_records[next_record + y] = records[x + y]
        x += size
        free[job, 0], free[job, 1] = next_number + 1, next_record + size


@njit(cache=True, nogil=True)
def reorder(records: Ints, order: Narrow) -> None:
    """Bring records into another order, in place.

    Parameters
    ----------
    records : numpy.ndarray of int64, shape (n,)
        Changed.
    order : numpy.ndarray of integers, shape (n,)
        Which of them comes first, second, and so on.
    """
    old_records = records.copy()
    for x in range(len(records)):
        records[x] = old_records[order[x]]
