"""Optimal univariate microaggregation, against trying every partition into runs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels.microaggregation.univariate import Univariate
from tests.core.kernels.strategies import clusters_of, finish
from tests.lanes import examples
from tests.oracles.files import numeric_columns
from tests.oracles.partitions import sse

whole = st.lists(st.integers(-9, 9).map(float), min_size=2, max_size=11)
real = st.lists(st.floats(-3, 3, width=32), min_size=2, max_size=11)
far = st.lists(st.integers(0, 40).map(lambda i: 1e8 + i / 10), min_size=2, max_size=11)


def runs(n: int, k: int) -> Iterator[tuple[int, ...]]:
    """Give the lengths of all partitions into runs of at least k."""
    if n == 0:
        yield ()
    for last in range(k, n + 1):
        for others in runs(n - last, k):
            yield (*others, last)


def squares(values: list[float], lengths: tuple[int, ...]) -> Fraction:
    """Give the exact sum of squares about the runs' means."""
    ordered, begin, total = sorted(Fraction(v) for v in values), 0, Fraction(0)
    for length in lengths:
        run = ordered[begin : begin + length]
        total += sum((v * v for v in run), Fraction(0)) - sum(run) ** 2 / length
        begin += length
    return total


def lengths_of(values: list[float], labels: NDArray[np.int64]) -> tuple[int, ...]:
    """Give the clusters' sizes along the sorted values, having seen that they are runs."""
    along = labels[np.argsort(values, kind="stable")]
    starts = np.flatnonzero(np.append(True, along[1:] != along[:-1]))
    assert len(starts) == len(set(labels.tolist()))
    return tuple(np.diff(np.append(starts, len(values))).tolist())


@examples(15, 500)
@given(st.one_of(whole, real, far), st.data())
def test_no_partition_loses_less(values: list[float], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(values)))
    found = lengths_of(values, finish(Univariate(np.array(values), k)))
    least = min(squares(values, lengths) for lengths in runs(len(values), k))
    whole_spread = squares(values, (len(values),))
    assert min(found) >= k
    assert squares(values, found) <= least + whole_spread / 10**15


@examples(25, 500)
@given(whole, st.integers(1, 50), st.data())
def test_equally_good_partitions_are_told_apart_by_their_last_run(
    values: list[float], budget: int, data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(values)))
    found = lengths_of(values, finish(Univariate(np.array(values), k), budget))
    # Longer runs than 2k - 1 never lose less; they are only tried by the other test.
    all_runs = [lengths for lengths in runs(len(values), k) if max(lengths) < 2 * k]
    least = min(squares(values, lengths) for lengths in all_runs)
    best = [lengths for lengths in all_runs if squares(values, lengths) == least]
    assert found == min(best, key=lambda lengths: lengths[::-1])


def test_equal_values_go_by_position() -> None:
    labels = finish(Univariate(np.zeros(7), 3)).tolist()
    assert labels == [1, 1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize(("k", "loss"), [(3, 0.0012327), (5, 0.0031839)])
def test_known_losses(reference_data: Path, k: int, loss: float) -> None:
    values = numeric_columns(reference_data / "census.csv")["TAXINC"]
    labels = finish(Univariate(np.array(values), k))
    records = [[value] for value in values]
    assert (
        round(100 * sse(records, clusters_of(labels)) / sse(records, [range(len(values))]), 7)
        == loss
    )
