"""Approximate microaggregation.

Sun et al. (2012); manual: microaggregation#approximate-microaggregation-ama.
"""

from __future__ import annotations

import numpy as np

from core.jobs import Job, drive
from core.kernels.microaggregation.mdav import Mdav
from core.model import Step
from core.protect.dependency_tree import (
    categories,
    dependency_matrix,
    key_attributes,
    spanning_tree,
)
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import AGGREGATE, CATEGORIES, SPREAD_SEED, K, Parameter, ParameterKind
from core.protect.partition_method import Partition, clusters_of_k
from core.protect.task import Task, whole


def partition(task: Task, job: Job) -> Partition:
    """Partition by MDAV on the key attributes alone."""
    m = task.points.shape[1]
    job.start_phase("relating", m * (m - 1) // 2)
    columns = [categories(task.points[:, i], whole(task.parameters, "bins")) for i in range(m)]
    keys = key_attributes(spanning_tree(dependency_matrix(columns, job.update)), m)
    # In column order, the order in which distances are summed.
    work = Mdav(np.ascontiguousarray(task.points[:, sorted(keys)]), task.k)
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    counts: dict[str, int | float | str] = {
        "clusters": work.clusters,
        "k": task.k,
        "keys": len(keys),
    }
    # Units have coordinates for each member, and for the states of joined patterns.
    if len(task.attributes) != m:
        return Partition(work.labels, (Step("ama-units", counts),))
    counts["columns"] = ", ".join(task.attributes[i].name for i in keys)
    return Partition(work.labels, (Step("ama", counts),))


METHOD = Microaggregation(
    name="ama",
    sources=("Sun et al. (2012)",),
    parameters=(
        K,
        Parameter(
            "bins", ParameterKind.INTEGER, minimum=2, maximum=1000, default=10, required=False
        ),
        AGGREGATE,
        CATEGORIES,
        SPREAD_SEED,
    ),
    phases=("encoding", "relating", "clustering", "aggregating"),
    partition=partition,
    implications=clusters_of_k,
    seconds=lambda workload, _: 2 * workload.sorting,
)
