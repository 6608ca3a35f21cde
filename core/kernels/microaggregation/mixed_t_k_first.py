"""The clusters of t-k-first on records of numbers and categories.

Soria-Comas et al. (2015), Algorithm 2; manual: t-closeness#k-anonymity-first-t-k-first.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Ints
from core.kernels.closeness import exchange
from core.kernels.closeness.exchange import Attributes, ExchangeGroup
from core.kernels.indexes.remaining import Remaining
from core.kernels.microaggregation.resumable_work import COUNT, LABEL, ResumableWork
from core.kernels.numerics.grouping import refine

# How many times k records are put in order and tried at once.
_BATCH = 64


@njit(cache=True, nogil=True)
def improve(
    order: Ints,
    kinds: Ints,
    futile: Ints,
    stamp: int,
    file: Attributes,
    group: ExchangeGroup,
    t: float,
    stops_after_one: bool,
) -> tuple[int, int]:
    """Exchange members for records in `order` until t.

    Parameters
    ----------
    order : numpy.ndarray of int64
        Records outside the group, the nearest first.
    kinds : numpy.ndarray of int64, shape (n,)
        Equal for records with equal confidential values, numbered from 0.
    futile : numpy.ndarray of int64
        For each kind, `stamp` if a record of it lowers no EMD of the group as it is; then no
        other one of the kind does either.
    stamp : int
        Rises by one with each exchange.
    file, group : Attributes and ExchangeGroup
        The group is settled.
    t : float
        Largest EMD wished for.
    stops_after_one : bool
        Whether to stop after the first exchange.

    Returns
    -------
    tried : int
        How many of `order` were tried or need not be.
    stamp : int
        As it is now.
    """
    emd = exchange.largest_emd(file, group)[0]
    for n_tried in range(len(order)):
        record = order[n_tried]
        if emd <= t:
            return n_tried, stamp
        if futile[kinds[record]] == stamp:
            continue
        smallest_emd, leaving = exchange.best_exchange(file, group, record)
        if smallest_emd < emd:
            group.members[leaving] = record
            exchange.settle(file, group)
            emd = exchange.largest_emd(file, group)[0]
            stamp += 1
            if stops_after_one:
                return n_tried + 1, stamp
        else:
            futile[kinds[record]] = stamp
    return len(order), stamp


class MixedTKFirst(ResumableWork):
    """As `core.kernels.microaggregation.t_k_first.TKFirst`.

    Parameters
    ----------
    remaining : Remaining
        All records; none is left in the end.
    k : int
        Least size of a cluster, ``2 <= k <= n``.
    t : float
        Largest EMD wished for.
    """

    def __init__(self, remaining: Remaining, file: Attributes, k: int, t: float) -> None:
        if not 2 <= k <= remaining.count:
            raise ValueError("k")
        self._left, self._file, self._k, self._t = remaining, file, k, t
        self._group, self._seed = exchange.group(file, k), remaining.mean()
        kinds = np.zeros(remaining.count, dtype=np.int64)
        for ranks in file.ranks:
            kinds = refine(kinds, ranks)
        self._kinds, self._futile = kinds, np.zeros(int(kinds.max()) + 1, dtype=np.int64)
        self._stamp = self.exchanges = 0
        state = np.array([remaining.count, 0], dtype=np.int64)
        super().__init__(np.full(remaining.count, -1, dtype=np.int64), state)

    def _go_on(self, budget: int) -> None:
        remaining = self._left
        while remaining.count > 0 and budget > 0:
            budget -= 3 * remaining.count * remaining.width
            if remaining.count < 2 * self._k:
                self._take(remaining.left())
            else:
                centre = remaining.mean() if self.clusters % 2 == 0 else self._seed
                self._seed = remaining.at(remaining.farthest(centre))
                self._take(self._cluster())

    def _cluster(self) -> Ints:
        """Return the members of the cluster around the seed."""
        group = self._group
        group.members[:] = self._left.around(self._seed, self._k)[1]
        exchange.settle(self._file, group)
        self._stamp += 1
        if self._exceeds():
            self._exchange(group.members.copy())
        return group.members.copy()

    def _exceeds(self) -> bool:
        return bool(exchange.largest_emd(self._file, self._group)[0] > self._t)

    def _exchange(self, near: Ints) -> None:
        """Try the records outside the first members `near`, the nearest first."""
        position = self._left.position[: self._left.count].copy()
        distances, kinds = self._left.distances(self._seed), self._kinds[position]
        waiting = ~np.isin(position, near)
        while self._exceeds():
            # What is of no use to the group as it is need not be put in order.
            useful = waiting & (self._futile[kinds] != self._stamp)
            slots = np.flatnonzero(useful)
            if not len(slots):
                return
            stops_after_one = int(np.count_nonzero(waiting)) > len(slots)
            batch_size = _BATCH * self._k
            if len(slots) > batch_size:  # at least so many of them, the nearest
                useful_distances = distances[slots]
                slots = slots[
                    useful_distances
                    <= np.partition(useful_distances, batch_size - 1)[batch_size - 1]
                ]
            batch = slots[np.lexsort((position[slots], distances[slots]))]
            stamp_before = self._stamp
            tried, self._stamp = improve(
                position[batch],
                self._kinds,
                self._futile,
                self._stamp,
                self._file,
                self._group,
                self._t,
                stops_after_one,
            )
            self.exchanges += self._stamp - stamp_before
            last = batch[tried - 1]
            is_tried = distances < distances[last]
            is_tried |= (distances == distances[last]) & (position <= position[last])
            waiting &= ~is_tried

    def _take(self, records: Ints) -> None:
        self.labels[records] = self.clusters
        self._left.take_out(records)
        self._state[COUNT], self._state[LABEL] = self._left.count, self.clusters + 1
