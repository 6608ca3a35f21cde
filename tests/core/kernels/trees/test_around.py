"""Records around a seed by rank: the nearest is the one that looking at every record finds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.numerics.heap import NOBODY
from core.kernels.trees import around
from tests.lanes import examples

RANKS = 6


@examples(30)
@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(0, RANKS - 1)), min_size=2, max_size=90),
    st.data(),
)
def test_the_nearest_of_some_ranks_is_found(
    found: list[tuple[int, int]], data: st.DataObject
) -> None:
    points = np.array([[float(p)] for p, _ in found])
    ranks = np.array([rank for _, rank in found], dtype=np.int64)
    labels = np.where(np.arange(len(found)) % 5 == 4, 0, -1)
    near = around.around(ranks, RANKS)
    near.spent[:], near.seed[:] = len(found), 0
    assert around.stand(near, 1, 0, points, labels, points[0]) == (True, len(found))
    left = {i: float((found[i][0] - found[0][0]) ** 2) for i in range(len(found)) if i % 5 < 4}
    gone: list[tuple[int, float]] = []
    for _ in range(data.draw(st.integers(1, 40))):
        low = data.draw(st.integers(0, RANKS - 1))
        high = data.draw(st.integers(low, RANKS))
        inside = [(d, i) for i, d in left.items() if low <= ranks[i] < high]
        distance, record = around.nearest_between(near, 1, low, high, np.inf, NOBODY)
        assert (distance, record) == min(inside, default=(np.inf, NOBODY))
        take = data.draw(st.booleans())
        if inside and take:
            gone.append((record, left.pop(record)))
            around.take_out(near, 1, record)
        elif gone:
            record, distance = gone.pop()
            left[record] = distance
            around.put_back(near, 1, record, distance)


def test_a_seed_stands_once_searching_took_long_and_no_other_came() -> None:
    points, labels = np.arange(40.0)[:, None], np.full(40, -1)
    near = around.around(np.arange(40), 40)
    assert around.stand(near, 0, 7, points, labels, points[7]) == (False, 0)
    near.spent[0] = 100
    assert around.stand(near, 0, 8, points, labels, points[8]) == (False, 0)
    near.spent[0] = 100
    assert around.stand(near, 0, 8, points, labels, points[8]) == (True, 40)
    assert around.stand(near, 0, 8, points, labels, points[8]) == (True, 0)
