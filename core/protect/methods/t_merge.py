"""Microaggregation, then merging until t is kept.

Soria-Comas et al. (2015), Algorithm 1; manual: t-closeness#merging-t-merge.
"""

from __future__ import annotations

from core.jobs import Job
from core.protect.methods import mdav, v_mdav
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import (
    AGGREGATE,
    CATEGORIES,
    GAMMA,
    LAMBDA,
    SPREAD_SEED,
    K,
    Parameter,
    ParameterKind,
    T,
)
from core.protect.partition_method import Partition
from core.protect.task import Task, choice

_PARTITIONS = {method.name: method for method in (mdav.METHOD, v_mdav.METHOD)}


def partition(task: Task, job: Job) -> Partition:
    """Partition by the chosen method; t is guaranteed by `core.protect.merging`."""
    return _PARTITIONS[choice(task.parameters, "partition")].partition(task, job)


METHOD = Microaggregation(
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
        CATEGORIES,
        SPREAD_SEED,
    ),
    phases=("encoding", "clustering", "merging", "aggregating"),
    partition=partition,
    # What merging does depends on the data.
    implications=lambda parameters, records, left_out: _PARTITIONS[
        choice(parameters, "partition")
    ].implications(parameters, records, left_out),
    takes_nominal=True,
    promises_t=True,
    merges_for_t=True,
    by_distance=True,
    # With those of merging.
    seconds=lambda workload, parameters: (
        2 * workload.growing
        if parameters.get("partition") == v_mdav.METHOD.name
        else workload.clustering_with_t
    ),
)
