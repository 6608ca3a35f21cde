"""MDAV microaggregation.

Domingo-Ferrer and Torra (2005); manual: microaggregation#mdav.
"""

from __future__ import annotations

from core.jobs import Job, drive
from core.kernels.microaggregation.mdav import Mdav
from core.kernels.microaggregation.mixed_mdav import MixedMdav
from core.model import Implications, Step
from core.protect.common_parameters import AGGREGATE, BLOCKS, LAMBDA, REFINE, K
from core.protect.partition_improvement import improved, moves_of
from core.protect.spec import MethodSpec, Partition
from core.protect.task import Parameters, Task, whole


def partition(task: Task, job: Job) -> Partition:
    """Partition by MDAV into ``n // k`` clusters of `k` to ``2k - 1`` records; then improve."""
    return improved(_clustered(task, job), task, job, moves_of(task))


def _clustered(task: Task, job: Job) -> Partition:
    work = _work(task)
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    counts = {"clusters": work.clusters, "k": task.k}
    return Partition(work.labels, (Step("mdav", counts),))


def _work(task: Task) -> Mdav | MixedMdav:
    if not task.nominal:
        return Mdav(task.points, task.k)
    return MixedMdav(task.points, task.categories(), task.k)


def implications(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications: MDAV forms ``n // k`` clusters; improving may leave fewer."""
    k, fewer = whole(parameters, "k"), bool(parameters.get("refine", 0))
    return Implications(records, left_out, cluster_size=k, clusters=records // k, at_most=fewer)


SPEC = MethodSpec(
    name="mdav",
    sources=("Domingo-Ferrer and Mateo-Sanz (2002)", "Domingo-Ferrer and Torra (2005)"),
    parameters=(K, LAMBDA, BLOCKS, AGGREGATE, REFINE),
    phases=("encoding", "clustering", "improving", "aggregating"),
    partition=partition,
    implications=implications,
    takes_nominal=True,
    by_distance=True,
)
