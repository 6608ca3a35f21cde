"""The interface of protection methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import Implications, Step
from core.protect.parameter import Parameter
from core.protect.task import Parameters, Task, whole
from core.protect.workload import Workload


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """A partition of the records.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    steps : tuple of Step
        The steps that led to it.
    """

    labels: NDArray[np.int64]
    steps: tuple[Step, ...] = ()


def clusters_of_k(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications of a method that always forms ``n // k`` clusters."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k)


def at_most_clusters_of_k(parameters: Parameters, records: int, left_out: int) -> Implications:
    """Return the implications of a method that may form fewer clusters where larger ones pay."""
    k = whole(parameters, "k")
    return Implications(records, left_out, cluster_size=k, clusters=records // k, at_most=True)


def _is_weighted(parameters: Parameters) -> bool:
    """Return whether distances include the confidential attributes (parameter `lambda`)."""
    share = parameters.get("lambda", 0)
    return isinstance(share, int | float) and share > 0


@dataclass(frozen=True, slots=True)
class MethodSpec:
    """A protection method.

    Attributes
    ----------
    name : str
        Its name in a recipe; the catalogue has ``method-<name>`` and
        ``method-<name>-meaning``.
    parameters : tuple of Parameter
        In the order of a form.
    phases : tuple of str
        Phases of `core.protect.protect` for this method, in order.
    partition : callable or None
        ``partition(task, job) -> Partition``; every cluster has at least `k` records.
        ``None`` for a method that makes no clusters (`core.protect.privacy`).
    implications : callable
        ``implications(parameters, records, left_out) -> Implications``.
    sources : tuple of str
        Publications, as cited in the manual's bibliography: ``Author (year)``.
    promises_t : bool
        Whether it guarantees that no cluster's EMD exceeds the parameter `t`; it then needs a
        confidential attribute.
    t_optional : bool
        Whether it promises t only if the parameter `t` is below 1, which is the largest EMD.
    merges_for_t : bool
        Whether it keeps t by merging alone, so that its partition depends on the confidential
        attributes only through the parameter `lambda`.
    quasi_identifiers : int or None
        Required number of quasi-identifiers; ``None``: any number.
    uses_domain : bool
        Whether it uses the declared bounds of the quasi-identifiers.
    column_by_column : bool
        Whether it partitions each quasi-identifier separately, so that k holds for each of them but
        not for all together.
    sorts : bool
        Whether it sorts the records once and cuts the sorted list into clusters.
    by_distance : bool
        Whether it forms clusters by the distances between `Task.points`, whatever their dimension.
    takes_nominal : bool
        Whether quasi-identifiers may be nominal.
    seconds : callable
        ``seconds(workload, parameters)``: approximate seconds of forming the clusters, without the
        moves of a search; by default those of MDAV.
    """

    name: str
    parameters: tuple[Parameter, ...]
    phases: tuple[str, ...]
    partition: Callable[[Task, Job], Partition] | None
    implications: Callable[[Parameters, int, int], Implications]
    sources: tuple[str, ...]
    promises_t: bool = False
    t_optional: bool = False
    merges_for_t: bool = False
    quasi_identifiers: int | None = None
    uses_domain: bool = False
    column_by_column: bool = False
    sorts: bool = False
    by_distance: bool = False
    takes_nominal: bool = False
    seconds: Callable[[Workload, Parameters], float] = lambda workload, _: workload.clustering

    @property
    def is_private(self) -> bool:
        """Whether it is differentially private, with noise in declared domains and no clusters."""
        return self.partition is None

    @property
    def in_blocks(self) -> bool:
        """Whether the records of a large file can be partitioned in blocks (`core.protect.blocks`).

        Methods that sort records or single columns, or that release no clusters, need none.
        """
        return self.by_distance

    @property
    def needs_confidential(self) -> bool:
        """Whether the method needs a confidential attribute."""
        return self.promises_t

    def keeps_t(self, parameters: Parameters) -> bool:
        """Return whether these parameters promise that no cluster's EMD exceeds `t`."""
        t = parameters.get("t", 1)
        return self.promises_t or (self.t_optional and isinstance(t, int | float) and t < 1)

    def works_on_confidential(self, parameters: Parameters) -> bool:
        """Return whether the groups depend on the confidential attributes."""
        return self.keeps_t(parameters) or _is_weighted(parameters)

    def partitions_by_confidential(self, parameters: Parameters) -> bool:
        """Return whether the partition, before merging, depends on the confidential attributes."""
        return _is_weighted(parameters) or (self.keeps_t(parameters) and not self.merges_for_t)

    def complete(self, parameters: Parameters) -> Parameters:
        """Return the parameters, with defaults for absent optional ones."""
        optional = {p.name: p.default for p in self.parameters if not p.required}
        return {**{name: v for name, v in optional.items() if v is not None}, **parameters}

    def parameter(self, name: str) -> Parameter:
        """Return the parameter called `name`; raise ``KeyError`` if there is none."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise KeyError(name)
