"""Merging clusters with their nearest: tree and list find what looking at all finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.microaggregation.centroids import Centroids
from tests.core.kernels.strategies import Points, points
from tests.oracles.partitions import mean_point, squared_distance


def merged(records: Points, clusters: dict[int, list[int]], which: int) -> tuple[int, int]:
    """Merge in place, by the definition."""
    centres = {c: mean_point([records[i] for i in members]) for c, members in clusters.items()}
    others = [c for c in clusters if c != which]
    other = min(others, key=lambda c: (squared_distance(centres[c], centres[which]), c))
    into, gone = min(which, other), max(which, other)
    clusters[into] += clusters.pop(gone)
    return into, gone


@given(points(least=3, most=80), st.sampled_from([0, 2, 5, 1000]), st.data())
def test_merges_are_those_of_the_definition(
    records: Points, short: int, data: st.DataObject
) -> None:
    n = len(records)
    size = data.draw(st.integers(1, 3))
    labels = np.arange(n) // size
    clusters = {c: np.flatnonzero(labels == c).tolist() for c in range(int(labels.max()) + 1)}
    centroids = Centroids(np.array(records), labels, short)
    while len(clusters) > 1:
        which = data.draw(st.sampled_from(sorted(clusters)))
        assert centroids.merge(which) == merged(records, clusters, which)
    assert centroids.count == 1


@pytest.mark.parametrize("m", [1, 4, 13])
def test_a_new_tree_leaves_no_trace(m: int) -> None:
    rng = np.random.default_rng(m)
    records, labels = np.round(rng.normal(size=(6000, m)), 1), np.arange(6000) // 2
    searched, listed = Centroids(records, labels, 20), Centroids(records, labels, 1 << 30)
    left = set(range(3000))
    for which in rng.permutation(3000).tolist():
        if which in left and len(left) > 1:
            found = searched.merge(which)
            assert found == listed.merge(which)
            left.remove(found[1])
