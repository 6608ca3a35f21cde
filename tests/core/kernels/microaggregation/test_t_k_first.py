"""t-k-first: the clusters of the definition, EMD counted in exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels.closeness import exchange, lowering, lowering_categories
from core.kernels.closeness.emd import emd_of_groups
from core.kernels.microaggregation import t_k_first_scan
from core.kernels.microaggregation.t_k_first import TKFirst
from tests.core.kernels.strategies import Points, clusters_of, finish, points
from tests.lanes import examples
from tests.oracles.closeness import t_k_first

LEVELS = st.sampled_from(["0", "0.05", "0.1", "0.2", "0.25", "0.5"])


def ranked(values: list[int], ordered: bool = True) -> tuple[NDArray[np.int64], int, bool]:
    distinct, ranks = np.unique(values, return_inverse=True)
    return ranks.astype(np.int64), len(distinct), ordered


@examples(15, 300)
@given(points(most=30), LEVELS, st.data())
def test_clusters_are_those_of_the_definition(records: Points, t: str, data: st.DataObject) -> None:
    n = len(records)
    k = data.draw(st.integers(2, max(2, min(n, 6))))
    values = st.lists(st.integers(0, data.draw(st.sampled_from([3, 99]))), min_size=n, max_size=n)
    attributes = data.draw(st.lists(values, min_size=1, max_size=2))
    work = TKFirst(np.array(records), [ranked(a) for a in attributes], k, float(t))
    expected = t_k_first(records, attributes, k, Fraction(t))
    budget = data.draw(st.integers(1, 500) | st.just(1 << 60))
    assert clusters_of(finish(work, budget)) == [sorted(cluster) for cluster in expected]


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("times", [1, 2, 3, 4])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_sizes_around_the_switches(k: int, times: int, beyond: int) -> None:
    n = max(k, times * k + beyond)
    rng = np.random.default_rng(n)
    records, values = rng.normal(size=(n, 3)), rng.integers(0, 5, size=n).tolist()
    found = clusters_of(finish(TKFirst(records, [ranked(values)], k, 0.1)))
    assert found == [sorted(c) for c in t_k_first(records.tolist(), [values], k, Fraction("0.1"))]
    assert len(found) == max(1, n // k)


def test_many_records_take_the_same_way_as_the_definition() -> None:
    rng = np.random.default_rng(7)
    records = np.round(rng.normal(size=(160, 2)), 1)
    values = np.round(3 * records[:, 0] + rng.normal(size=160)).astype(int).tolist()
    found = clusters_of(finish(TKFirst(records, [ranked(values)], 4, 0.1)))
    expected = t_k_first(records.tolist(), [values], 4, Fraction("0.1"))
    assert found == [sorted(cluster) for cluster in expected]


@pytest.mark.parametrize("tenths", [1, 9])
def test_seeds_that_come_again_lead_to_the_clusters_of_the_definition(tenths: int) -> None:
    # The farthest records have ranks that no cluster keeps, so they stay seeds for long.
    rng = np.random.default_rng(tenths)
    records = np.round(rng.normal(size=(210, 2)), 1)
    noise = (10 - tenths) * rng.normal(size=210)
    values = np.round(tenths * records.sum(axis=1) + noise).astype(int).tolist()
    work = TKFirst(records, [ranked(values)], 3, 0.15)
    expected = t_k_first(records.tolist(), [values], 3, Fraction("0.15"))
    assert clusters_of(finish(work)) == [sorted(cluster) for cluster in expected]
    assert work.exchanges > 0


@examples(25, 500)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=8, max_size=60))
def test_without_an_order_exchanges_lower_the_total_variation(found: list[tuple[int, int]]) -> None:
    records = np.array([[float(r[0])] for r in found])
    column = ranked([r[1] for r in found], ordered=False)
    near, exchanged = TKFirst(records, [column], 3, 1.0), TKFirst(records, [column], 3, 0.0)
    before = emd_of_groups(finish(near), column[0], column[1], False)
    after = emd_of_groups(finish(exchanged), column[0], column[1], False)
    # Only the first clusters begin alike; from then on other records are left.
    assert after[0] <= before[0]
    assert near.exchanges == 0


@pytest.mark.parametrize("compiles", [False, pytest.param(True, marks=pytest.mark.longer)])
def test_counts_beyond_64_bits_lead_to_the_same_clusters(
    monkeypatch: pytest.MonkeyPatch, *, compiles: bool
) -> None:
    """Compiling all for doubles takes half a minute; Python does the same with the same source."""
    rng = np.random.default_rng(3)
    records, values = rng.normal(size=(60, 2)), rng.permutation(60).tolist()
    whole = finish(TKFirst(records, [ranked(values)], 5, 0.1))
    monkeypatch.setattr(exchange, "_SAFE", 0.0)
    modules = () if compiles else (exchange, lowering, lowering_categories, t_k_first_scan)
    for module in modules:
        for name, kernel in vars(module).copy().items():
            if hasattr(kernel, "py_func"):
                monkeypatch.setattr(module, name, kernel.py_func)
    work = TKFirst(records, [ranked(values)], 5, 0.1)
    assert work._group.total.dtype == np.float64
    np.testing.assert_array_equal(finish(work), whole)
    assert work.exchanges > 0
