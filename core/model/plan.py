"""A recipe resolved against schema and data: checked and deterministic, or with its problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Severity
from core.model.project import Project


@dataclass(frozen=True, slots=True)
class Implications:
    """What the settings mean for this file, known before anything is run.

    Attributes
    ----------
    records : int
        Records that will be released.
    left_out : int
        Records that will not, because of missing values.
    cluster_size : int
        Least number of records in a cluster (k, or the k' that t demands).
    clusters : int
        Number of clusters, before any merging.
    t_bound : float or None
        Largest EMD a cluster of `cluster_size` can have when the confidential values are
        distinct and the size divides the number of records (Soria-Comas et al. 2015,
        Proposition 2); ``None`` for a method that does not promise t.
    t_promised_by_k : float or None
        The same bound at the user's own k: for this t or a larger one the method forms clusters
        no larger than k; clusters that are farther all the same are merged.
    at_most : bool
        Whether `clusters` is only the largest number there can be, the true one depending on
        the data.
    """

    records: int
    left_out: int
    cluster_size: int
    clusters: int
    t_bound: float | None = None
    t_promised_by_k: float | None = None
    at_most: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A project resolved against a data set.

    Attributes
    ----------
    project : Project
        With every default of the method spelled out.
    parameters : Mapping of str to object
        The method's parameters, checked, of the declared types, all present.
    kept : numpy.ndarray of int64, shape (r,)
        Positions of the records that will be released, ascending.
    phases : tuple of str
        Phase codes of the run, in order.
    implications : Implications or None
        ``None`` when problems make it unknowable.
    problems : tuple of Problem
        Errors, warnings and notes; the plan can be executed if none is an error.
    """

    project: Project
    parameters: Mapping[str, object]
    kept: NDArray[np.int64]
    phases: tuple[str, ...]
    implications: Implications | None
    problems: tuple[Problem, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that forbid a run."""
        return tuple(p for p in self.problems if p.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The problems that go into the audit log."""
        return tuple(p for p in self.problems if p.severity is Severity.WARNING)
