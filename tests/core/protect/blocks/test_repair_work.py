"""Several jobs of the repair that are computed together: what each job gives by itself."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from core.jobs import Job
from core.jobs.chosen_rows import SharedRows
from core.kernels.blocks.cluster_table import ClusterTable
from core.kernels.blocks.repair_plan import LevelCuts, RepairPlan
from core.kernels.improvement.refine import Spread
from core.protect.blocks.repair_work import (
    RepairFound,
    RepairJobs,
    RepairTask,
    repair_clusters,
    repair_jobs,
)

K = 4
# Clusters of each job; the first one has more records than 16 bits can number.
JOBS = (70_000 // K, 1, 200)
CLUSTERS = sum(JOBS)
POINTS = np.random.default_rng(8).standard_normal((K * CLUSTERS, 2))


def following() -> LevelCuts:
    centres = POINTS.reshape(CLUSTERS, K, 2).mean(axis=1)
    table = ClusterTable(np.full(CLUSTERS, K), centres, np.ones(CLUSTERS))
    found = RepairPlan(table, 5_000).following
    assert found is not None
    return found


def spreads() -> tuple[Spread, ...]:
    ranks = np.random.default_rng(9).integers(0, 3, len(POINTS))
    return (Spread(ranks, 3, True, np.bincount(ranks)),)


def task(
    records: NDArray[np.int64], clusters: NDArray[np.int64], cuts: LevelCuts | None, t: float
) -> RepairTask:
    """Return a job with the points of some records, of whole clusters."""
    sizes = np.full(len(clusters), K, dtype=np.uint16)
    own = [Spread(each.ranks[records], each.count, True, each.file) for each in spreads()]
    limited = tuple(own) if t < 1 else ()
    return RepairTask(POINTS[records], clusters, sizes, K, range(1), cuts, limited, t)


@pytest.mark.parametrize(("with_cuts", "t"), [(True, 1.0), (False, 1.0), (True, 0.4)])
def test_jobs_together_give_what_each_gives_by_itself(with_cuts: bool, t: float) -> None:
    cuts = following() if with_cuts else None
    rng = np.random.default_rng(10)
    clusters = rng.permutation(CLUSTERS)
    records = (K * clusters[:, None] + np.arange(K)).ravel()
    begin = np.array([[0, 0], *([[total, K * total] for total in np.cumsum(JOBS)])])
    whole = task(records, clusters, cuts, t)._replace(points=np.empty((0, 0)))
    rows = SharedRows(POINTS).choose(records)

    found = repair_jobs(RepairJobs(whole, rows, begin), Job())

    alone = list[RepairFound]()
    for (first, start), (last, end) in pairwise(begin.tolist()):
        single = task(records[start:end], clusters[first:last], cuts, t)
        alone.append(repair_clusters(single, Job()))
    starts = begin[:-1, 1].tolist()
    places = [one.order.astype(int) + start for one, start in zip(alone, starts, strict=True)]
    assert found.order.tolist() == np.concatenate(places).tolist()
    for name in ("changed", "sizes", "losses", "sides", "sample"):
        expected = [value for one in alone for value in getattr(one, name).tolist()]
        assert getattr(found, name).tolist() == expected
    assert sorted(found.order.tolist()) == list(range(len(records)))
    assert found.changed.any()
