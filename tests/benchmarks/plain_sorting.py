"""The methods that sort, as anybody would write them in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

Columns = Sequence[Sequence[float]]


def individual_ranking(columns: Columns, k: int) -> list[list[int]]:
    """Return the cluster of each value, column by column."""
    return [_cut(sorted(range(len(c)), key=c.__getitem__), k) for c in columns]


def insensitive(columns: Columns, k: int) -> list[int]:
    """Return the cluster of each record along its distance from the domain's lower corner."""
    scaled = []
    for column in columns:
        low, high = min(column), max(column)
        scaled.append([(value - low) / (high - low) for value in column])
    records = list(zip(*scaled, strict=True))
    keys = [(sum(x * x for x in record), record) for record in records]
    return _cut(sorted(range(len(keys)), key=keys.__getitem__), k)


def univariate_optimal(columns: Columns, k: int) -> list[int]:
    """Return the cluster of each value in the runs that lose least (Hansen and Mukherjee)."""
    (values,) = columns
    order = sorted(range(len(values)), key=values.__getitem__)
    first, second = [0.0], [0.0]
    for i in order:
        first.append(first[-1] + values[i])
        second.append(second[-1] + values[i] * values[i])
    n = len(order)
    best, begin = [0.0] + [float("inf")] * n, [0] * (n + 1)
    for end in range(k, n + 1):
        for start in range(max(0, end - 2 * k + 1), end - k + 1):
            added = first[end] - first[start]
            lost = best[start] + second[end] - second[start] - added * added / (end - start)
            if lost < best[end]:
                best[end], begin[end] = lost, start
    labels, end = [0] * n, n
    while end:
        for i in order[begin[end] : end]:
            labels[i] = begin[end]
        end = begin[end]
    return labels


def _cut(order: Sequence[int], k: int) -> list[int]:
    labels, runs = [0] * len(order), len(order) // k
    for place, record in enumerate(order):
        labels[record] = min(place // k, runs - 1)
    return labels
