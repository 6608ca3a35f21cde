"""The limits besides t on groups of the records of a file in the scratch folder.

They are those of `core.conditions.limits_of`: a dominance rule, column by column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.conditions.dominance_condition import contributions
from core.conditions.group_amounts import (
    GroupAmounts,
    GrowingAmounts,
    StartedDominance,
    group_amounts,
    joined_amounts,
    named_by,
)
from core.io.scratch.row_files import Rows
from core.model import Column, Dominance, Project, Recipe

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def weights_of_limits(recipe: Recipe) -> tuple[str, ...]:
    """Return the column of survey weights, if limits depend on it."""
    return () if recipe.dominance is None or recipe.weight is None else (recipe.weight,)


class MergedLimit(Protocol):
    """A limit of which a number of each cluster is in memory while clusters on disk are merged."""

    bound: float

    def excess(self) -> NDArray[np.float64]:
        """Return the excess of each cluster."""
        ...

    def merge(self, into: int, gone: int, rows: Rows) -> float:
        """Merge two clusters; return the excess of their union, whose records `rows` are."""
        ...


class AmountsOfClusters:
    """The contributions to the totals of clusters, all records of some of which arrive at a time.

    Parameters
    ----------
    project : Project
        Resolved.
    """

    def __init__(self, project: Project, rule: Dominance) -> None:
        self._schema, self._recipe, self._rule = project.schema, project.recipe, rule
        self._found: list[list[GroupAmounts]] = [[] for _ in rule.columns]

    def take(self, columns: Sequence[Column], labels: Ints, groups: int) -> None:
        """Take all records of the next clusters, numbered from 0."""
        records = Records(tuple(columns), self._schema, self._recipe)
        for name, found in zip(self._rule.columns, self._found, strict=True):
            amounts, named = contributions(records, name), named_by(self._rule)
            found.append(group_amounts(amounts, labels, groups, named))

    def limits(self, order: Ints) -> list[MergedLimit]:
        """Return a limit for each column; clusters are numbered in the given order."""
        return [
            _OfClusters(StartedDominance(joined_amounts(found).of(order), self._rule))
            for found in self._found
        ]


class _OfClusters:
    """A dominance rule on clusters, whose records are not needed to merge them."""

    bound = StartedDominance.bound

    def __init__(self, started: StartedDominance) -> None:
        self._started = started

    def excess(self) -> NDArray[np.float64]:
        return self._started.excess()

    def merge(self, into: int, gone: int, _rows: Rows) -> float:
        return self._started.merge(into, gone)


class AmountsOfPatterns:
    """The contributions to the totals of patterns, whose records arrive in any parts.

    Parameters
    ----------
    project, rule : Project and Dominance
        As of `AmountsOfClusters`.
    """

    def __init__(self, project: Project, rule: Dominance) -> None:
        self._schema, self._recipe, self._rule = project.schema, project.recipe, rule
        self._columns = [GrowingAmounts(named_by(rule)) for _ in rule.columns]

    def take(self, columns: Sequence[Column], patterns: Ints) -> None:
        """Take the next records, of which each is in one of the patterns numbered from 0."""
        records = Records(tuple(columns), self._schema, self._recipe)
        for name, growing in zip(self._rule.columns, self._columns, strict=True):
            growing.add(contributions(records, name), patterns)

    def violates(self, root: Ints) -> Bools:
        """Return which unions of patterns violate the rule; see `core.conditions.patterns`."""
        broken = np.zeros(len(root), np.bool_)
        for growing in self._columns:
            union = StartedDominance(growing.amounts().union(root, len(root)), self._rule)
            broken |= union.excess() > union.bound
        return broken
