"""Merging until t, against the definition in exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import Ranked, by_first_appearance
from core.errors import Cancelled
from core.jobs import Job
from core.protect.closeness_limit import ClosenessLimit
from core.protect.merging import merge_until
from tests.core.kernels.strategies import Points, clusters_of, points
from tests.oracles.closeness import merged_until


def ranked(values: list[int]) -> Ranked:
    distinct, ranks = np.unique(values, return_inverse=True)
    return Ranked(ranks.astype(np.int64), len(distinct), ordered=True)


@given(points(most=40), st.data())
def test_merges_are_those_of_the_definition(records: Points, data: st.DataObject) -> None:
    n = len(records)
    labels = by_first_appearance(
        np.array(data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n)))
    )
    values = st.lists(st.integers(0, 9), min_size=n, max_size=n)
    attributes = data.draw(st.lists(values, min_size=1, max_size=2))
    t = data.draw(st.sampled_from(["0", "0.05", "0.2", "0.25", "0.5"]))
    limit = ClosenessLimit([ranked(a) for a in attributes], float(t))
    found = merge_until(np.array(records), labels, [limit], Job())
    expected = merged_until(records, clusters_of(labels), attributes, Fraction(t))
    assert clusters_of(found) == expected


def test_merging_can_be_called_off() -> None:
    job = Job()
    job.cancel()
    limit = ClosenessLimit([ranked([1, 2, 3, 4])], 0.0)
    with pytest.raises(Cancelled):
        merge_until(np.zeros((4, 1)), np.arange(4), [limit], job)
