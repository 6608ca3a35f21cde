"""Individual ranking: each quasi-identifier is partitioned separately.

Defays and Nanopoulos (1993); manual: microaggregation#individual-ranking.
"""

from __future__ import annotations

import numpy as np

from core.jobs import Job
from core.model import Step
from core.protect.domain import in_total_order
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import AGGREGATE, CATEGORIES, K
from core.protect.partition_method import Partition, clusters_of_k
from core.protect.task import Task


def partition(task: Task, job: Job) -> Partition:
    """Sort by the column and cut into runs of `k`; the last run takes the remainder.

    A nominal column is sorted by its total order. Equal values are sorted by position.
    """
    n, k = len(task.points), task.k
    job.start_phase("clustering", n)
    keys = in_total_order(task.nominal[0])[1] if task.nominal else task.points[:, 0]
    order = np.argsort(keys, kind="stable")
    job.update(n)
    labels = np.empty(n, dtype=np.int64)
    labels[order] = np.minimum(np.arange(n) // k, n // k - 1)
    counts: dict[str, int | float | str] = {"clusters": n // k, "k": k}
    return Partition(labels, (Step("individual-ranking", counts),))


METHOD = Microaggregation(
    name="individual-ranking",
    sources=("Defays and Nanopoulos (1993)",),
    parameters=(K, AGGREGATE, CATEGORIES),
    phases=("encoding", "clustering", "aggregating"),
    partition=partition,
    implications=clusters_of_k,
    takes_nominal=True,
    column_by_column=True,
    seconds=lambda workload, _: workload.sorting,
)
