"""Microaggregation that exchanges records until t is kept.

Soria-Comas et al. (2015), Algorithm 2; manual: t-closeness#k-anonymity-first-t-k-first.
"""

from __future__ import annotations

from core.encode import Ranked
from core.jobs import Job, drive
from core.kernels.closeness import exchange
from core.kernels.microaggregation.mixed_t_k_first import MixedTKFirst
from core.kernels.microaggregation.t_k_first import TKFirst
from core.model import Implications, Step
from core.protect.common_parameters import AGGREGATE, K, T
from core.protect.spec import MethodSpec, Partition
from core.protect.task import Parameters, Task, number, whole


def partition(task: Task, job: Job) -> Partition:
    """Build clusters of near records, exchanging records until the EMD is at most t.

    Clusters that still exceed t are merged by `core.protect.merging`.
    """
    work = _work(task, number(task.parameters, "t"))
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    counts = {"clusters": work.clusters, "k": task.k, "exchanges": work.exchanges}
    return Partition(work.labels, (Step("t-k-first", counts),))


def _work(task: Task, t: float) -> TKFirst | MixedTKFirst:
    confidential = [(c.ranks, c.count, c.ordered) for c in task.confidential.values()]
    file = [ranked.counts() for ranked in task.file.values()]
    trees = [_tree(ranked) for ranked in task.confidential.values()]
    if not task.nominal:
        return TKFirst(task.points, confidential, task.k, t, file, trees)
    attributes = exchange.attributes(confidential, task.k, file, trees)
    return MixedTKFirst(task.remaining(), attributes, task.k, t)


def _tree(ranked: Ranked) -> exchange.Tree | None:
    tree = ranked.tree
    return None if tree is None else (tree.up, tree.rise, tree.height)


def implications(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications: Algorithm 2 forms ``n // k`` clusters before any merging."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k)


SPEC = MethodSpec(
    name="t-k-first",
    sources=("Soria-Comas et al. (2015)",),
    parameters=(K, T, AGGREGATE),
    phases=("encoding", "clustering", "merging", "aggregating"),
    partition=partition,
    implications=implications,
    takes_nominal=True,
    promises_t=True,
    by_distance=True,
    seconds=lambda workload, _: workload.clustering + workload.exchanging,
)
