"""Plain checks of partitions, and the best of all partitions of a few records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import fsum

Records = Sequence[Sequence[float]]


def loss(records: Records, labels: Sequence[int]) -> float:
    """Sum of the squared distances of the records from their clusters' means."""
    total, clusters = [], defaultdict(list)
    for record, label in zip(records, labels, strict=True):
        clusters[label].append(record)
    for own in clusters.values():
        for column in zip(*own, strict=True):
            mean = fsum(column) / len(column)
            total.extend((value - mean) ** 2 for value in column)
    return fsum(total)


def smallest(labels: Sequence[int]) -> int:
    return min(Counter(labels).values())


def all_partitions(n: int, k: int) -> Iterator[list[int]]:
    """Every partition of ``0..n-1`` into clusters of at least `k`, as labels."""

    def extend(labels: list[int], groups: int) -> Iterator[list[int]]:
        if len(labels) == n:
            if smallest(labels) >= k:
                yield list(labels)
            return
        for cluster in range(min(groups + 1, n // k)):
            yield from extend([*labels, cluster], max(groups, cluster + 1))

    yield from extend([], 0)
