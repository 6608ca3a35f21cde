"""Grows a `core.kernels.indexes.tuple_index.TupleIndex`, in slices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.categories.categories import Categories
from core.kernels.categories.category_sets import category_sets, singles_of
from core.kernels.indexes import mixed_middle
from core.kernels.indexes.tuple_index import TupleIndex, build_tuple_index
from core.kernels.trees import tuple_search
from core.kernels.trees.tuple_growth import TupleGrowth


class TupleIndexGrowth:
    """Grows the index and renews it.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers; `m` may be 0.
    nominal : sequence of Categories
        The nominal attributes, at least one.
    labels : numpy.ndarray of int64, shape (n,)
        -1; methods fill it with the clusters.
    k : int
        How many nearest records are asked for at once, at most.
    bucket : numpy.ndarray of int64, shape (n,), optional
        Bucket of each record, numbered from 0.
    bucket_counts : numpy.ndarray of int64, shape (buckets,), optional
        How many records each bucket holds.
    """

    def __init__(
        self,
        points: Floats,
        nominal: Sequence[Categories],
        labels: Ints,
        k: int,
        bucket: Ints | None = None,
        bucket_counts: Ints | None = None,
    ) -> None:
        self._points, self._nominal, self._labels, self._k = points, nominal, labels, k
        self._held = (
            np.array([len(points)], dtype=np.int64) if bucket_counts is None else bucket_counts
        )
        self._sets = category_sets(nominal)
        self._singles = singles_of(nominal, self._sets)
        self._middle = mixed_middle.build_middle(points, self._singles, self._sets)
        self._tree = TupleGrowth(points, self._singles, self._sets, bucket)

    def step(self, budget: int) -> TupleIndex | None:
        """Go on for about `budget` distances; return the index once it is grown."""
        if not self._tree.step(budget):
            return None
        return build_tuple_index(
            self._tree.tree,
            self._sets,
            self._middle,
            self._points,
            self._singles,
            self._labels,
            tuple_search.space(self._tree.depth, len(self._held)),
            self._k,
            self._held,
        )

    def renew(self, index: TupleIndex) -> None:
        """Find the middle of the records that remain, if that is due."""
        if index.spare[0] < 0:
            index.spare[0] = mixed_middle.renew(self._middle, self._nominal, self._sets)
