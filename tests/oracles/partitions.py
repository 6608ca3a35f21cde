"""Partitions of records of numbers alone; ties go to the smallest position."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

from tests.oracles import mixed
from tests.oracles.mixed import Clusters, Point, squared_distance, twice_rounded_mean


def file_of(points: Sequence[Point]) -> mixed.File:
    """Make a file without categories."""
    return mixed.File([(point, ()) for point in points], (), ())


def mean_point(points: Sequence[Point]) -> list[float]:
    """Compute the mean from which a search begins and of numbers that merge: rounded twice."""
    return [twice_rounded_mean(column) for column in zip(*points, strict=True)]


def mdav(points: Sequence[Point], k: int) -> Clusters:
    return mixed.mdav(file_of(points), k)


def v_mdav(points: Sequence[Point], k: int, gamma: float) -> Clusters:
    return mixed.v_mdav(file_of(points), k, gamma)


def t_closeness_first(
    points: Sequence[Point], confidential: Sequence[float], size: int
) -> Clusters:
    return mixed.t_closeness_first(file_of(points), confidential, size)


def sse(points: Sequence[Point], clusters: Sequence[Sequence[int]]) -> float:
    return fsum(
        squared_distance(points[i], centre)
        for cluster in clusters
        for centre in [mean_point([points[i] for i in cluster])]
        for i in cluster
    )


def standardised(columns: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the records of standardised columns; a constant column becomes 0."""
    done = []
    for column in columns:
        centre = twice_rounded_mean(column)
        deviation = sqrt(twice_rounded_mean([(x - centre) ** 2 for x in column]))
        is_constant = min(column) == max(column)
        done.append([0.0 if is_constant else (x - centre) / deviation for x in column])
    return [list(record) for record in zip(*done, strict=True)]
