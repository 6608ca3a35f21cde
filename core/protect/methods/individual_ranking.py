"""Individual ranking: each quasi-identifier on its own (methods, section 3)."""

from __future__ import annotations

import numpy as np

from core.jobs import Job
from core.model import Implications, Step
from core.protect.settings import AGGREGATE, K
from core.protect.spec import MethodSpec, Partition
from core.protect.task import Parameters, Task, whole


def partition(task: Task, job: Job) -> Partition:
    """Sort by the column and cut into runs of `k`; the last run takes the remainder.

    Equal values are sorted by position.
    """
    n, k = len(task.points), task.k
    job.begin("clustering", n)
    order = np.argsort(task.points[:, 0], kind="stable")
    job.reach(n)
    labels = np.empty(n, dtype=np.int64)
    labels[order] = np.minimum(np.arange(n) // k, n // k - 1)
    counts: dict[str, int | float | str] = {"clusters": n // k, "k": k}
    return Partition(labels, (Step("individual-ranking", counts),))


def implications(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Cutting into runs of `k` makes ``n // k`` clusters of each column."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k)


SPEC = MethodSpec(
    name="individual-ranking",
    parameters=(K, AGGREGATE),
    phases=("encoding", "clustering", "aggregating"),
    partition=partition,
    implications=implications,
    column_by_column=True,
)
