"""Estimates of time: they grow with the file, without leaps."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.protect.workload import Workload


@pytest.mark.parametrize("records", [20_000, 250_000, 1_000_000])
def test_mdav_takes_longer_with_each_column_but_never_leaps(records: int) -> None:
    seconds = [Workload(records, columns, 5, False).clustering for columns in range(5, 20)]
    assert seconds == sorted(seconds)
    # From 7 to 8 columns most records are still left out of each search.
    assert seconds[3] < 8 * seconds[2]
    steps = [after / before for before, after in pairwise(seconds[3:])]
    assert max(steps) < 2.5
