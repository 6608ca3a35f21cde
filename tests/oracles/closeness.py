"""Distances of distributions in exact fractions, and merging until t, in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.oracles.partitions import Point, mean_point, squared_distance


def ordered_emd(group: Sequence[float], file: Sequence[float]) -> Fraction:
    """1/(v-1) times the sum over the file's distinct values of |sum of (p - q) up to it|."""
    values, in_group, in_file = sorted(set(file)), Counter(group), Counter(file)
    if len(values) == 1:
        return Fraction(0)
    # In units of 1 / (records in the group * records in the file).
    total, running = 0, 0
    for value in values:
        running += in_group[value] * len(file) - in_file[value] * len(group)
        total += abs(running)
    return Fraction(total, (len(values) - 1) * len(group) * len(file))


def total_variation(group: Sequence[object], file: Sequence[object]) -> Fraction:
    """Half the sum of |p - q|."""
    in_group, in_file = Counter(group), Counter(file)
    # In units of 1 / (records in the group * records in the file), as above.
    total = sum(abs(in_group[v] * len(file) - in_file[v] * len(group)) for v in in_file)
    return Fraction(total, 2 * len(group) * len(file))


def merged_until(
    points: Sequence[Point],
    clusters: Sequence[Sequence[int]],
    attributes: Sequence[Sequence[float]],
    t: Fraction,
) -> list[list[int]]:
    """Algorithm 1: merge the cluster of the largest EMD with the one of the nearest centroid."""
    found = sorted((sorted(cluster) for cluster in clusters), key=lambda c: c[0])

    def emd(cluster: Sequence[int]) -> Fraction:
        return max(ordered_emd([a[i] for i in cluster], a) for a in attributes)

    while True:
        distances = [emd(cluster) for cluster in found]
        worst = max(range(len(found)), key=lambda c: (distances[c], -c))
        if distances[worst] <= t or len(found) == 1:
            return found
        centre = mean_point([points[i] for i in found[worst]])
        nearest = min(
            (c for c in range(len(found)) if c != worst),
            key=lambda c: (squared_distance(mean_point([points[i] for i in found[c]]), centre), c),
        )
        both = sorted(found[worst] + found[nearest])
        found = [c for i, c in enumerate(found) if i not in (worst, nearest)]
        found = sorted([*found, both], key=lambda c: c[0])


def t_k_first(
    points: Sequence[Point],
    attributes: Sequence[Sequence[float]],
    k: int,
    t: Fraction,
    distance: Callable[[Sequence[float], Sequence[float]], Fraction] = ordered_emd,
) -> list[list[int]]:
    """Algorithm 2 of the t-closeness paper, before any merging; ties to the smallest position."""

    def emd(cluster: Sequence[int]) -> Fraction:
        return max(distance([a[i] for i in cluster], a) for a in attributes)

    left, clusters = list(range(len(points))), []
    seed = -1
    while left:
        if len(clusters) % 2 == 0:
            centre: Point = mean_point([points[i] for i in left])
        else:
            centre = points[seed]
        seed = min(left, key=lambda i: (-squared_distance(points[i], centre), i))
        cluster = left[:]
        if len(left) >= 2 * k:
            near = sorted(left, key=lambda i: (squared_distance(points[i], points[seed]), i))
            cluster = near[:k]
            for y in near[k:]:
                now = emd(cluster)
                if now <= t:
                    break
                exchanged = [[y if i == gone else i for i in cluster] for gone in cluster]
                least, gone = min(
                    (emd(other), gone) for other, gone in zip(exchanged, cluster, strict=True)
                )
                if least < now:
                    cluster = [y if i == gone else i for i in cluster]
        clusters.append(cluster)
        left = [i for i in left if i not in cluster]
    return clusters
