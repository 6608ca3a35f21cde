"""Optimal univariate microaggregation.

Hansen and Mukherjee (2003); manual: microaggregation#univariate-optimal.
"""

from __future__ import annotations

from core.jobs import Job, drive
from core.kernels.microaggregation.univariate import Univariate
from core.model import Step
from core.protect.encode import encode_values
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import AGGREGATE, CATEGORIES, K
from core.protect.partition_method import Partition, at_most_clusters_of_k
from core.protect.task import Task


def partition(task: Task, job: Job) -> Partition:
    """Cut the sorted values into runs of `k` to ``2k - 1`` records with minimum SSE."""
    work = Univariate(encode_values(task.columns[0], task.attributes[0]), task.k)
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    counts = {"clusters": work.clusters, "k": task.k}
    return Partition(work.labels, (Step("univariate-optimal", counts),))


METHOD = Microaggregation(
    name="univariate-optimal",
    sources=("Hansen and Mukherjee (2003)",),
    parameters=(K, AGGREGATE, CATEGORIES),
    phases=("encoding", "clustering", "aggregating"),
    partition=partition,
    implications=at_most_clusters_of_k,
    quasi_identifiers=1,
    seconds=lambda workload, _: workload.sorting,
)
