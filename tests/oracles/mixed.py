"""Partitions of records of numbers and categories, in plain Python, from the definitions.

What a pair of categories adds to a squared distance is handed over, by the fraction whose
logarithm their distance is, so that sums are exact and ties are ties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, fsum, inf, sqrt

from tests.oracles.taxonomies import Parents, argument, representative

Point = Sequence[float]
Record = tuple[Point, Sequence[str]]
Clusters = list[list[int]]
Emd = Callable[[Sequence[int]], Fraction]


def mean(column: Sequence[float]) -> float:
    """Compute the mean as a real number, rounded once: the mean of equal values is their value."""
    return float(sum(map(Fraction, column)) / len(column))


def twice_rounded_mean(column: Sequence[float]) -> float:
    """Compute the sum, rounded, over the count, rounded again: it may miss the mean by one bit."""
    return fsum(column) / len(column)


def squared_distance(a: Point, b: Point) -> float:
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += (x - y) * (x - y)
    return total


@dataclass
class File:
    """Records, and for each of their categories a taxonomy and what its distances add.

    `ties` holds what the position of records has decided, in the order of the decisions.
    """

    records: Sequence[Record]
    taxonomies: Sequence[Parents]
    squares: Sequence[Mapping[Fraction, float]]
    barred: str = ""
    ties: list[str] = field(default_factory=list)
    _added: dict[tuple[int, str, str], float] = field(default_factory=dict)

    def squared(self, record: Record, centre: Record) -> float:
        total = squared_distance(record[0], centre[0])
        if self.taxonomies:
            for attribute, (a, b) in enumerate(zip(record[1], centre[1], strict=True)):
                total += self._adds(attribute, a, b)
        return total

    def _adds(self, attribute: int, a: str, b: str) -> float:
        pair = attribute, a, b
        if pair not in self._added:
            taxonomy = self.taxonomies[attribute]
            self._added[pair] = self.squares[attribute][argument(taxonomy, a, b)]
        return self._added[pair]

    def least(self, keys: Mapping[int, float | Fraction], what: str) -> int:
        """Return the position with the least key, the smallest if several have it."""
        least = min(keys.values())
        held = [i for i, key in keys.items() if key == least]
        if len(held) > 1:
            self.ties.append(what)
        return min(held)

    def centre(self, left: Sequence[int]) -> Record:
        """Return the centre of the records that remain; its means are rounded twice."""
        return self._middle(left, twice_rounded_mean)

    def centroid(self, cluster: Sequence[int]) -> Record:
        """Return the centroid of a cluster; its means are rounded once, as in the release."""
        return self._middle(cluster, mean)

    def merging_centroid(self, cluster: Sequence[int]) -> Record:
        """Return the centroid of a cluster that may merge, rounded twice if all are numbers."""
        return self._middle(cluster, mean if self.taxonomies else twice_rounded_mean)

    def _middle(
        self, members: Sequence[int], mean_of: Callable[[Sequence[float]], float]
    ) -> Record:
        """Means of the numbers, least marginal categories."""
        numbers = zip(*(self.records[i][0] for i in members), strict=True)
        samples = zip(*(self.records[i][1] for i in members), strict=True)
        return [mean_of(column) for column in numbers], [
            representative(parents, sample, self.barred)
            for parents, sample in zip(self.taxonomies, samples, strict=True)
        ]

    def farthest(self, among: Sequence[int], centre: Record) -> int:
        return self.least({i: -self.squared(self.records[i], centre) for i in among}, "farthest")

    def nearest(self, among: Sequence[int], centre: Record) -> list[int]:
        keys = {i: self.squared(self.records[i], centre) for i in among}
        if len(set(keys.values())) < len(keys):
            self.ties.append("nearest")
        return sorted(among, key=lambda i: (keys[i], i))

    def taken(self, left: list[int], seed: int, k: int) -> list[int]:
        others = [i for i in left if i != seed]
        cluster = [seed, *self.nearest(others, self.records[seed])[: k - 1]]
        for i in cluster:
            left.remove(i)
        return cluster


def mdav(file: File, k: int) -> Clusters:
    """MDAV-generic; ties go to the smallest position."""
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
    """V-MDAV; ties go to the smallest position, and to the cluster whose first comes first."""
    left, clusters = list(range(len(file.records))), []
    centre = file.centre(left)

    def squared(i: int, j: int) -> float:
        return file.squared(file.records[i], file.records[j])

    while len(left) >= k:
        cluster = file.taken(left, file.farthest(left, centre), k)
        while gamma > 0 and len(cluster) < 2 * k - 1 and left:
            inwards = {i: min(squared(i, j) for j in cluster) for i in left}
            e = file.least(inwards, "next")
            outward = min((squared(e, i) for i in left if i != e), default=inf)
            if not sqrt(inwards[e]) < gamma * sqrt(outward):
                break
            cluster.append(e)
            left.remove(e)
        clusters.append(cluster)
    centres = {min(cluster): (file.centroid(cluster), cluster) for cluster in clusters}
    for i in left:
        distances = {f: file.squared(c, file.records[i]) for f, (c, _) in centres.items()}
        centres[file.least(distances, "joined")][1].append(i)
    return clusters


def buckets(order: Sequence[int], size: int) -> list[list[int]]:
    """Cut a sorted list into `size` parts; what is too much goes to the middle."""
    plain_size, extra = divmod(len(order), size)
    lengths = [plain_size] * size
    if size % 2:
        lengths[size // 2] += extra
    else:
        lengths[size // 2 - 1] += (extra + 1) // 2
        lengths[size // 2] += extra // 2
    ends = [sum(lengths[: i + 1]) for i in range(size)]
    return [list(order[end - length : end]) for end, length in zip(ends, lengths, strict=True)]


def t_closeness_first(file: File, confidential: Sequence[float], size: int) -> Clusters:
    """Algorithm 3 of the t-closeness paper for a given cluster size, before any merging."""
    order = sorted(range(len(file.records)), key=lambda i: (confidential[i], i))
    if len(set(confidential)) < len(confidential):
        file.ties.append("equal confidential values")
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


def t_k_first(file: File, emd: Emd, k: int, t: Fraction) -> Clusters:
    """Algorithm 2 of the t-closeness paper, before any merging; ties to the smallest position."""
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
                worse = {g: emd([y if i == g else i for i in cluster]) for g in cluster}
                if min(worse.values()) < now:
                    gone = file.least(worse, "exchanged")
                    cluster = [y if i == gone else i for i in cluster]
        clusters.append(cluster)
        left = [i for i in left if i not in cluster]
    return clusters


def cluster_size(records: int, k: int, t: Fraction) -> int:
    """Expressions 3 and 4 of the t-closeness paper."""
    size = max(k, ceil(records / (2 * (records - 1) * t + 1)))
    return size + (records % size) // (records // size)


def merged_until(file: File, clusters: Clusters, emd: Emd, t: Fraction) -> Clusters:
    """Algorithm 1: merge the cluster of the largest EMD with the one of the nearest centroid."""
    found = {min(cluster): cluster for cluster in clusters}
    while len(found) > 1:
        distances = {first: -emd(cluster) for first, cluster in found.items()}
        if -min(distances.values()) <= t:
            break
        worst = file.least(distances, "merged first")
        centre = file.merging_centroid(found[worst])
        others = {
            f: file.squared(file.merging_centroid(c), centre)
            for f, c in found.items()
            if f != worst
        }
        both = found.pop(worst) + found.pop(file.least(others, "merged with"))
        found[min(both)] = both
    return list(found.values())
