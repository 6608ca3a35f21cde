"""Distances of distributions in exact fractions, and partitions of numbers that keep t."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.oracles import mixed
from tests.oracles.partitions import Point, file_of

Distance = Callable[[Sequence[float], Sequence[float]], Fraction]


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
    """Merge clusters of numbers until t; they and their records are in order."""
    emd = _largest_distance(attributes, ordered_emd)
    merged = mixed.merged_until(file_of(points), [*map(list, clusters)], emd, t)
    return sorted(map(sorted, merged))


def t_k_first(
    points: Sequence[Point],
    attributes: Sequence[Sequence[float]],
    k: int,
    t: Fraction,
    distance: Distance = ordered_emd,
) -> list[list[int]]:
    return mixed.t_k_first(file_of(points), _largest_distance(attributes, distance), k, t)


def _largest_distance(attributes: Sequence[Sequence[float]], distance: Distance) -> mixed.Emd:
    return lambda cluster: max(distance([a[i] for i in cluster], a) for a in attributes)
