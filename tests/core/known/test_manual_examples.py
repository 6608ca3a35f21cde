"""The manual's examples, worked by hand there, are what the program computes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from core.kernels.microaggregation.buckets import BucketClusters
from core.kernels.microaggregation.mdav import Mdav
from core.kernels.microaggregation.t_k_first import TKFirst
from core.kernels.microaggregation.univariate import Univariate
from core.kernels.microaggregation.v_mdav import VMdav
from core.protect.methods.t_closeness_first import cluster_size, emd_bound
from tests.oracles.closeness import ordered_emd

MANUAL = Path(__file__).parents[3] / "resources" / "manual"
VALUES = [1, 2, 3, 7, 8, 9, 20, 21]
POINTS = np.array(VALUES, dtype=np.float64).reshape(-1, 1)
RANKS = np.arange(8, dtype=np.int64)
MADE = {
    "mdav": lambda: Mdav(POINTS, 2),
    "v-mdav": lambda: VMdav(POINTS, 2, 1.1),
    "univariate-optimal": lambda: Univariate(POINTS[:, 0], 2),
    "t-closeness-first": lambda: BucketClusters(POINTS, RANKS, 2),
    "t-k-first": lambda: TKFirst(POINTS, [(RANKS, 8, True)], 2, 0.3, [np.bincount(RANKS)], [None]),
}


def clusters_of(name: str) -> set[frozenset[int]]:
    work = MADE[name]()
    while not work.step(1 << 20)[1]:
        pass
    pairs = list(zip(VALUES, work.labels.tolist(), strict=True))
    return {frozenset(v for v, own in pairs if own == label) for _, label in pairs}


def loss(clusters: set[frozenset[int]]) -> float:
    """Return 100 SSE/SST in exact numbers."""
    middle = Fraction(sum(VALUES), len(VALUES))
    whole = sum((v - middle) ** 2 for v in VALUES)
    means = {c: Fraction(sum(c), len(c)) for c in clusters}
    return float(100 * sum((v - means[c]) ** 2 for c in clusters for v in c) / whole)


@pytest.mark.parametrize(
    ("name", "page", "clusters", "said"),
    [
        ("mdav", "microaggregation", [{21, 20}, {1, 2}, {3, 7}, {8, 9}], "2.27 %"),
        ("v-mdav", "microaggregation", [{21, 20}, {1, 2, 3}, {7, 8, 9}], "1.07 %"),
        ("univariate-optimal", "microaggregation", [{1, 2, 3}, {7, 8, 9}, {20, 21}], "1.07 %"),
        ("t-closeness-first", "t-closeness", [{21, 7}, {1, 8}, {20, 3}, {2, 9}], "69.6 %"),
        ("t-k-first", "t-closeness", [{8, 20}, {3, 7}, {2, 9}, {1, 21}], "72.7 %"),
    ],
)
def test_clusters_and_loss_are_those_of_the_manual(
    name: str, page: str, clusters: list[set[int]], said: str
) -> None:
    found = clusters_of(name)
    assert found == {frozenset(cluster) for cluster in clusters}
    number, unit = said.split()
    assert f"{loss(found):.{len(number.split('.')[1])}f} {unit}" == said
    assert said in (MANUAL / f"{page}.md").read_text(encoding="utf-8")


def test_distances_of_the_merging_example() -> None:
    said = (MANUAL / "t-closeness.md").read_text(encoding="utf-8")
    for ranks, emd in (([0, 1], "0.429"), ([2, 3], "0.25"), ([0, 1, 2, 3], "0.286")):
        assert float(emd) == pytest.approx(float(ordered_emd(ranks, list(range(8)))), abs=5e-4)
        assert emd in said
    merged = {frozenset({1, 2, 3, 7}), frozenset({8, 9, 20, 21})}
    assert f"{loss(merged):.1f} %" == "39.6 %"
    assert "39.6 %" in said


def test_size_and_bound_of_the_t_closeness_first_example() -> None:
    assert cluster_size(8, 2, 0.3) == 2
    assert emd_bound(8, 2) == pytest.approx(0.214, abs=5e-4)
    assert cluster_size(1080, 2, 0.01) == 49
