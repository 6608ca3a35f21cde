"""Records in the order of their values, against Python's sorting."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from core.encode.sorted_records import sort_records

DRAW = np.random.default_rng(7)
AMOUNTS = DRAW.lognormal(6, 1, 1500)


CASES = {
    "whole": DRAW.integers(-30, 30, 200),
    "tenths": AMOUNTS.round(1),
    "a few decimals": np.append(np.round(AMOUNTS), 0.125),
    "many decimals": np.append(np.round(AMOUNTS), 0.1234),
    "any": AMOUNTS,
    "losses": -AMOUNTS.round(3),
    "wide": np.array([2**63 - 1, -(2**63), 0, 2**63 - 1]),
    "large": np.array([2.0**60, 0.0, -0.0, 2.0**60 + 256, np.inf]),
    # As whole tenths these two would be the same number.
    "near": np.array([2.0**53 / 10, np.nextafter(2.0**53 / 10, 0), 0.5]),
}


@pytest.mark.parametrize("values", CASES.values(), ids=CASES)
def test_records_are_sorted_and_new_values_are_marked(values: np.ndarray) -> None:
    in_order, is_new = sort_records(values)
    in_turn = values[in_order].tolist()
    assert in_turn == sorted(values.tolist())
    assert sorted(in_order.tolist()) == list(range(len(values)))
    assert is_new.tolist() == [True, *(a != b for a, b in pairwise(in_turn))]
