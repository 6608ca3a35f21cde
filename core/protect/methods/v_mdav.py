"""V-MDAV microaggregation: clusters of variable size.

Solanas and Martínez-Ballesté (2006); manual: microaggregation#v-mdav.
"""

from __future__ import annotations

import numpy as np

from core.jobs import Job, drive
from core.kernels.microaggregation.mixed_v_mdav import MixedVMdav
from core.kernels.microaggregation.v_mdav import VMdav
from core.model import Implications, Step
from core.protect.common_parameters import AGGREGATE, BLOCKS, GAMMA, LAMBDA, REFINE, K
from core.protect.partition_improvement import improved, moves_of
from core.protect.spec import MethodSpec, Partition
from core.protect.task import Parameters, Task, number, whole


def partition(task: Task, job: Job) -> Partition:
    """Partition by V-MDAV; then improve."""
    return improved(_clustered(task, job), task, job, moves_of(task))


def _clustered(task: Task, job: Job) -> Partition:
    work = _work(task, number(task.parameters, "gamma"))
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    largest = int(np.bincount(work.labels).max())
    counts = {"clusters": work.clusters, "k": task.k, "largest": largest}
    return Partition(work.labels, (Step("v-mdav", counts),))


def _work(task: Task, gamma: float) -> VMdav | MixedVMdav:
    if not task.nominal:
        return VMdav(task.points, task.k, gamma)
    return MixedVMdav(task.points, task.categories(), task.k, gamma)


def implications(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications: at most ``n // k`` clusters, fewer where clusters grow."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k, at_most=True)


SPEC = MethodSpec(
    name="v-mdav",
    sources=("Solanas and Martínez-Ballesté (2006)",),
    parameters=(K, GAMMA, LAMBDA, BLOCKS, AGGREGATE, REFINE),
    phases=("encoding", "clustering", "improving", "aggregating"),
    partition=partition,
    implications=implications,
    takes_nominal=True,
    by_distance=True,
    seconds=lambda workload, _: workload.growing,
)
