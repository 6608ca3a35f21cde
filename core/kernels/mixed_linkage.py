"""Which released records of numbers and categories are nearest to their own original."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.kernels.categories import Categories
from core.kernels.remaining import Floats, Ints, Remaining


class MixedLinkage:
    """As `core.kernels.linkage.Linkage`, by passes over all originals.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The originals' numbers.
    nominal : sequence of Categories
        Their `q` nominal attributes.
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
        As in `core.kernels.linkage.Linkage`.
    """

    def __init__(
        self,
        points: Floats,
        nominal: Sequence[Categories],
        released: Floats,
        places: Ints,
        groups: Ints,
    ) -> None:
        self._originals = Remaining(points, nominal)
        self._released, self._places = released, places
        order = np.argsort(groups, kind="stable")
        self._members = np.split(order, np.cumsum(np.bincount(groups))[:-1])
        self._next = 0
        self.share = np.zeros(len(points))
        self.total = len(self._members)

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return groups done and whether all are."""
        while self._next < self.total and budget > 0:
            budget -= self._originals.count * self._originals.width
            self._link(self._members[self._next])
            self._next += 1
        return self._next, self._next == self.total

    def _link(self, members: Ints) -> None:
        first = members[0]
        centre = self._originals.centre(self._released[first], self._places[:, first].tolist())
        distances = self._originals.distances(centre)
        nearest = distances == distances.min()
        own = nearest[members]
        self.share[members[own]] = 1.0 / int(np.count_nonzero(nearest))
