"""Optimal univariate microaggregation.

Hansen and Mukherjee (2003); manual: microaggregation#univariate-optimal.
"""

from __future__ import annotations

from core.jobs import Job, drive
from core.kernels.microaggregation.univariate import Univariate
from core.model import Implications, Step
from core.protect.common_parameters import AGGREGATE, K
from core.protect.encode import encode_values
from core.protect.spec import MethodSpec, Partition
from core.protect.task import Parameters, Task, whole


def partition(task: Task, job: Job) -> Partition:
    """Cut the sorted values into runs of `k` to ``2k - 1`` records with minimum SSE."""
    work = Univariate(encode_values(task.columns[0], task.attributes[0]), task.k)
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    counts = {"clusters": work.clusters, "k": task.k}
    return Partition(work.labels, (Step("univariate-optimal", counts),))


def implications(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications: at most ``n // k`` clusters, fewer if larger ones lose less."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k, at_most=True)


SPEC = MethodSpec(
    name="univariate-optimal",
    sources=("Hansen and Mukherjee (2003)",),
    parameters=(K, AGGREGATE),
    phases=("encoding", "clustering", "aggregating"),
    partition=partition,
    implications=implications,
    quasi_identifiers=1,
    seconds=lambda workload, _: workload.sorting,
)
