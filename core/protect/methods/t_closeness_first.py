"""T-closeness-first microaggregation, which builds clusters that satisfy t.

Soria-Comas et al. (2015), Algorithm 3; manual: t-closeness#t-closeness-first-t-closeness-first.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np

from core.jobs import Job, drive
from core.kernels.microaggregation.buckets import BucketClusters
from core.kernels.microaggregation.mixed_buckets import MixedBucketClusters
from core.model import Implications, Step
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import (
    AGGREGATE,
    CATEGORIES,
    SPREAD_SEED,
    K,
    Parameter,
    ParameterKind,
    T,
)
from core.protect.partition_method import Partition
from core.protect.task import Parameters, Task, number, whole


def cluster_size(records: int, k: int, t: float) -> int:
    """Return the cluster size k' of Algorithm 3.

    ``max(k, ceil(n / (2 (n - 1) t + 1)))`` (Soria-Comas et al. 2015, Expression 3), enlarged by
    ``floor((n mod k') / floor(n / k'))`` (Expression 4; the pseudo-code prints a ceiling, but
    only the floor gives the paper's Table III).

    Parameters
    ----------
    records : int
        Number of records n, at least `k`.
    k : int
        Minimum cluster size.
    t : float
        Largest EMD, in [0, 1]; interpreted as the exact decimal number.
    """
    smallest_for_t = records / (2 * (records - 1) * Fraction(repr(t)) + 1)
    size = max(k, ceil(smallest_for_t))
    return size + (records % size) // (records // size)


def emd_bound(records: int, size: int) -> float:
    """Return the upper bound on the EMD of a cluster of `size` records.

    Soria-Comas et al. (2015), Proposition 2. It holds if `size` divides `records`, which is at
    least 2, and the confidential values are distinct; otherwise it is an approximation, and the EMD
    is measured.
    """
    return (records - size) / (2 * (records - 1) * size)


def partition(task: Task, job: Job) -> Partition:
    """Build clusters of one record from each slice of the confidential attribute."""
    confidential = task.confidential[str(task.parameters["bucket_by"])]
    size = cluster_size(len(task.points), task.k, number(task.parameters, "t"))
    work: BucketClusters | MixedBucketClusters
    if task.nominal:
        work = MixedBucketClusters(task.points, task.categories(), confidential.ranks, size)
    else:
        work = BucketClusters(task.points, confidential.ranks, size)
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    smallest = int(np.bincount(work.labels).min())
    counts = {"clusters": work.clusters, "cluster_size": size, "smallest": smallest}
    return Partition(work.labels, (Step("t-closeness-first", counts),))


def implications(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications: Algorithm 3 forms ``n // k'`` clusters before any merging."""
    k, t = whole(parameters, "k"), number(parameters, "t")
    size = cluster_size(records, k, t)
    return Implications(
        records,
        left_out,
        cluster_size=size,
        clusters=records // size,
        t_bound=emd_bound(records, size),
        t_promised_by_k=emd_bound(records, k),
    )


METHOD = Microaggregation(
    name="t-closeness-first",
    sources=("Soria-Comas et al. (2015)",),
    parameters=(
        K,
        T,
        Parameter("bucket_by", ParameterKind.COLUMN, required=False),
        AGGREGATE,
        CATEGORIES,
        SPREAD_SEED,
    ),
    phases=("encoding", "clustering", "merging", "aggregating"),
    partition=partition,
    implications=implications,
    takes_nominal=True,
    promises_t=True,
    by_distance=True,
    seconds=lambda workload, _: workload.clustering_with_t,
)
