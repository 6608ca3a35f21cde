"""Microaggregation, then merging until t is kept.

Soria-Comas et al. (2015), Algorithm 1; manual: t-closeness#merging-t-merge.
"""

from __future__ import annotations

from core.jobs import Job
from core.model import Implications
from core.protect.common_parameters import AGGREGATE, GAMMA, LAMBDA, K, T
from core.protect.methods import mdav, v_mdav
from core.protect.parameter import Parameter, ParameterKind
from core.protect.spec import MethodSpec, Partition
from core.protect.task import Parameters, Task, chosen
from core.protect.workload import Workload

_PARTITIONS = {spec.name: spec for spec in (mdav.SPEC, v_mdav.SPEC)}


def partition(task: Task, job: Job) -> Partition:
    """Partition by the chosen method; t is guaranteed by `core.protect.merging`."""
    found = _PARTITIONS[chosen(task.parameters, "partition")].partition
    assert found is not None
    return found(task, job)


def implications(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications of the partition; the effect of merging depends on the data."""
    spec = _PARTITIONS[chosen(parameters, "partition")]
    return spec.implications(parameters, records, left_out)


def seconds(workload: Workload, parameters: Parameters) -> float:
    """Return the approximate seconds of the partition and of merging."""
    if parameters.get("partition") == v_mdav.SPEC.name:
        return 2 * workload.growing
    return workload.clustering_with_t


SPEC = MethodSpec(
    name="t-merge",
    sources=("Soria-Comas et al. (2015)",),
    parameters=(
        K,
        T,
        Parameter(
            "partition",
            ParameterKind.CHOICE,
            default="mdav",
            required=False,
            choices=tuple(_PARTITIONS),
        ),
        GAMMA,
        LAMBDA,
        AGGREGATE,
    ),
    phases=("encoding", "clustering", "merging", "aggregating"),
    partition=partition,
    implications=implications,
    takes_nominal=True,
    promises_t=True,
    merges_for_t=True,
    by_distance=True,
    seconds=seconds,
)
