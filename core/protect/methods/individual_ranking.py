"""Individual ranking: each quasi-identifier is partitioned separately.

Defays and Nanopoulos (1993); manual: microaggregation#individual-ranking.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import Implications, Step
from core.protect.common_parameters import AGGREGATE, K
from core.protect.domain import in_total_order
from core.protect.spec import MethodSpec, Partition
from core.protect.task import Parameters, Task, whole


def partition(task: Task, job: Job) -> Partition:
    """Sort by the column and cut into runs of `k`; the last run takes the remainder.

    A nominal column is sorted by its total order. Equal values are sorted by position.
    """
    n, k = len(task.points), task.k
    job.start_phase("clustering", n)
    order = np.argsort(_keys(task), kind="stable")
    job.update(n)
    labels = np.empty(n, dtype=np.int64)
    labels[order] = np.minimum(np.arange(n) // k, n // k - 1)
    counts: dict[str, int | float | str] = {"clusters": n // k, "k": k}
    return Partition(labels, (Step("individual-ranking", counts),))


def _keys(task: Task) -> NDArray[np.float64] | NDArray[np.int64]:
    if task.nominal:
        return in_total_order(task.nominal[0])[1]
    return task.points[:, 0]


def implications(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications: runs of `k` give ``n // k`` clusters of each column."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k)


SPEC = MethodSpec(
    name="individual-ranking",
    sources=("Defays and Nanopoulos (1993)",),
    parameters=(K, AGGREGATE),
    phases=("encoding", "clustering", "aggregating"),
    partition=partition,
    implications=implications,
    takes_nominal=True,
    column_by_column=True,
    seconds=lambda workload, _: workload.sorting,
)
