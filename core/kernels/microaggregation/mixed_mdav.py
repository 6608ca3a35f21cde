"""MDAV on records of numbers and categories.

Domingo-Ferrer and Torra (2005); manual: microaggregation#mdav.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.categories.categories import Categories
from core.kernels.indexes.mixed_passes import MixedPasses
from core.kernels.indexes.remaining import Remaining
from core.kernels.indexes.tuple_index import TupleIndex
from core.kernels.indexes.tuple_index_growth import TupleIndexGrowth
from core.kernels.microaggregation import mdav_rounds
from core.kernels.microaggregation.mdav_rounds import COUNT, EXCESS, EXCESS_LIMIT
from core.kernels.microaggregation.resumable_work import ResumableWork
from core.kernels.numerics import exact

# Up to so many records passes over all of them are as fast as any search.
SMALL = 1000


class MixedMdav(ResumableWork):
    """MDAV on numbers and categories, to be driven in slices.

    As `core.kernels.microaggregation.mdav.Mdav`; the centre has the mean of each number and the
    least marginal category of each nominal attribute. It searches a tree of the records' tuples
    for as long as that is faster than passing over all records, and passes over them from then
    on. Both ways give the same partition.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers, standardised; `m` may be 0.
    nominal : sequence of Categories
        The nominal attributes, at least one.
    small : int
        Number of records up to which no tree is grown.
    excess_limit : int, optional
        How much slower than passes the tree may be before it is given up, in distances; by
        default 5 % of all that passes would compute.
    """

    def __init__(
        self,
        points: Floats,
        nominal: Sequence[Categories],
        k: int,
        small: int = SMALL,
        excess_limit: int | None = None,
    ) -> None:
        n = len(points)
        if not 2 <= k <= n:
            raise ValueError("k")
        self._points, self._nominal, self._k = np.ascontiguousarray(points), tuple(nominal), k
        # A round of two clusters takes two passes over what remains.
        excess_limit = 2 * n * n // (4 * k) // 20 if excess_limit is None else excess_limit
        super().__init__(np.full(n, -1, dtype=np.int64), mdav_rounds.begin(n, excess_limit))
        self._growth: TupleIndexGrowth | None = None
        if n > small:
            self._growth = TupleIndexGrowth(self._points, self._nominal, self.labels, k)
        self._tree: TupleIndex | None = None
        self._rest: tuple[Ints, MixedPasses] | None = None

    def _go_on(self, budget: int) -> None:
        if self._growth is None:
            self._pass(budget)
        elif self._tree is None:
            self._tree = self._growth.step(budget)
        else:
            self._growth.renew(self._tree)
            if mdav_rounds.advance(self._tree, self._state, self._k, budget):
                self._tree = self._growth = None

    def _pass(self, budget: int) -> None:
        if self._rest is None:
            remaining_records = np.flatnonzero(self.labels < 0)
            remaining_nominal = [
                a._replace(places=a.places[remaining_records]) for a in self._nominal
            ]
            # Means are to be rounded as if all records were summed.
            largest = float(np.abs(self._points).max(initial=0.0))
            layout = exact.layout(largest, self.total)
            remaining = Remaining(self._points[remaining_records], remaining_nominal, layout)
            self._rest = remaining_records, MixedPasses(remaining, self._k)
            self._state[EXCESS], self._state[EXCESS_LIMIT] = 0, 1 << 62
        remaining_records, passes = self._rest
        mdav_rounds.advance.py_func(passes, self._state, self._k, budget)
        if self._state[COUNT] == 0:
            self.labels[remaining_records] = passes.labels
