"""V-MDAV microaggregation: clusters of variable size.

Solanas and Martínez-Ballesté (2006); manual: microaggregation#v-mdav.
"""

from __future__ import annotations

import numpy as np

from core.jobs import Job, drive
from core.kernels.microaggregation.mixed_v_mdav import MixedVMdav
from core.kernels.microaggregation.v_mdav import VMdav
from core.model import Step
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import (
    AGGREGATE,
    BLOCKS,
    CATEGORIES,
    GAMMA,
    LAMBDA,
    REFINE,
    SPREAD_SEED,
    K,
)
from core.protect.partition_improvement import improve, moves_of
from core.protect.partition_method import Partition, at_most_clusters_of_k
from core.protect.task import Task, number


def partition(task: Task, job: Job) -> Partition:
    """Partition by V-MDAV; then improve."""
    gamma = number(task.parameters, "gamma")
    work: VMdav | MixedVMdav
    if task.nominal:
        work = MixedVMdav(task.points, task.categories(), task.k, gamma)
    else:
        work = VMdav(task.points, task.k, gamma)
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    largest = int(np.bincount(work.labels).max())
    counts = {"clusters": work.clusters, "k": task.k, "largest": largest}
    start = Partition(work.labels, (Step("v-mdav", counts),))
    return improve(start, task, job, moves_of(task))


METHOD = Microaggregation(
    name="v-mdav",
    sources=("Solanas and Martínez-Ballesté (2006)",),
    parameters=(K, GAMMA, LAMBDA, BLOCKS, AGGREGATE, CATEGORIES, REFINE, SPREAD_SEED),
    phases=("encoding", "clustering", "improving", "aggregating"),
    partition=partition,
    implications=at_most_clusters_of_k,
    takes_nominal=True,
    by_distance=True,
    seconds=lambda workload, _: workload.growing,
)
