"""What the searches for clusters have in common: progress, and settings that cannot be."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from core.jobs import Job, drive
from core.kernels.microaggregation.mdav import Mdav
from core.kernels.microaggregation.t_k_first import TKFirst
from core.kernels.microaggregation.univariate import Univariate
from core.kernels.microaggregation.v_mdav import VMdav

RECORDS = np.random.default_rng(1).normal(size=(3000, 2))
Search = Callable[[np.ndarray, int], Mdav | VMdav | TKFirst | Univariate]
SEARCHES: dict[str, Search] = {
    "mdav": Mdav,
    "v-mdav": lambda records, k: VMdav(records, k, 0.2),
    "t-k-first": lambda records, k: TKFirst(
        records, [(np.arange(len(records)), len(records), True)], k, 0.2
    ),
    "univariate": lambda records, k: Univariate(records[:, 0].copy(), k),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_progress_reaches_its_total_and_too_few_records_are_refused(name: str) -> None:
    work, job = SEARCHES[name](RECORDS, 3), Job()
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    assert job.progress().done == work.total
    assert work.clusters == work.labels.max() + 1
    assert work.clusters == 1000 or name in ("v-mdav", "univariate")
    with pytest.raises(ValueError, match="k"):
        SEARCHES[name](np.zeros((4, 1)), 5)


@pytest.mark.parametrize(("k", "gamma"), [(1, 0.2), (2, -0.1), (2, float("nan"))])
def test_settings_of_v_mdav_out_of_range_are_refused(k: int, gamma: float) -> None:
    with pytest.raises(ValueError, match=r"k|gamma"):
        VMdav(np.zeros((4, 1)), k, gamma)
