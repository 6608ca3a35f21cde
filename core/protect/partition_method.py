"""Methods that partition the records, as a basis of microaggregation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from core.array_types import Ints
from core.jobs import Job
from core.model import Implications, Promise, Step
from core.protect.protection_method import ProtectionMethod
from core.protect.task import Parameters, Task, whole


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """A partition of the records.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    """

    labels: Ints
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionMethod(ProtectionMethod):
    """A method that partitions the records into clusters of at least `k`.

    Attributes
    ----------
    partition : callable
        ``partition(task, job) -> Partition``; every cluster has at least `k` records.
    """

    forms_groups: ClassVar[bool] = True

    partition: Callable[[Task, Job], Partition]

    def promise(self, parameters: Parameters) -> Promise:
        """Return k of each block, and t if the parameters keep it."""
        k, t = parameters.get("k"), parameters.get("t")
        return Promise(
            k=k if isinstance(k, int) else None,
            t=float(t) if isinstance(t, int | float) and self.keeps_t(parameters) else None,
        )


def clusters_of_k(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications of a method that always forms ``n // k`` clusters."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k)


def at_most_clusters_of_k(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications of a method that may form fewer clusters where larger ones pay."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k, at_most=True)
