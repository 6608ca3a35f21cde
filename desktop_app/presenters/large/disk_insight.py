"""What the step Results looks at after a run on disk, of which no records are left. Knows no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from core.pipeline.out_of_core.measuring.overview import Overview
from numpy.typing import NDArray

from core.jobs import Job
from core.measure import Distribution
from core.model import Attribute, Clusters, Column, Result, Role
from desktop_app.presenters.released_figures import ColumnFigures

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """How many clusters there are of each size.

    Attributes
    ----------
    columns : tuple of str
        The columns that were masked together; empty for all.
    sizes, clusters : numpy.ndarray of int64, shape (s,)
        The sizes that occur, ascending, and how many clusters have each.
    """

    columns: tuple[str, ...]
    sizes: Ints
    clusters: Ints

    @property
    def count(self) -> int:
        """Number of clusters."""
        return int(self.clusters.sum())

    @property
    def records(self) -> int:
        """Number of records in all of them."""
        return int(self.sizes @ self.clusters)

    @property
    def median(self) -> int:
        """The size that at least half of the clusters do not exceed."""
        reached = np.cumsum(self.clusters)
        return int(self.sizes[np.searchsorted(reached, (self.count + 1) // 2)])


@dataclass(frozen=True, slots=True, eq=False)
class DiskInsight:
    """A result with what was found out about its columns. Internal: never leaves the window.

    Attributes
    ----------
    result : Result
        The run, without its records.
    overview : Overview
        Its columns before and after.
    attributes : tuple of Attribute
        Quasi-identifiers and confidential attributes, in column order.
    groupings : tuple of Grouping
        The clusters, or those of each block; none where a private method forms none.
    """

    result: Result
    overview: Overview
    attributes: tuple[Attribute, ...]
    groupings: tuple[Grouping, ...]

    @property
    def before(self) -> Mapping[str, Column]:
        """The original columns without their records."""
        return self.overview.heads

    def distribution(self, attribute: Attribute) -> Distribution:
        """Return how often an attribute's values occur before and after, in common bins."""
        return self.overview.distributions[attribute.name]

    def figures(self, _job: Job) -> ColumnFigures:
        """Return the figures of all released columns."""
        found = self.overview
        return ColumnFigures(found.attributes, found.described, found.correlated, found.weight)


def look_into_disk(result: Result, overview: Overview, job: Job) -> DiskInsight:
    """Join a result with the overview of its columns; clusters can be many millions."""
    roles = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
    parts: list[tuple[tuple[str, ...], Clusters]] = [((), result.clusters)]
    if result.blocks:
        parts = [(block.columns, block.clusters) for block in result.blocks]
    groupings = []
    for columns, clusters in parts:
        job.check()
        if len(clusters.sizes):
            sizes, counts = np.unique(clusters.sizes, return_counts=True)
            groupings.append(Grouping(columns, sizes.astype(np.int64), counts.astype(np.int64)))
    attributes = result.plan.project.schema.attributes
    return DiskInsight(
        result,
        overview,
        tuple(a for a in attributes if a.role in roles and a.scale is not None),
        tuple(groupings),
    )
