"""V-MDAV on records of numbers and categories.

Solanas and Martínez-Ballesté (2006); manual: microaggregation#v-mdav.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats
from core.kernels.categories.categories import Categories
from core.kernels.indexes.remaining import Remaining
from core.kernels.indexes.tuple_index import TupleIndex
from core.kernels.indexes.tuple_index_growth import TupleIndexGrowth
from core.kernels.microaggregation import v_mdav_growth
from core.kernels.microaggregation.mixed_centroids import join_left_over
from core.kernels.microaggregation.resumable_work import ResumableWork
from core.kernels.microaggregation.v_mdav_growth import COUNT


class MixedVMdav(ResumableWork):
    """V-MDAV, to be driven in slices; as `core.kernels.microaggregation.v_mdav.VMdav`.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers; `m` may be 0.
    nominal : tuple of Categories
        The nominal attributes, at least one.
    """

    def __init__(
        self, points: Floats, nominal: tuple[Categories, ...], k: int, gamma: float
    ) -> None:
        n = len(points)
        if not 2 <= k <= n:
            raise ValueError("k")
        if not gamma >= 0.0:
            raise ValueError("gamma")
        self._points, self._nominal = np.ascontiguousarray(points), nominal
        self._k, self._gamma = k, float(gamma)
        all_records = Remaining(self._points, nominal)
        far = -all_records.distances(all_records.mean())
        self._order = np.argsort(far, kind="stable")
        # There are no passes that could be faster.
        super().__init__(np.full(n, -1, dtype=np.int64), v_mdav_growth.begin(n, 1 << 62))
        self._growth = TupleIndexGrowth(self._points, nominal, self.labels, k)
        self._tree: TupleIndex | None = None

    def _go_on(self, budget: int) -> None:
        if self._tree is None:
            self._tree = self._growth.step(budget)
            return
        v_mdav_growth.advance(self._tree, self._order, self._state, self._k, self._gamma, budget)
        if self._state[COUNT] < self._k:
            join_left_over(self._points, self._nominal, self.labels)
            self._state[COUNT] = 0
