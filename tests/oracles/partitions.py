"""Partitioning algorithms in plain Python, quadratic, straight from their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import fsum, inf, sqrt

Point = Sequence[float]


def squared_distance(a: Point, b: Point) -> float:
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += (x - y) * (x - y)
    return total


def mean_point(points: Sequence[Point]) -> list[float]:
    """Return the mean from which a search begins and of numbers that merge: rounded twice."""
    return [twice_rounded_mean(column) for column in zip(*points, strict=True)]


def exact_mean_point(points: Sequence[Point]) -> list[float]:
    """Return the mean as a cluster's records get it: rounded once, which can decide a tie."""
    return [mean(column) for column in zip(*points, strict=True)]


def mean(column: Sequence[float]) -> float:
    """Return the mean as a real number, rounded once: the mean of equal values is their value."""
    return float(sum(map(Fraction, column)) / len(column))


def twice_rounded_mean(column: Sequence[float]) -> float:
    """Return the sum, rounded, over the count, rounded again: it may miss the mean by one bit."""
    return fsum(column) / len(column)


def _farthest(points: Sequence[Point], among: Sequence[int], centre: Point) -> int:
    return min(among, key=lambda i: (-squared_distance(points[i], centre), i))


def _nearest(points: Sequence[Point], among: Sequence[int], centre: Point, count: int) -> list[int]:
    return sorted(among, key=lambda i: (squared_distance(points[i], centre), i))[:count]


def _cluster(points: Sequence[Point], left: list[int], seed: int, k: int) -> list[int]:
    others = [i for i in left if i != seed]
    cluster = [seed, *_nearest(points, others, points[seed], k - 1)]
    for i in cluster:
        left.remove(i)
    return cluster


def mdav(points: Sequence[Point], k: int) -> list[list[int]]:
    """MDAV-generic; ties go to the smallest position."""
    left, clusters = list(range(len(points))), []
    while len(left) >= 3 * k:
        r = _farthest(points, left, mean_point([points[i] for i in left]))
        s = _farthest(points, [i for i in left if i != r], points[r])
        clusters.append(_cluster(points, left, r, k))
        if s not in left:
            s = _farthest(points, left, points[r])
        clusters.append(_cluster(points, left, s, k))
    if len(left) >= 2 * k:
        r = _farthest(points, left, mean_point([points[i] for i in left]))
        clusters.append(_cluster(points, left, r, k))
    clusters.append(left)
    return clusters


def v_mdav(points: Sequence[Point], k: int, gamma: float) -> list[list[int]]:
    """V-MDAV; ties go to the smallest position, and to the cluster whose first comes first."""
    left, clusters = list(range(len(points))), []
    centre = mean_point(points)

    def squared(i: int, j: int) -> float:
        return squared_distance(points[i], points[j])

    while len(left) >= k:
        cluster = _cluster(points, left, _farthest(points, left, centre), k)
        while len(cluster) < 2 * k - 1 and left:
            inward, e = min((squared(i, j), i) for i in left for j in cluster)
            outward = min((squared(e, i) for i in left if i != e), default=inf)
            if gamma == 0 or not sqrt(inward) < gamma * sqrt(outward):
                break
            cluster.append(e)
            left.remove(e)
        clusters.append(cluster)
    centroids = [exact_mean_point([points[i] for i in cluster]) for cluster in clusters]
    firsts = [min(cluster) for cluster in clusters]
    for i in left:
        nearest = min(
            range(len(clusters)),
            key=lambda c: (squared_distance(centroids[c], points[i]), firsts[c]),
        )
        clusters[nearest].append(i)
    return clusters


def buckets(order: Sequence[int], size: int) -> list[list[int]]:
    """Cut a sorted list into `size` parts; what is too much goes to the middle."""
    each, extra = divmod(len(order), size)
    lengths = [each] * size
    if size % 2:
        lengths[size // 2] += extra
    else:
        lengths[size // 2 - 1] += (extra + 1) // 2
        lengths[size // 2] += extra // 2
    parts, begin = [], 0
    for length in lengths:
        parts.append(list(order[begin : begin + length]))
        begin += length
    return parts


def t_closeness_first(
    points: Sequence[Point], confidential: Sequence[float], size: int
) -> list[list[int]]:
    """Algorithm 3 of the t-closeness paper for a given cluster size, before any merging."""
    order = sorted(range(len(points)), key=lambda i: (confidential[i], i))
    parts, clusters = buckets(order, size), []
    seed = -1
    while any(parts):
        left = [i for part in parts for i in part]
        if len(clusters) % 2 == 0:
            seed = _farthest(points, left, mean_point([points[i] for i in left]))
        else:
            seed = _farthest(points, left, points[seed])
        plain = len(left) // size
        cluster: list[int] = []
        for number, part in enumerate(parts, start=1):
            takes = 2 if len(part) > plain and len(cluster) == number - 1 else 1
            for i in _nearest(points, part, points[seed], takes):
                cluster.append(i)
                part.remove(i)
        clusters.append(cluster)
    return clusters


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
        n = len(column)
        mean = fsum(column) / n
        deviation = sqrt(fsum((x - mean) ** 2 for x in column) / n)
        constant = min(column) == max(column)
        done.append([0.0 if constant else (x - mean) / deviation for x in column])
    return [list(record) for record in zip(*done, strict=True)]
