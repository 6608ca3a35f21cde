"""Microaggregation that exchanges records until t is kept.

Soria-Comas et al. (2015), Algorithm 2; manual: t-closeness#k-anonymity-first-t-k-first.
"""

from __future__ import annotations

from core.jobs import Job, drive
from core.kernels.closeness import exchange
from core.kernels.microaggregation.mixed_t_k_first import MixedTKFirst
from core.kernels.microaggregation.t_k_first import TKFirst
from core.model import Step
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import AGGREGATE, CATEGORIES, SPREAD_SEED, K, T
from core.protect.partition_method import Partition, clusters_of_k
from core.protect.task import Task, number


def partition(task: Task, job: Job) -> Partition:
    """Build clusters of near records, exchanging records until the EMD is at most t.

    Clusters that still exceed t are merged by `core.protect.merging`.
    """
    t = number(task.parameters, "t")
    confidential = [(c.ranks, c.count, c.ordered) for c in task.confidential.values()]
    file = [ranked.counts() for ranked in task.file.values()]
    trees = [
        None if tree is None else (tree.up, tree.rise, tree.height)
        for tree in (ranked.tree for ranked in task.confidential.values())
    ]
    work: TKFirst | MixedTKFirst
    if task.nominal:
        attributes = exchange.attributes(confidential, task.k, file, trees)
        work = MixedTKFirst(task.remaining(), attributes, task.k, t)
    else:
        work = TKFirst(task.points, confidential, task.k, t, file, trees)
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    counts = {"clusters": work.clusters, "k": task.k, "exchanges": work.exchanges}
    return Partition(work.labels, (Step("t-k-first", counts),))


METHOD = Microaggregation(
    name="t-k-first",
    sources=("Soria-Comas et al. (2015)",),
    parameters=(K, T, AGGREGATE, CATEGORIES, SPREAD_SEED),
    phases=("encoding", "clustering", "merging", "aggregating"),
    partition=partition,
    implications=clusters_of_k,
    takes_nominal=True,
    promises_t=True,
    by_distance=True,
    seconds=lambda workload, _: workload.clustering + workload.exchanging,
)
