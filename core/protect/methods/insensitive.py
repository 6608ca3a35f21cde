"""Insensitive microaggregation.

Sánchez et al. (2016), section 2.4; manual: microaggregation#insensitive-microaggregation.
"""

from __future__ import annotations

import numpy as np

from core.jobs import Job
from core.model import Step
from core.protect.domain import corner_distances, in_domain
from core.protect.microaggregation import Microaggregation
from core.protect.parameter import AGGREGATE, CATEGORIES, SPREAD_SEED, K
from core.protect.partition_method import Partition, clusters_of_k
from core.protect.task import Task


def partition(task: Task, job: Job) -> Partition:
    """Sort by the distance to the domain's lower corner and cut into runs of `k`.

    The corner of a nominal attribute is its most marginal category.

    Distances are Euclidean, with each attribute in widths of its declared domain instead of
    standard deviations, so that the order belongs to the domain: changing one record does not
    change the relative order of the others. Ties are broken by the records' values in column order.
    The last run takes the remainder.
    """
    n, k = len(task.points), task.k
    job.start_phase("clustering", n)
    places, keys = in_domain(task)
    # lexsort treats its last key as the primary one.
    order = np.lexsort((*keys[::-1], corner_distances(places)))
    job.update(n)
    labels = np.empty(n, dtype=np.int64)
    labels[order] = np.minimum(np.arange(n) // k, n // k - 1)
    return Partition(labels, (Step("insensitive", {"clusters": n // k, "k": k}),))


METHOD = Microaggregation(
    name="insensitive",
    sources=("Soria-Comas et al. (2014)",),
    parameters=(K, AGGREGATE, CATEGORIES, SPREAD_SEED),
    phases=("encoding", "clustering", "aggregating"),
    partition=partition,
    implications=clusters_of_k,
    takes_nominal=True,
    uses_domain=True,
    seconds=lambda workload, _: workload.sorting,
)
