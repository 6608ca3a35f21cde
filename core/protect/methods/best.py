"""Simulated annealing for a partition with small loss, optionally under a limit on t."""

from __future__ import annotations

from dataclasses import replace

from core.encode import by_first_appearance
from core.jobs import Job
from core.protect.closeness_limit import ClosenessLimit
from core.protect.merging import merge_until
from core.protect.methods import mdav, t_closeness_first
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import (
    AGGREGATE,
    CATEGORIES,
    LAMBDA,
    MOVES,
    OPTIONAL_T,
    SEED,
    SPREAD_SEED,
    K,
)
from core.protect.partition_improvement import improve
from core.protect.partition_method import Partition, at_most_clusters_of_k
from core.protect.task import Parameters, Task, number, whole
from core.protect.workload import Workload


def partition(task: Task, job: Job) -> Partition:
    """Search from the partition of MDAV, or of t-closeness-first if t is promised."""
    t = number(task.parameters, "t")
    if t < 1:
        # Clusters whose EMD from the file is at most t, if possible.
        first = {**task.parameters, "bucket_by": next(iter(task.confidential))}
        start = t_closeness_first.partition(replace(task, parameters=first), job)
        ranked, file = (tuple(ranks.values()) for ranks in (task.confidential, task.file))
        labels = by_first_appearance(start.labels)
        labels = merge_until(task.points, labels, [ClosenessLimit(ranked, t, file)], job)
        start = Partition(labels, start.steps)
    else:
        start = mdav.partition(task, job)
    moves, seed = whole(task.parameters, "moves"), whole(task.parameters, "seed")
    return improve(start, task, job, moves, seed, t)


def _seconds(workload: Workload, parameters: Parameters) -> float:
    """Return the approximate seconds before the search."""
    return workload.clustering_with_t if METHOD.keeps_t(parameters) else workload.clustering


METHOD = Microaggregation(
    name="best",
    sources=("Kirkpatrick et al. (1983)",),
    parameters=(K, OPTIONAL_T, MOVES, SEED, LAMBDA, AGGREGATE, CATEGORIES, SPREAD_SEED),
    phases=("encoding", "clustering", "improving", "merging", "aggregating"),
    partition=partition,
    implications=at_most_clusters_of_k,
    t_optional=True,
    by_distance=True,
    seconds=_seconds,
)
