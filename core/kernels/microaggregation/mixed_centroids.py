"""Centroids of clusters of numbers and categories, which may merge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.kernels.categories import semantic_marginality
from core.kernels.categories.categories import Categories
from core.kernels.closeness.emd import sorted_members
from core.kernels.numerics.sums import exact_mean, group_means

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class MixedCentroids:
    """The means and the least marginal categories of a partition's clusters.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers; `m` may be 0.
    nominal : sequence of Categories
        The nominal attributes.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    """

    def __init__(self, points: Floats, nominal: Sequence[Categories], labels: Ints) -> None:
        groups = int(labels.max()) + 1
        self._columns = [np.ascontiguousarray(column) for column in points.T]
        self._means = [group_means(column, labels, groups) for column in self._columns]
        self._nominal, self._alive = tuple(nominal), np.ones(groups, dtype=np.bool_)
        begin = np.append(0, np.cumsum(np.bincount(labels, minlength=groups)))
        order = np.argsort(labels, kind="stable")
        self._members = {g: order[begin[g] : begin[g + 1]] for g in range(groups)}
        self._places = np.array([_representatives(a, labels, groups) for a in nominal])

    def merge(self, cluster: int) -> tuple[int, int]:
        """Merge a cluster with the other one of the nearest centroid, the first one if tied.

        Returns
        -------
        tuple of int and int
            The smaller of the two numbers, which stays, and the larger one, which is gone.
        """
        other = self._nearest(cluster)
        into, gone = min(cluster, other), max(cluster, other)
        self._alive[gone] = False
        members = np.concatenate((self._members[into], self._members.pop(gone)))
        self._members[into] = members
        for column, means in zip(self._columns, self._means, strict=True):
            means[into] = exact_mean(column[members])
        for i, attribute in enumerate(self._nominal):
            counts = np.bincount(attribute.places[members], minlength=len(attribute.codes))
            self._places[i, into] = attribute.central(counts)
        return into, gone

    def _nearest(self, cluster: int) -> int:
        numbers = np.array([means[cluster] for means in self._means])
        found = self._distances(numbers, self._places[:, cluster].tolist())
        found[cluster] = np.inf
        return int(np.argmin(found))

    def nearest_to(self, numbers: Floats, places: Sequence[int]) -> int:
        """Return the cluster whose centroid is nearest to a record."""
        return int(np.argmin(self._distances(numbers, places)))

    def _distances(self, numbers: Floats, places: Sequence[int]) -> Floats:
        """Return the squared distances of all centroids; infinite where a cluster is gone."""
        found = np.zeros(len(self._alive))
        for means, number in zip(self._means, numbers, strict=True):
            found += (means - number) ** 2
        for attribute, own, place in zip(self._nominal, self._places, places, strict=True):
            found += attribute.squares[attribute.codes[place]][own]
        found[~self._alive] = np.inf
        return found


def _representatives(attribute: Categories, labels: Ints, groups: int) -> Ints:
    members, begin = sorted_members(labels, attribute.places, groups, len(attribute.codes))
    return np.asarray(
        semantic_marginality.representatives(
            members,
            begin,
            attribute.codes,
            attribute.powers,
            attribute.logarithms,
            attribute.begin,
            attribute.ancestors,
            attribute.allowed,
        )
    )
