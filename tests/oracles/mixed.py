"""Partitions of records of numbers and categories, in plain Python, from the definitions.

What a pair of categories adds to a squared distance is handed over, by the fraction whose
logarithm their distance is, so that sums are exact and ties are ties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, inf, sqrt

from tests.oracles.partitions import buckets
from tests.oracles.taxonomies import Parents, argument, representative

Record = tuple[Sequence[float], Sequence[str]]
Clusters = list[list[int]]


@dataclass(frozen=True)
class File:
    """Records, and for each of their categories a taxonomy and what its distances add."""

    records: Sequence[Record]
    taxonomies: Sequence[Parents]
    squares: Sequence[Mapping[Fraction, float]]
    barred: str = ""

    def squared(self, one: Record, other: Record) -> float:
        total = 0.0
        for x, y in zip(one[0], other[0], strict=True):
            total += (x - y) * (x - y)
        places = zip(self.taxonomies, self.squares, one[1], other[1], strict=True)
        for parents, squares, a, b in places:
            total += squares[argument(parents, a, b)]
        return total

    def centre(self, members: Sequence[int]) -> Record:
        """Means of the numbers, least marginal categories."""
        numbers = zip(*(self.records[i][0] for i in members), strict=True)
        samples = zip(*(self.records[i][1] for i in members), strict=True)
        return [fsum(column) / len(members) for column in numbers], [
            representative(parents, sample, self.barred)
            for parents, sample in zip(self.taxonomies, samples, strict=True)
        ]

    def farthest(self, among: Sequence[int], centre: Record) -> int:
        return min(among, key=lambda i: (-self.squared(self.records[i], centre), i))

    def nearest(self, among: Sequence[int], centre: Record) -> list[int]:
        return sorted(among, key=lambda i: (self.squared(self.records[i], centre), i))

    def taken(self, left: list[int], seed: int, k: int) -> list[int]:
        others = [i for i in left if i != seed]
        cluster = [seed, *self.nearest(others, self.records[seed])[: k - 1]]
        for i in cluster:
            left.remove(i)
        return cluster


def mdav(file: File, k: int) -> Clusters:
    left, clusters = list(range(len(file.records))), []
    while len(left) >= 3 * k:
        r = file.farthest(left, file.centre(left))
        s = file.farthest([i for i in left if i != r], file.records[r])
        clusters.append(file.taken(left, r, k))
        if s not in left:
            s = file.farthest(left, file.records[r])
        clusters.append(file.taken(left, s, k))
    if len(left) >= 2 * k:
        clusters.append(file.taken(left, file.farthest(left, file.centre(left)), k))
    return [*clusters, left]


def v_mdav(file: File, k: int, gamma: float) -> Clusters:
    left, clusters = list(range(len(file.records))), []
    centre = file.centre(left)

    def squared(i: int, j: int) -> float:
        return file.squared(file.records[i], file.records[j])

    while len(left) >= k:
        cluster = file.taken(left, file.farthest(left, centre), k)
        while gamma > 0 and len(cluster) < 2 * k - 1 and left:
            inward, e = min((squared(i, j), i) for i in left for j in cluster)
            outward = min((squared(e, i) for i in left if i != e), default=inf)
            if not sqrt(inward) < gamma * sqrt(outward):
                break
            cluster.append(e)
            left.remove(e)
        clusters.append(cluster)
    centres = [(file.centre(cluster), min(cluster)) for cluster in clusters]
    for i in left:
        distances = [(file.squared(centre, file.records[i]), first) for centre, first in centres]
        clusters[distances.index(min(distances))].append(i)
    return clusters


def t_closeness_first(file: File, confidential: Sequence[int], size: int) -> Clusters:
    order = sorted(range(len(file.records)), key=lambda i: (confidential[i], i))
    parts, clusters, seed = buckets(order, size), [], -1
    while any(parts):
        left = [i for part in parts for i in part]
        centre = file.centre(left) if len(clusters) % 2 == 0 else file.records[seed]
        seed = file.farthest(left, centre)
        plain = len(left) // size
        cluster: list[int] = []
        for number, part in enumerate(parts, start=1):
            takes = 2 if len(part) > plain and len(cluster) == number - 1 else 1
            for i in file.nearest(part, file.records[seed])[:takes]:
                cluster.append(i)
                part.remove(i)
        clusters.append(cluster)
    return clusters


def t_k_first(
    file: File, emd: Callable[[Sequence[int]], Fraction], k: int, t: Fraction
) -> Clusters:
    left, clusters, seed = list(range(len(file.records))), [], -1
    while left:
        centre = file.centre(left) if len(clusters) % 2 == 0 else file.records[seed]
        seed = file.farthest(left, centre)
        cluster = left[:]
        if len(left) >= 2 * k:
            near = file.nearest(left, file.records[seed])
            cluster = near[:k]
            for y in near[k:]:
                now = emd(cluster)
                if now <= t:
                    break
                least, gone = min((emd([y if i == g else i for i in cluster]), g) for g in cluster)
                if least < now:
                    cluster = [y if i == gone else i for i in cluster]
        clusters.append(cluster)
        left = [i for i in left if i not in cluster]
    return clusters
