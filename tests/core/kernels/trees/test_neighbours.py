"""The graph of nearest neighbours, against looking at every pair."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.trees.kdtree import KdTree
from core.kernels.trees.neighbours import Neighbours
from tests.core.kernels.strategies import Points, points


@given(points(least=2, most=120), st.data())
def test_they_are_as_near_as_the_nearest(records: Points, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, min(12, len(records) - 1)))
    near = data.draw(st.integers(1, count))
    budget = data.draw(st.sampled_from([1, 100, 1 << 60]))
    tree = KdTree(np.array(records))
    tree.step(1 << 60)
    graph = Neighbours(tree, count, near)
    while not graph.step(budget)[1]:
        pass
    for slot, own in enumerate(tree.points.tolist()):
        apart = [sum((a - b) ** 2 for a, b in zip(own, p, strict=True)) for p in tree.points]
        found = graph.neighbours[slot].tolist()
        assert slot not in found
        assert len(set(found)) == count
        least = sorted(d for j, d in enumerate(apart) if j != slot)[:count]
        np.testing.assert_allclose([apart[j] for j in found], least, rtol=1e-12)
        np.testing.assert_allclose(graph.local[slot], np.mean(least[:near]), rtol=1e-12)
