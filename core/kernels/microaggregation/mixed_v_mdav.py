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
from core.kernels.microaggregation.mixed_centroids import MixedCentroids
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
            self._join()
            self._state[COUNT] = 0

    def _join(self) -> None:
        """Give each record left over to the cluster with the nearest centroid."""
        inside = np.flatnonzero(self.labels >= 0)
        inside_nominal = tuple(a._replace(places=a.places[inside]) for a in self._nominal)
        # Numbered by their first records, so that of equally near ones the first is found.
        first = np.unique(self.labels[inside], return_index=True)[1]
        numbers = np.argsort(first)
        ranks = np.empty_like(numbers)
        ranks[numbers] = np.arange(len(numbers))
        centroids = MixedCentroids(self._points[inside], inside_nominal, ranks[self.labels[inside]])
        for record in np.flatnonzero(self.labels < 0):
            places = [int(a.places[record]) for a in self._nominal]
            self.labels[record] = numbers[centroids.nearest_to(self._points[record], places)]
