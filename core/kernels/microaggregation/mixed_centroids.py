"""Centroids of clusters of numbers and categories, which may merge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.categories import semantic_marginality
from core.kernels.categories.categories import Categories
from core.kernels.closeness.emd import sort_members
from core.kernels.numerics.sums import exact_mean, group_means


class MixedCentroids:
    """The means and the least marginal categories of a partition's clusters, which may be merged.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers; `m` may be 0.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    """

    def __init__(self, points: Floats, nominal: Sequence[Categories], labels: Ints) -> None:
        groups = int(labels.max()) + 1
        self._points, self._nominal = points, tuple(nominal)
        columns = [np.ascontiguousarray(column) for column in points.T]
        self._means = [group_means(column, labels, groups) for column in columns]
        self._places = [_representatives(attribute, labels, groups) for attribute in nominal]
        self._alive = np.ones(groups, dtype=np.bool_)
        begin = np.append(0, np.cumsum(np.bincount(labels, minlength=groups)))
        order = np.argsort(labels, kind="stable")
        self._members = {g: order[begin[g] : begin[g + 1]] for g in range(groups)}

    def merge(self, cluster: int) -> tuple[int, int]:
        """Merge a cluster with the other one of the nearest centroid, the first one if tied.

        Returns
        -------
        tuple of int and int
            The smaller of the two numbers, which stays, and the larger one, which is gone.
        """
        nearest = self._nearest(cluster)
        into, gone = min(cluster, nearest), max(cluster, nearest)
        self._alive[gone] = False
        members = np.concatenate((self._members[into], self._members.pop(gone)))
        self._members[into] = members
        for means, column in zip(self._means, self._points[members].T, strict=True):
            means[into] = exact_mean(np.ascontiguousarray(column))
        for attribute, places in zip(self._nominal, self._places, strict=True):
            counts = np.bincount(attribute.places[members], minlength=len(attribute.codes))
            places[into] = attribute.central(counts)
        return into, gone

    def _nearest(self, cluster: int) -> int:
        """Find the other cluster of the nearest centroid, the first one if tied."""
        numbers = np.array([means[cluster] for means in self._means])
        distances = self._distances(numbers, [int(places[cluster]) for places in self._places])
        distances[cluster] = np.inf
        return int(np.argmin(distances))

    def nearest_to(self, numbers: Floats, places: Sequence[int]) -> int:
        """Find the cluster whose centroid is nearest to a record."""
        return int(np.argmin(self._distances(numbers, places)))

    def _distances(self, numbers: Floats, places: Sequence[int]) -> Floats:
        """Compute the squared distances of all centroids; infinite where a cluster is gone."""
        squared = np.zeros(len(self._alive))
        for means, number in zip(self._means, numbers, strict=True):
            squared += (means - number) ** 2
        for attribute, cluster_places, node in zip(
            self._nominal, self._places, places, strict=True
        ):
            squared += attribute.squares[attribute.codes[node]][cluster_places]
        squared[~self._alive] = np.inf
        return squared


def join_left_over(points: Floats, nominal: Sequence[Categories], labels: Ints) -> None:
    """Give each record without a cluster to the one with the nearest centroid, in place.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers; `m` may be 0.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, -1 of those left over.
    """
    inside = np.flatnonzero(labels >= 0)
    # Numbered by their first records, so that of equally near ones the first is found.
    numbers = np.argsort(np.unique(labels[inside], return_index=True)[1])
    ranks = np.empty_like(numbers)
    ranks[numbers] = np.arange(len(numbers))
    inside_nominal = [a._replace(places=a.places[inside]) for a in nominal]
    centroids = MixedCentroids(points[inside], inside_nominal, ranks[labels[inside]])
    for record in np.flatnonzero(labels < 0):
        places = [int(a.places[record]) for a in nominal]
        labels[record] = numbers[centroids.nearest_to(points[record], places)]


def _representatives(attribute: Categories, labels: Ints, groups: int) -> Ints:
    members, begin = sort_members(labels, attribute.places, groups, len(attribute.codes))
    tied = semantic_marginality.least_marginal(
        members,
        np.ones_like(members),
        begin,
        attribute.codes,
        attribute.powers,
        attribute.logarithms,
        attribute.begin,
        attribute.ancestors,
        attribute.allowed,
    )
    return semantic_marginality.first_tied(*tied)
