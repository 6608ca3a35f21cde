"""EMD of groups: the exact fraction of the definition, rounded once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.closeness import emd as kernel
from core.kernels.closeness.emd import emd_of_groups
from tests.oracles.closeness import ordered_emd, total_variation

MISSING = -1
records = st.lists(st.tuples(st.integers(0, 4), st.integers(MISSING, 12)), min_size=1, max_size=80)


def ranked(values: list[int]) -> tuple[np.ndarray, int]:
    ranks, observed = np.full(len(values), MISSING, dtype=np.int64), np.array(values) >= 0
    distinct, inverse = np.unique(np.array(values)[observed], return_inverse=True)
    ranks[observed] = inverse
    return ranks, len(distinct)


@pytest.mark.parametrize("ordered", [True, False])
@given(records)
def test_emd_is_that_of_the_definition(ordered: bool, found: list[tuple[int, int]]) -> None:
    labels, values = ([record[i] for record in found] for i in (0, 1))
    ranks, count = ranked(values)
    file = [v for v in values if v != MISSING]
    oracle = ordered_emd if ordered else total_variation
    emd = emd_of_groups(np.array(labels, dtype=np.int64), ranks, count, ordered)
    assert len(emd) == max(labels) + 1
    for group, value in enumerate(emd):
        own = [v for g, v in found if g == group and v != MISSING]
        assert value == (float(oracle(own, file)) if own else 0.0)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=60), st.data())
def test_a_rank_looked_up_is_the_rank_searched_for(values: list[int], data: st.DataObject) -> None:
    """The improvement step measures a cluster with a table, all else without, to the bit."""
    ranks, count = ranked(values)
    file = kernel.prefix_sums(np.bincount(ranks, minlength=count))
    chosen = data.draw(st.lists(st.sampled_from(ranks.tolist()), min_size=1, max_size=30))
    members = np.sort(np.array(chosen, dtype=np.int64))
    searched = kernel.ordered_emd(members, *file, np.empty(0, dtype=np.int64))
    assert kernel.ordered_emd(members, *file, kernel.first_above(file[0], len(values))) == searched
    assert searched == float(ordered_emd(members.tolist(), ranks.tolist()))


def test_the_bounds_of_the_paper_are_met() -> None:
    # Proposition 1's least and Proposition 2's largest EMD for n = 30 distinct values, k = 6.
    n, k = 30, 6
    spread = [n // k * i + n // k // 2 for i in range(k)]
    lowest = [n // k * i for i in range(k)]
    for members, expected in (
        (spread, (n + k) * (n - k) / (4 * n * (n - 1) * k)),
        (lowest, (n - k) / (2 * (n - 1) * k)),
    ):
        labels = np.ones(n, dtype=np.int64)
        labels[members] = 0
        emd = emd_of_groups(labels, np.arange(n, dtype=np.int64), n, True)
        assert emd[0] == pytest.approx(expected, rel=1e-14)


def test_a_million_records_stay_exact() -> None:
    n = 1_000_000
    ranks = np.arange(n, dtype=np.int64)
    labels = (ranks >= n // 2).astype(np.int64)
    # Each half of the file is as far from it as halves can be: a quarter of n / (n - 1).
    assert emd_of_groups(labels, ranks, n, True).tolist() == [0.25 * n / (n - 1)] * 2


@pytest.mark.slow
def test_counts_beyond_64_bits_lose_only_their_rounding() -> None:
    """Records x size x values reaches 2^62, where the kernel goes over to floating point."""
    n = 2_200_000
    ranks = np.arange(n, dtype=np.int64)
    rng = np.random.default_rng(8)
    # One group leans to the low values, the other to the high ones, and they cross often.
    labels = (rng.random(n) < 0.35 + 0.3 * ranks / n).astype(np.int64)
    sizes = np.bincount(labels)
    assert (sizes * float(n) * n).min() >= 2.0**62

    emd = emd_of_groups(labels, ranks, n, True)

    for group, size in enumerate(sizes.tolist()):
        # In the numerators of the definition every number is whole and below 2^63.
        above = np.cumsum(labels == group) * n - size * (ranks + 1)
        expected = int(np.abs(above).sum()) / (n * size * (n - 1))
        assert emd[group] == pytest.approx(expected, rel=1e-9)
