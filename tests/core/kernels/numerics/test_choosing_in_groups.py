"""Steps are given to the largest of each group as a stable sort would give them."""

from __future__ import annotations

import numpy as np
import pytest

from core.kernels.numerics.choosing_in_groups import choose_largest


@pytest.mark.parametrize("largest_group", [7, 90])
@pytest.mark.parametrize("has_ties", [False, True])
def test_the_first_of_the_largest_free_ones_are_chosen(largest_group: int, has_ties: bool) -> None:
    chance = np.random.default_rng(largest_group)
    for _ in range(100):
        sizes = chance.integers(1, largest_group, 6)
        labels = chance.permutation(np.repeat(np.arange(6), sizes))
        values = chance.normal(size=len(labels))
        values = np.round(values) if has_ties else values
        is_free = chance.random(len(labels)) < 0.7
        n_wanted = chance.integers(-2, 9, 6).astype(np.float64)
        by_group = np.argsort(labels, kind="stable")
        starts = np.cumsum(sizes) - sizes
        is_chosen = choose_largest(by_group, starts, values, is_free, n_wanted)

        for group, wanted in enumerate(n_wanted):
            free = [record for record in np.flatnonzero(labels == group) if is_free[record]]
            largest = sorted(free, key=lambda record: -values[record])[: max(0, int(wanted))]
            assert sorted(np.flatnonzero(is_chosen & (labels == group))) == sorted(largest)
