"""Units in blocks: k of them share their whole profile, whatever computes the blocks."""

from __future__ import annotations

import numpy as np
import pytest

from core.jobs import Job
from core.model import BlockScale
from core.protect import METHODS
from core.protect.blocks import ThreadEngine, cut_into_blocks
from core.protect.units.member_clusters import cluster_members
from core.protect.units.unit_clusters import UnitClusters, cluster_units, represent_columns
from tests.core.protect.units.households import fewest_units, file_of, smallest_class


def homes(count: int) -> dict[str, list[float]]:
    """Households of two people each."""
    rng = np.random.default_rng(11)
    home = np.repeat(np.arange(count), 2)
    own = rng.standard_normal((2, count))
    return {
        "home": home.tolist(),
        "rooms": own[0][home].tolist(),
        "income": np.exp(own[1])[home].tolist(),
        "age": rng.integers(0, 90, 2 * count).astype(float).tolist(),
        "sex": rng.integers(0, 2, 2 * count).astype(float).tolist(),
    }


def clustered(table: dict[str, list[float]], threads: int) -> UnitClusters:
    method = cut_into_blocks(METHODS["mdav"], BlockScale(60), ThreadEngine(threads))
    return cluster_units(method, file_of(table), method.complete({"k": 3}), Job())


@pytest.mark.parametrize("threads", [1, 2])
def test_k_units_share_their_whole_profile(threads: int) -> None:
    table = homes(200)
    found = clustered(table, threads)
    assert smallest_class(table["home"], represent_columns(file_of(table), found)) >= 3
    (blocks,) = [step.counts for step in found.steps if step.name == "blocks"]
    assert blocks["blocks"] >= 4
    assert blocks["largest"] <= 60
    assert found.units.tolist() == clustered(table, 1).units.tolist()


def test_units_of_members_are_clustered_in_blocks_of_the_smallest_size() -> None:
    """Their clusters have four times k units, so a block of ten times k is too small for them."""
    table, method = homes(200), cut_into_blocks(METHODS["mdav"], BlockScale(30), ThreadEngine(1))
    file = file_of(table)
    found = cluster_members(method, file, method.complete({"k": 3}), Job())
    assert fewest_units(table["home"], represent_columns(file, found)) >= 3
