"""An index of passes over all that remains, each pass divided among threads."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Self

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.indexes import index, passes
from core.kernels.indexes.passes import Passes
from core.kernels.indexes.scan import BLOCK
from core.kernels.numerics import heap

# With fewer coordinates than this a pass is over before a second thread has woken up.
WORTHWHILE = 2_000_000
MOST = 8


@njit(cache=True, nogil=True)
def _join(
    key: Floats, heap_records: Ints, sizes: Ints, best: Floats, record: Ints, n_nearest: int
) -> tuple[int, int]:
    """Join what each thread found in the first; return the size of the heap and the farthest."""
    size, far = sizes[0], 0
    for i in range(1, len(sizes)):
        for j in range(sizes[i]):
            size = heap.offer(
                key[0], heap_records[0], size, n_nearest, key[i, j], heap_records[i, j]
            )
        if best[i] > best[far] or (best[i] == best[far] and record[i] < record[far]):
            far = i
    return size, record[far]


class SharedPasses:
    """The index; what is found depends on no thread.

    Parameters
    ----------
    threads : int
        How many; at least 2.

    Attributes
    ----------
    labels, heap_records
        As in `core.kernels.indexes.passes.Passes`.
    """

    def __init__(self, single: Passes, threads: int) -> None:
        self.single, self.labels, self.heap_records = single, single.labels, single.heap_records
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads - 1, "passes")
        k = len(single.heap_records)
        # Each thread has a heap of its own; that of the first is the index's.
        self._key = np.empty((threads, k))
        self._place = np.empty((threads, k), dtype=np.int64)
        self._out = np.empty((threads, BLOCK))
        self._sizes = np.empty(threads, dtype=np.int64)
        self._best = np.empty(threads)
        self._record = np.empty(threads, dtype=np.int64)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def look(self, count: int, seed: Floats, n_nearest: int) -> tuple[int, int]:
        """Find the `n_nearest` nearest to `seed` and the farthest; return how many, and which."""
        cuts = [count * i // self._threads for i in range(self._threads + 1)]
        searches = [
            self._pool.submit(self._part, i, cuts[i], cuts[i + 1], seed, n_nearest)
            for i in range(1, self._threads)
        ]
        self._part(0, 0, cuts[1], seed, n_nearest)
        for search in searches:
            search.result()
        size, far = _join(self._key, self._place, self._sizes, self._best, self._record, n_nearest)
        self.heap_records[:size] = self._place[0, :size]
        return int(size), int(far)

    def _part(self, i: int, begin: int, end: int, seed: Floats, n_nearest: int) -> None:
        self._sizes[i], self._best[i], self._record[i] = passes.look(
            self.single.remaining,
            begin,
            end,
            seed,
            n_nearest,
            self._key[i],
            self._place[i],
            self._out[i],
        )


@njit(cache=True, nogil=True)
def _first_of(single: Passes, count: int) -> tuple[int, int]:
    answer: tuple[int, int] = index.find_outermost(single, count)
    return answer


@njit(cache=True, nogil=True)
def _farthest_of(single: Passes, record: int, count: int) -> tuple[int, int]:
    answer: tuple[int, int] = index.find_farthest(single, record, count)
    return answer


@njit(cache=True, nogil=True)
def _take_of(single: Passes, record: int, count: int, label: int) -> None:
    index.take(single, record, count, label)


@njit(cache=True, nogil=True)
def _take_found_of(single: Passes, record: int, size: int, count: int, label: int) -> None:
    index.take_found(single, record, size, count, label)


@index.serves(index.find_outermost, SharedPasses)
def _first(shared: SharedPasses, count: int) -> tuple[int, int]:
    return _first_of(shared.single, count)


@index.serves(index.find_farthest, SharedPasses)
def _farthest(shared: SharedPasses, record: int, count: int) -> tuple[int, int]:
    return _farthest_of(shared.single, record, count)


@index.serves(index.take, SharedPasses)
def _take(shared: SharedPasses, record: int, count: int, label: int) -> None:
    _take_of(shared.single, record, count, label)


@index.serves(index.find_around, SharedPasses)
def _around(
    shared: SharedPasses, record: int, n_nearest: int, count: int, _far: bool
) -> tuple[int, int, int]:
    return *shared.look(count, shared.single.records.points[record], n_nearest), 0


@index.serves(index.take_found, SharedPasses)
def _take_found(shared: SharedPasses, record: int, size: int, count: int, label: int) -> None:
    _take_found_of(shared.single, record, size, count, label)


def processors() -> int:
    """Count the processors that this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
