"""Plans: a recipe checked against schema and data, with its problems if there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from core.array_types import Ints
from core.errors import Problem, Severity
from core.model.project import Project


@dataclass(frozen=True, slots=True)
class Implications:
    """What the settings imply for this file, computed before the run.

    Attributes
    ----------
    left_out : int
        Records that will be left out because of missing values.
    cluster_size : int
        Minimum cluster size: k, or the larger k' that t requires.
    clusters : int
        Number of clusters, before any merging.
    t_bound : float or None
        Upper bound on the EMD of a cluster of `cluster_size` if the confidential values are
        distinct and the size divides the number of records (Soria-Comas et al. 2015, Proposition
        2); ``None`` for a method that does not promise t.
    t_promised_by_k : float or None
        The same bound at the user's k: for this t or a larger one the method keeps clusters of size
        k, and merges those whose EMD is larger all the same.
    at_most : bool
        Whether `clusters` is only an upper bound because the number depends on the data.
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
    """A project resolved against a dataset.

    Attributes
    ----------
    project : Project
        With all defaults of the method filled in.
    parameters : Mapping of str to object
        All parameters of the method, checked and of their declared types.
    kept : numpy.ndarray of int64, shape (r,)
        Positions of the records that will be released, ascending.
    implications : Implications or None
        ``None`` if problems prevent computing them.
    problems : tuple of Problem
        Errors, warnings and notes; the plan can be executed if none is an error.
    """

    project: Project
    parameters: Mapping[str, object]
    kept: Ints
    phases: tuple[str, ...]
    implications: Implications | None
    problems: tuple[Problem, ...] = ()

    @property
    def records(self) -> int:
        """Number of records that will be released."""
        return len(self.kept)

    @property
    def without_use(self) -> Problem | None:
        """The note that the method makes no use of t, as it does not of any larger one."""
        ahead, k, t = self.implications, self.parameters.get("k"), self.parameters.get("t")
        if ahead is None or ahead.t_promised_by_k is None or ahead.cluster_size != k:
            return None
        if self.project.recipe.limits_groups:  # Clusters may be larger than k alone asks for.
            return None
        params = {"t": t, "k": k, "least": ceil(1000 * ahead.t_promised_by_k) / 1000}
        return Problem("t-without-use", params=params, severity=Severity.NOTE)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that forbid a run."""
        return tuple(p for p in self.problems if p.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The problems that go into the audit log."""
        return tuple(p for p in self.problems if p.severity is Severity.WARNING)
