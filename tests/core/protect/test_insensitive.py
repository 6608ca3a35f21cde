"""Insensitive microaggregation: an order of the domain, the same whatever else is in the file."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.jobs import Job
from core.model import Scale, Schema, flat
from core.protect import protect
from tests.core.tables import Cell, dataset, plan, quasi
from tests.lanes import examples

DOMAINS = {"a": (0.0, 10.0), "b": (-5.0, 15.0)}
SCHEMA = Schema(tuple(replace(quasi(name), domain=bounds) for name, bounds in DOMAINS.items()))
records = st.lists(st.tuples(st.integers(0, 10), st.integers(-5, 15)), min_size=4, max_size=40).map(
    lambda found: [(float(a), float(b)) for a, b in found]
)


def clusters(found: list[tuple[float, float]], k: int) -> list[list[int]]:
    table = dataset({"a": [r[0] for r in found], "b": [r[1] for r in found]})
    labels = protect(plan(SCHEMA, "insensitive", {"k": k}, range(len(found))), table, Job()).labels
    return sorted(np.flatnonzero(labels == c).tolist() for c in range(labels.max() + 1))


def in_order(found: list[tuple[float, float]]) -> list[int]:
    def key(i: int) -> tuple[float, float, float]:
        a, b = found[i]
        return ((a / 10) * (a / 10) + ((b + 5) / 20) * ((b + 5) / 20), a, b)

    return sorted(range(len(found)), key=lambda i: (key(i), i))


@examples(25, 500)
@given(records, st.integers(2, 4))
def test_runs_of_k_along_the_distance_from_the_corner(
    found: list[tuple[float, float]], k: int
) -> None:
    order, count = in_order(found), len(found) // k
    runs = [order[i * k : (i + 1) * k] for i in range(count - 1)] + [order[(count - 1) * k :]]
    assert clusters(found, k) == sorted(sorted(run) for run in runs)


@examples(25, 500)
@given(records, st.tuples(st.integers(0, 10), st.integers(-5, 15)), st.data())
def test_a_changed_record_changes_one_record_of_each_cluster_at_most(
    found: list[tuple[float, float]], other: tuple[int, int], data: st.DataObject
) -> None:
    changed = [*found]
    changed[data.draw(st.integers(0, len(found) - 1))] = (float(other[0]), float(other[1]))
    for before, after in zip(contents(found, 3), contents(changed, 3), strict=True):
        assert (Counter(before) - Counter(after)).total() <= 1


def contents(found: list[tuple[float, float]], k: int) -> list[list[tuple[float, float]]]:
    """Give the records of each cluster, the clusters from the corner outwards."""
    place = {i: at for at, i in enumerate(in_order(found))}
    along = sorted(clusters(found, k), key=lambda cluster: min(place[i] for i in cluster))
    return [[found[i] for i in cluster] for cluster in along]


def test_positions_do_not_matter() -> None:
    found = [(3.0, 4.0), (4.0, -5.0), (0.0, 3.0), (9.0, 9.0), (4.0, -5.0), (1.0, 1.0), (7.0, 0.0)]
    turned = found[::-1]

    def tuples(table: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
        return sorted(sorted(table[i] for i in cluster) for cluster in clusters(table, 3))

    assert tuples(found) == tuples(turned)


def test_the_file_stands_in_for_a_domain_that_is_not_declared() -> None:
    day = datetime.date
    table: dict[str, list[Cell]] = {
        "d": [day(2020, 1, 1), day(2020, 1, 31), day(2020, 1, 2), day(2020, 1, 30)],
        "o": ["low", "high", "high", "low"],
    }
    schema = Schema((quasi("d", Scale.DATE), quasi("o", Scale.ORDINAL, ("low", "high"))))
    labels = protect(plan(schema, "insensitive", {"k": 2}, range(4)), dataset(table), Job()).labels
    # Squared distances from (first day, low): 0, 2, just over 1, just under 1.
    assert labels.tolist() == [0, 1, 1, 0]


def test_the_category_that_is_farthest_counts_like_the_largest_number() -> None:
    place = replace(quasi("p", Scale.NOMINAL), categories=flat(("town", "wood")))
    schema = Schema((SCHEMA.attributes[0], place))
    table: dict[str, list[Cell]] = {
        "a": [0.0, 9.0, 0.0, 10.0],
        "p": ["town", "town", "wood", "wood"],
    }
    labels = protect(plan(schema, "insensitive", {"k": 2}, range(4)), dataset(table), Job()).labels
    # Squared distances from (0, town): 0, 0.81, 1, 2.
    assert labels.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("n", [3, 5, 6, 7, 9])
def test_the_last_run_takes_the_remainder(n: int) -> None:
    sizes = [len(c) for c in clusters([(float(i), 0.0) for i in range(n)], 3)]
    assert sizes == [3] * (n // 3 - 1) + [3 + n % 3]
