"""The program's MDAV and the plain kernel it is compared with give the same partition."""

from __future__ import annotations

import numpy as np
import pytest

from core.kernels.mdav import Mdav
from tests.benchmarks import plain_kernel


@pytest.mark.parametrize(
    ("n", "m", "k"), [(20_000, 2, 5), (9_000, 4, 3), (6_000, 8, 10), (29, 3, 10)]
)
def test_the_fast_kernel_gives_the_plain_ones_partition(n: int, m: int, k: int) -> None:
    records = np.random.default_rng(n).normal(size=(n, m))
    work = Mdav(records, k)
    while not work.step(1_000_000)[1]:
        pass
    np.testing.assert_array_equal(work.labels, plain_kernel.mdav(records, k))
