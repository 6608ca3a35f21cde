"""What a representative of the numbers or categories of a cluster is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from core.array_types import Floats, Ints
from core.conditions import Records
from core.errors import Problem
from core.jobs import Job
from core.model import Column, Project, Step
from core.rules import Preserved

FEWEST_UNITS = 3
"""Units behind what is released of answers or comes near the original's.

One would see its own answer published as it is, and each of two could work out the other
(Hundepool et al. 2024, section 4.2.1: minimum frequency 3).
"""


@dataclass(frozen=True, slots=True)
class Finishing:
    """What is done to the numbers of all columns before they are released.

    Attributes
    ----------
    finish : callable
        Shares out sums, rounds, and keeps edit rules.
    parts : frozenset of str
        Columns that follow from their totals.
    steps_of : callable
        Computes of which number the values of some columns are multiples, 0 of none.
    """

    finish: Callable[[Sequence[Column]], tuple[Column, ...]]
    parts: frozenset[str]
    steps_of: Callable[[Sequence[str]], Mapping[str, float]] = lambda _: {}


class CountedStep(Protocol):
    """A step of a run or of its log."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def counts(self) -> Mapping[str, int | float | str]:
        """What it counted."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class StoredCore:
    """A release whose records were drawn, read again; its columns are in the order of the run.

    Attributes
    ----------
    core, released : Mapping of str to Column
        The columns of the file with the values of the core, and as they were released.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record in the core.
    steps : sequence of CountedStep
        Those of the internal log.
    seed : str
        32 hexadecimal digits.
    """

    project: Project
    core: Mapping[str, Column]
    released: Mapping[str, Column]
    labels: Ints
    steps: Sequence[CountedStep]
    seed: str


class Representative(ABC):
    """What each record of a cluster gets instead of its own values."""

    name: ClassVar[str]
    """In a recipe; the catalogue has ``choice-<parameter>-<name>``."""

    parameter: ClassVar[str]
    """The parameter of a method that chooses it."""

    looks_at_all_clusters: ClassVar[bool] = False
    """Whether that of a cluster depends on the others, so that no search may foresee it."""

    core_words: ClassVar[str] = ""
    """If records are drawn from the clusters' values, which are then the core of the file: how the
    codes of sentences on it end in the catalogue. An office has to allow it by a setting with the
    representative's name."""

    def fewest_records(self, k: int) -> int:
        """Compute how many records a cluster has at least."""
        return k

    def draw_from_core(
        self,
        records: Records,  # noqa: ARG002
        core: Sequence[Column],  # noqa: ARG002
        finishing: Finishing,  # noqa: ARG002
        job: Job,  # noqa: ARG002
    ) -> tuple[Mapping[str, Column], tuple[Step, ...]]:
        """Draw columns of records from the finished values of all clusters, if it does.

        Parameters
        ----------
        records : Records
            The original records.
        core : sequence of Column
            Their columns with the values of their clusters.

        Returns
        -------
        columns : Mapping of str to Column
            Those that differ from the core.
        steps : tuple of Step
            For the log.
        """
        return {}, ()

    def size_problems(self, labels: Ints, k: int) -> list[Problem]:  # noqa: ARG002
        """List the problem that a group of a core has too few records to be drawn from."""
        return []

    def draw_again(
        self,
        stored: StoredCore,  # noqa: ARG002
    ) -> tuple[Mapping[str, Column], Sequence[str]]:
        """Draw the columns of a release again, if it draws.

        Returns
        -------
        columns : Mapping of str to Column
            Those that differ from the core.
        off : sequence of str
            The columns whose means of groups differ in the file from those of the core.

        Raises
        ------
        ArithmeticError, AttributeError, LookupError, TypeError, ValueError
            If no run wrote the numbers of the log.
        """
        return {}, ()


class NumberRepresentative(Representative):
    """What each record of a cluster gets instead of its own number."""

    parameter = "aggregate"

    preserves: ClassVar[Preserved | None]
    """What edit rules may rest on (`core.rules.rule_construction`)."""

    is_value_of_unit: ClassVar[bool]
    """Whether it may be the very value of a unit other than by chance (row B5)."""

    @property
    def keeps_sums(self) -> bool:
        """Whether that of a sum is the sum of those of its parts, weighted by survey weights."""
        return self.preserves is Preserved.SUMS

    @abstractmethod
    def of_clusters(self, values: Floats, labels: Ints, weights: Floats | None) -> Floats:
        """Compute the representative of each cluster's observed values, NaN without any.

        Parameters
        ----------
        values : numpy.ndarray of float64, shape (n,)
            NaN where they are missing.
        labels : numpy.ndarray of int64, shape (n,)
            Cluster of each record, numbered from 0 without gaps.
        weights : numpy.ndarray of float64, shape (n,), optional
            Positive survey weights.

        Returns
        -------
        numpy.ndarray of float64, shape (clusters,)
        """

    def settle(
        self,
        records: Records,  # noqa: ARG002
        released: Sequence[Column],
        labels: Mapping[str, Ints],  # noqa: ARG002
        finishing: Finishing,
        job: Job,  # noqa: ARG002
    ) -> tuple[tuple[Column, ...], tuple[Step, ...]]:
        """Finish the numbers of all clusters, and describe the steps for the log.

        Parameters
        ----------
        records : Records
            The original records.
        released : sequence of Column
            Their released columns, with the representatives of `of_clusters`.
        labels : Mapping of str to numpy.ndarray of int64, shape (n,)
            For each masked column, the cluster of each record.
        """
        return finishing.finish(released), ()


class CategoryRepresentative(Representative):
    """What each record of a cluster gets instead of its own categories."""

    parameter = "categories"

    @abstractmethod
    def choose(
        self,
        records: Records,
        released: Sequence[Column],
        labels: Mapping[str, Ints],
        job: Job,
    ) -> tuple[tuple[Column, ...], tuple[Step, ...]]:
        """Choose the released categories, and describe the steps for the log.

        Parameters
        ----------
        records : Records
            The original records.
        released : sequence of Column
            Their released columns, with the typical category of each cluster.
        labels : Mapping of str to numpy.ndarray of int64, shape (n,)
            For each masked column, the cluster of each record.
        """
