"""MDAV microaggregation.

Domingo-Ferrer and Torra (2005); manual: microaggregation#mdav.
"""

from __future__ import annotations

from core.jobs import Job, drive
from core.kernels.microaggregation.mdav import Mdav
from core.kernels.microaggregation.mixed_mdav import MixedMdav
from core.model import Step
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import AGGREGATE, BLOCKS, CATEGORIES, LAMBDA, REFINE, SPREAD_SEED, K
from core.protect.partition_improvement import improve, moves_of
from core.protect.partition_method import Partition, at_most_clusters_of_k, clusters_of_k
from core.protect.task import Task


def partition(task: Task, job: Job) -> Partition:
    """Partition by MDAV into ``n // k`` clusters of `k` to ``2k - 1`` records; then improve."""
    mixed = bool(task.nominal)
    work = MixedMdav(task.points, task.categories(), task.k) if mixed else Mdav(task.points, task.k)
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    counts = {"clusters": work.clusters, "k": task.k}
    start = Partition(work.labels, (Step("mdav", counts),))
    return improve(start, task, job, moves_of(task))


METHOD = Microaggregation(
    name="mdav",
    sources=("Domingo-Ferrer and Mateo-Sanz (2002)", "Domingo-Ferrer and Torra (2005)"),
    parameters=(K, LAMBDA, BLOCKS, AGGREGATE, CATEGORIES, REFINE, SPREAD_SEED),
    phases=("encoding", "clustering", "improving", "aggregating"),
    partition=partition,
    # Improving may leave fewer clusters.
    implications=lambda parameters, records, left_out: (
        at_most_clusters_of_k if parameters.get("refine", 0) else clusters_of_k
    )(parameters, records, left_out),
    takes_nominal=True,
    by_distance=True,
)
