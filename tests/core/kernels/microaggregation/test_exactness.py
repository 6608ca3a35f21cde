"""The four searches give what their definitions give, whatever the records and the way of working.

Records are lattices, duplicates, constant columns, lines and reals, as many as two to four times k
and one more or less, where the methods change their way; slices, threads and the change from
trees to passes are drawn, too.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.encode import Ranked
from core.jobs import Job
from core.kernels.microaggregation.buckets import BucketClusters
from core.kernels.microaggregation.mdav import Mdav
from core.kernels.microaggregation.v_mdav import VMdav
from core.protect.closeness_limit import ClosenessLimit
from core.protect.merging import merge_until
from tests.core.kernels.strategies import Points, around
from tests.lanes import examples
from tests.oracles import partitions
from tests.oracles.closeness import merged_until

BUDGETS = st.one_of(st.integers(1, 400), st.just(1 << 60))
THREADS = st.integers(1, 4)
# By passes, by the tree, and giving the tree up on the way.
WAYS = st.sampled_from([(1 << 60, 0), (0, 1 << 60), (0, 300)])


class Work(Protocol):
    labels: NDArray[np.int64]

    def step(self, budget: int) -> tuple[int, bool]: ...


def finished(work: Work, budget: int) -> list[list[int]]:
    while not work.step(budget)[1]:
        pass
    return [np.flatnonzero(work.labels == c).tolist() for c in range(work.labels.max() + 1)]


def defined(clusters: list[list[int]]) -> list[list[int]]:
    return [sorted(cluster) for cluster in clusters]


@examples(25, 500)
@given(around(), BUDGETS, THREADS, WAYS)
def test_mdav(drawn: tuple[Points, int], budget: int, threads: int, way: tuple[int, int]) -> None:
    (records, k), (small, excess_limit) = drawn, way
    work = Mdav(np.array(records), k, small, excess_limit, threads, worthwhile=0)
    assert finished(work, budget) == defined(partitions.mdav(records, k))


# The record at -0.2 is as far from one centroid (1.2) as from the other (-1.6).
_LINE = [*[0.0] * 5, -0.2, -0.5, *[-2.0] * 3, 0.1, 0.1, 0.2, -0.7, *[2.0] * 4, -2.0, -2.0]


@examples(25, 500)
@given(around(), BUDGETS, st.sampled_from([0.0, 0.2, 0.5, 1.0, 1.1, 3.0]))
@example(([(x, 0.0) for x in _LINE], 7), 1 << 60, 0.0)
def test_v_mdav(drawn: tuple[Points, int], budget: int, gamma: float) -> None:
    records, k = drawn
    work = VMdav(np.array(records), k, gamma)
    assert finished(work, budget) == defined(partitions.v_mdav(records, k, gamma))


@examples(25, 500)
@given(around(), BUDGETS, WAYS, st.data())
def test_t_closeness_first(
    drawn: tuple[Points, int], budget: int, way: tuple[int, int], data: st.DataObject
) -> None:
    (records, k), n = drawn, len(drawn[0])
    size = k + (n % k) // (n // k)
    values = data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    ranks = np.unique(values, return_inverse=True)[1].astype(np.int64)
    work = BucketClusters(np.array(records), ranks, size, *way)
    expected = defined(partitions.t_closeness_first(records, values, size))
    assert finished(work, budget) == expected


@examples(30)
@given(around(), st.sampled_from(["0", "0.1", "0.25"]), st.data())
def test_merging_what_mdav_gives(drawn: tuple[Points, int], t: str, data: st.DataObject) -> None:
    (records, k), n = drawn, len(drawn[0])
    values = data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    distinct, ranks = np.unique(values, return_inverse=True)
    clusters = sorted(defined(partitions.mdav(records, k)), key=lambda cluster: cluster[0])
    labels = np.empty(n, dtype=np.int64)
    for number, members in enumerate(clusters):
        labels[members] = number
    ranked = Ranked(ranks.astype(np.int64), len(distinct), ordered=True)
    merged = merge_until(np.array(records), labels, [ClosenessLimit([ranked], float(t))], Job())
    found = [np.flatnonzero(merged == c).tolist() for c in range(merged.max() + 1)]
    assert found == merged_until(records, clusters, [values], Fraction(t))
