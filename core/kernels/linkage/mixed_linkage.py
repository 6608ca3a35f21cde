"""Which released records of numbers and categories are nearest to their own original."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.categories.categories import Categories
from core.kernels.categories.category_sets import CategorySets, category_sets, fill, singles_of
from core.kernels.trees import tuple_search
from core.kernels.trees.tuple_growth import TupleGrowth
from core.kernels.trees.tuple_search import Space
from core.kernels.trees.tuple_tree import TupleTree

# What looking at a node or a tuple costs, in distances.
_STEP = 4


@njit(cache=True, nogil=True)
def _advance(
    tree: TupleTree,
    sets: CategorySets,
    points: Floats,
    singles: Int32s,
    released: Floats,
    places: Ints,
    order: Ints,
    ends: Ints,
    share: Floats,
    group: int,
    budget: int,
    space: Space,
) -> int:
    """Link groups from `group` on for about `budget` distances; return the next one.

    The records of a group are ``order[ends[group]:ends[group + 1]]``; the other parameters are
    those of `MixedLinkage` and of searches.
    """
    near, far = np.empty(len(sets.up)), np.empty(len(sets.up))
    group_places = np.empty(places.shape[0], np.int64)
    while group < len(ends) - 1 and budget > 0:
        begin, end = ends[group], ends[group + 1]
        centre = released[order[begin]]
        for a in range(len(group_places)):
            group_places[a] = places[a, order[begin]]
        fill(sets, group_places, near, far)
        best, count, steps = tuple_search.count_nearest(tree, 0, centre, near, space)
        for i in range(begin, end):
            d = tuple_search.distance_of(points, singles, order[i], centre, near)
            if d == best:
                share[order[i]] = 1.0 / count
        budget -= _STEP * steps + (end - begin)
        group += 1
    return group


class MixedLinkage:
    """As `core.kernels.linkage.linkage.Linkage`, by a tree over the originals' tuples.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The originals' numbers.
    nominal : sequence of Categories
        Their `q` nominal attributes, at least one.
    released : numpy.ndarray of float64, shape (n, m)
        The released numbers.
    places : numpy.ndarray of int64, shape (q, n)
        The released categories.
    groups : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 without gaps; released records of a group are
        equal.

    Attributes
    ----------
    share, total
        As in `core.kernels.linkage.linkage.Linkage`.
    """

    def __init__(
        self,
        points: Floats,
        nominal: Sequence[Categories],
        released: Floats,
        places: Ints,
        groups: Ints,
    ) -> None:
        self._points, self._released = np.ascontiguousarray(points), np.ascontiguousarray(released)
        self._places = np.ascontiguousarray(places, dtype=np.int64)
        self._sets = category_sets(nominal)
        self._singles = singles_of(nominal, self._sets)
        self._growing = TupleGrowth(self._points, self._singles, self._sets)
        self._grown = False
        self._order = np.argsort(groups, kind="stable").astype(np.int64)
        self._ends = np.append(0, np.cumsum(np.bincount(groups))).astype(np.int64)
        self._next = 0
        self.share = np.zeros(len(points))
        self.total = len(self._ends) - 1

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return groups done and whether all are."""
        if not self._grown:
            self._grown = self._growing.step(budget)
            return 0, False
        self._next = _advance(
            self._growing.tree,
            self._sets,
            self._points,
            self._singles,
            self._released,
            self._places,
            self._order,
            self._ends,
            self.share,
            self._next,
            budget,
            tuple_search.space(self._growing.depth),
        )
        return self._next, self._next == self.total
