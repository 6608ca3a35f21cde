"""What a condition consists of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions.recipe_records import Records
from core.encode.unit_groups import first_records
from core.errors import Problem, Where
from core.model import Column, ConditionCount, Recipe, Schema

Values = Bools | Ints
State = tuple[str, Bools]


@dataclass(frozen=True, slots=True, eq=False)
class Released:
    """Released columns of the same records, in the same order.

    Attributes
    ----------
    groups : Mapping of str to numpy.ndarray of int64, shape (n,)
        For each masked column, the groups of records that share the released values of all columns
        masked together with it, numbered from 0.
    joined : Mapping of str to numpy.ndarray of bool, shape (n,)
        For each masked column, the records whose pattern was joined to another one.
    """

    columns: Mapping[str, Column]
    groups: Mapping[str, Ints]
    joined: Mapping[str, Bools]

    def in_mixed_groups(self, name: str) -> Bools:
        """Find the records in groups of column `name` with records of a joined pattern."""
        groups, joined = self.groups[name], self.joined[name]
        mixed = np.zeros(int(groups.max()) + 1, dtype=np.bool_)
        mixed[groups[joined]] = True
        return np.asarray(mixed[groups])


def state_count(
    condition: str,
    column: str,
    original_states: Values,
    released_states: Values,
    released: Released,
) -> ConditionCount:
    """Count the cells with a state, which is 0 for none, and those that changed.

    The condition is held if these occur only in groups with records of a pattern that was joined to
    another one.
    """
    changed = original_states != released_states
    figures = {
        "before": int(np.count_nonzero(original_states)),
        "after": int(np.count_nonzero(released_states)),
        "changed": int(np.count_nonzero(changed)),
    }
    is_held = not bool((changed & ~released.in_mixed_groups(column)).any())
    return ConditionCount(condition, column, figures, is_held)


@dataclass(frozen=True, slots=True, eq=False)
class GroupFigures:
    """How near each group of a release is to violating a condition.

    Attributes
    ----------
    name : str
        What was measured: ``changed`` cells, violating ``records``, ``units`` that share a profile
        or have records in the group, how many are ``sharing`` the values of a scenario, or the
        ``p`` or ``share`` of a dominance rule.
    values : numpy.ndarray of float64, shape (groups,)
        Infinite for groups that cannot violate the condition.
    high_is_worse : bool
        Whether the group with the highest figure is the worst.
    """

    name: str
    values: Floats
    high_is_worse: bool


class StartedLimit(Protocol):
    """A limit on groups that are fixed: only their excess is needed."""

    bound: float
    """A group whose excess is greater violates the limit."""

    def start(self, labels: Ints, groups: int) -> Floats:
        """Compute the excess of each of the groups numbered from 0, shape (groups,)."""


class Limit(StartedLimit, Protocol):
    """A property of groups that merging can bring about, such as an EMD of at most t.

    The union of two groups that are within the limit is within it, too.
    """

    def merge(self, into: int, gone: int) -> float:
        """Merge two groups of those given to `start`; return the excess of their union."""


class RecordLimit(Limit, Protocol):
    """A limit on groups of the records of a file."""

    def part(self, records: Ints) -> Limit:
        """Return the limit on groups of some records, shape (r,), in this order."""


class Condition(ABC):
    """A condition of a release; by default it separates no records and limits no groups."""

    name: ClassVar[str]

    is_of_core: ClassVar[bool] = True
    """Whether it is about groups: of records drawn from a core, it is counted in that."""

    def problems(self, _recipe: Recipe, _schema: Schema) -> list[Problem]:
        """Check the settings of the condition, whatever the file contains.

        Nothing, unless a condition says so: those on units are checked against method and file.
        """
        return []

    @abstractmethod
    def columns(self, recipe: Recipe, schema: Schema) -> list[str]:
        """Return the columns for which the condition is chosen, in the order of counting."""

    @abstractmethod
    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence of the claim on this condition, or ``None`` if it is not chosen."""

    def states(self, _records: Records, _names: Sequence[str]) -> list[State]:
        """Compute the states that records need to share to be grouped, by column.

        Parameters
        ----------
        records : Records
            The `n` records to be released.
        names : sequence of str
            The columns that are masked together.

        Returns
        -------
        list of pairs of str and numpy.ndarray of bool, shape (n,)
            Column and state of each record.
        """
        return []

    def limits(self, _records: Records, _names: Sequence[str]) -> list[RecordLimit]:
        """Return the limits on groups of records whose columns `names` are masked together."""
        return []

    def violation_problems(
        self, records: Records, names: Sequence[str], row_of: Callable[[int], int]
    ) -> list[Problem]:
        """Build the error that strata, or a file without any, violate a limit as a whole.

        Its code is ``NAME-of-stratum`` or ``NAME-of-file``.

        Parameters
        ----------
        records : Records
            The records to be released.
        names : sequence of str
            All columns that are masked.
        row_of : callable
            Returns the row in the file of the record at a position.
        """
        strata = records.strata()
        first = first_records(strata)
        is_broken = np.zeros(len(first), dtype=np.bool_)
        for limit in self.limits(records, names):
            is_broken |= limit.start(strata, len(first)) > limit.bound
        if not is_broken.any():
            return []
        if not records.recipe.strata:
            return [Problem(f"{self.name}-of-file", Where(field=self.name))]
        rows = [row_of(int(record)) for record in first[is_broken]]
        params = {"columns": list(records.recipe.strata), "count": len(rows)}
        problem_where = Where(row=min(rows), field=self.name)
        return [Problem(f"{self.name}-of-stratum", problem_where, params)]

    @abstractmethod
    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the condition in the released columns of the records `original`."""

    def group_figures(
        self, _original: Records, _released: Released, _column: str, _labels: Ints
    ) -> GroupFigures | None:
        """Measure how near each group is to violating the condition; ``None`` if it cannot.

        Parameters
        ----------
        original, released : Records and Released
            As in `count`.
        column : str
            One of `columns`.
        labels : numpy.ndarray of int64, shape (n,)
            Group of each record, numbered from 0 without gaps.
        """
        return None
