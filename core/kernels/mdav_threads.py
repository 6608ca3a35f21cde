"""MDAV by passes over all that remains, each pass divided among threads."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Self

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import heap, mdav_scan
from core.kernels.mdav_scan import COUNT, LABEL, Remaining
from core.kernels.outer_list import OuterList
from core.kernels.scan import BLOCK, farthest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# With fewer coordinates than this a pass is over before a second thread has woken up.
WORTHWHILE = 2_000_000
MOST = 8


class Mass(NamedTuple):
    """What a round works on; as in `core.kernels.mdav_scan.advance`."""

    rest: Remaining
    outer: OuterList
    points: Floats
    labels: Ints
    sums: Ints
    bits: int
    exponent: int


@njit(cache=True, nogil=True)
def _take_all(
    rest: Remaining,
    labels: Ints,
    sums: Ints,
    records: Ints,
    count: int,
    label: int,
    bits: int,
    exponent: int,
) -> int:
    for j in range(len(records)):
        count = mdav_scan.take_out(rest, labels, sums, records[j], count, label, bits, exponent)
    return count


@njit(cache=True, nogil=True)
def _join(
    key: Floats, place: Ints, sizes: Ints, best: Floats, record: Ints, room: int
) -> tuple[int, int]:
    """Join what each thread found in the first; return the size of the heap and the farthest."""
    size, far = sizes[0], 0
    for i in range(1, len(sizes)):
        for j in range(sizes[i]):
            size = heap.offer(key[0], place[0], size, room, key[i, j], place[i, j])
        if best[i] > best[far] or (best[i] == best[far] and record[i] < record[far]):
            far = i
    return size, record[far]


class Threads:
    """Goes on with MDAV in whole rounds of two clusters; the clusters depend on no thread.

    Parameters
    ----------
    mass : Mass
        What it works on.
    k : int
        Least size of a cluster.
    threads : int
        How many; at least 2.
    """

    def __init__(self, mass: Mass, k: int, threads: int) -> None:
        self._mass, self._k, self._threads = mass, k, threads
        self._pool = ThreadPoolExecutor(threads - 1, "passes")
        self._key = np.empty((self._threads, k))
        self._place = np.empty((self._threads, k), dtype=np.int64)
        self._out = np.empty((self._threads, BLOCK))
        self._sizes = np.empty(self._threads, dtype=np.int64)
        self._best = np.empty(self._threads)
        self._record = np.empty(self._threads, dtype=np.int64)

    def advance(self, state: Ints, least: int, budget: int) -> None:
        """Go on for about `budget` distances, while at least `least` records remain."""
        while state[COUNT] >= max(least, 3 * self._k) and budget > 0:
            budget -= 2 * int(state[COUNT])
            self._round(state)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def _round(self, state: Ints) -> None:
        rest, outer, points, labels, sums, *layout = self._mass
        count, label = int(state[COUNT]), int(state[LABEL])
        chosen = mdav_scan.first_seed(rest, outer, points, labels, sums, count, *layout)
        seed = points[chosen]
        for turn in range(2):
            if turn == 1 and labels[chosen] >= 0:
                at = farthest(rest.columns, rest.position, 0, count, seed, np.empty(BLOCK))
                chosen = int(rest.position[at])
            seed = points[chosen]
            taken = np.array([chosen])
            count = _take_all(rest, labels, sums, taken, count, label, *layout)
            size, chosen = self._look(count, seed)
            taken = self._place[0, :size]
            count = _take_all(rest, labels, sums, taken, count, label, *layout)
            label += 1
        state[COUNT], state[LABEL] = count, label

    def _look(self, count: int, seed: Floats) -> tuple[int, int]:
        """Search everybody who remains; the nearest are left in the first heap."""
        cuts = [count * i // self._threads for i in range(self._threads + 1)]
        others = [
            self._pool.submit(self._part, i, cuts[i], cuts[i + 1], seed)
            for i in range(1, self._threads)
        ]
        self._part(0, 0, cuts[1], seed)
        for other in others:
            other.result()
        found: tuple[int, int] = _join(
            self._key, self._place, self._sizes, self._best, self._record, self._k - 1
        )
        return found

    def _part(self, i: int, begin: int, end: int, seed: Floats) -> None:
        room = self._key[i], self._place[i], self._out[i]
        self._sizes[i], self._best[i], self._record[i] = mdav_scan.look(
            self._mass.rest, begin, end, seed, self._k - 1, *room
        )


def processors() -> int:
    """Return how many processors this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
