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


class MixedCentres:
    """Means and least marginal categories of clusters whose records are elsewhere.

    Parameters
    ----------
    means : sequence of numpy.ndarray of float64, shape (groups,)
        Of each column of numbers; changed in place, as are `places`.
    nominal : sequence of Categories
        The nominal attributes; whose records they have does not matter.
    places : numpy.ndarray of int64, shape (nominal, groups)
        The representatives.
    """

    def __init__(
        self, means: Sequence[Floats], nominal: Sequence[Categories], places: Ints
    ) -> None:
        self._means, self._nominal, self._places = list(means), tuple(nominal), places
        self._alive = np.ones(places.shape[1], dtype=np.bool_)

    def take_pair(self, cluster: int) -> tuple[int, int]:
        """Find the other cluster of the nearest centroid, the first one if tied.

        Returns
        -------
        tuple of int and int
            The smaller of the two numbers, which stays, and the larger one, which is gone.
        """
        other = self._nearest(cluster)
        into, gone = min(cluster, other), max(cluster, other)
        self._alive[gone] = False
        return into, gone

    def put(self, cluster: int, points: Floats, places: Sequence[Ints]) -> None:
        """Give a cluster the centroid of these records, all of which are its own."""
        for means, column in zip(self._means, points.T, strict=True):
            means[cluster] = exact_mean(np.ascontiguousarray(column))
        for i, attribute in enumerate(self._nominal):
            counts = np.bincount(places[i], minlength=len(attribute.codes))
            self._places[i, cluster] = attribute.central(counts)

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


class MixedCentroids(MixedCentres):
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
        super().__init__(*mixed_centres_of(points, nominal, labels, groups))
        self._points = points
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
        into, gone = self.take_pair(cluster)
        members = np.concatenate((self._members[into], self._members.pop(gone)))
        self._members[into] = members
        places = [attribute.places[members] for attribute in self._nominal]
        self.put(into, self._points[members], places)
        return into, gone


def mixed_centres_of(
    points: Floats, nominal: Sequence[Categories], labels: Ints, groups: int
) -> tuple[list[Floats], Sequence[Categories], Ints]:
    """Return the means, the nominal attributes and their representatives, as of `MixedCentres`."""
    columns = [np.ascontiguousarray(column) for column in points.T]
    means = [group_means(column, labels, groups) for column in columns]
    places = np.array([_representatives(a, labels, groups) for a in nominal], dtype=np.int64)
    return means, nominal, places.reshape(len(nominal), groups)


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
