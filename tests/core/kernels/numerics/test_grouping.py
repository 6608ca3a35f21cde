"""Groups of equal keys, against a dictionary."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.numerics.grouping import refine

edge = st.sampled_from([0, 1, -1, 2**63 - 1, -(2**63), 2**32, 2**62])
pairs = st.tuples(st.integers(0, 3) | edge, edge | st.integers(-(2**63), 2**63 - 1))


@given(st.lists(pairs, max_size=80))
def test_groups_are_numbered_by_first_appearance(records: list[tuple[int, int]]) -> None:
    numbering: dict[tuple[int, int], int] = {}
    expected = [numbering.setdefault(record, len(numbering)) for record in records]
    labels = np.array([label for label, _ in records], dtype=np.int64)
    keys = np.array([key for _, key in records], dtype=np.int64)
    assert refine(labels, keys).tolist() == expected
