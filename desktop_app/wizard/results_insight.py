"""What the step Results looks at, made once from a result on the compute lane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers, take
from core.jobs import Job
from core.measure import Distribution, Projection, distribution, project
from core.model import Attribute, Column, Dataset, Result, Role
from core.pipeline.conform import conform

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Principal:
    """A principal component as an axis of the map: 0 for the first, 1 for the second."""

    index: int


Axis = str | Principal


@dataclass(frozen=True, slots=True, eq=False)
class Insight:
    """A result beside the records it came from. Internal: never leaves the window.

    Attributes
    ----------
    result : Result
        The run.
    attributes : tuple of Attribute
        Quasi-identifiers and confidential attributes, in column order.
    before, after : Mapping of str to Column
        Original (the kept records) and released columns of all but the identifiers.
    originals, released : Mapping of str to numpy.ndarray of float64, shape (r,)
        The quasi-identifiers as numbers; NaN where missing.
    order, starts : numpy.ndarray of int64, shape (r,) and (c + 1,)
        The records of cluster `i` are ``order[starts[i]:starts[i + 1]]``.
    plane : Projection
        Records and clusters on the first two principal components.
    rows : numpy.ndarray of int64, shape (r,)
        The row of each kept record in the user's file.
    """

    result: Result
    attributes: tuple[Attribute, ...]
    before: Mapping[str, Column]
    after: Mapping[str, Column]
    originals: Mapping[str, Numbers]
    released: Mapping[str, Numbers]
    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    plane: Projection
    rows: NDArray[np.int64]

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """Names of the quasi-identifiers."""
        return tuple(self.originals)

    @property
    def clusters(self) -> int:
        """Number of clusters."""
        return len(self.starts) - 1

    def members(self, cluster: int) -> NDArray[np.int64]:
        """Return the positions, among the kept records, of a cluster's records."""
        return self.order[self.starts[cluster] : self.starts[cluster + 1]]

    def records_along(self, axis: Axis) -> Numbers:
        """Return where the original records lie on `axis`, shape (r,); NaN where unknown."""
        if isinstance(axis, Principal):
            return self.plane.points[:, axis.index]
        return self.originals[axis]

    def clusters_along(self, axis: Axis) -> Numbers:
        """Return where the representatives lie on `axis`, shape (c,)."""
        if isinstance(axis, Principal):
            return self.plane.centroids[:, axis.index]
        return self.released[axis][self.order[self.starts[:-1]]]

    def distribution(self, attribute: Attribute) -> Distribution:
        """Count an attribute's values before and after, in common bins."""
        name = attribute.name
        return distribution(attribute, self.before[name], self.after[name])


def look_into(result: Result, dataset: Dataset, job: Job) -> Insight:
    """Put a result beside the records it came from."""
    schema = result.plan.project.schema
    typed = conform(dataset, result.plan.project)
    after = {column.name: column for column in result.columns}
    before = {n: take(typed.column(n), result.plan.kept) for n in after}
    job.check()
    masked = schema.with_role(Role.QUASI_IDENTIFIER)
    originals = {a.name: numbers(before[a.name], a) for a in masked}
    released = {a.name: numbers(after[a.name], a) for a in masked}
    job.check()
    order = np.argsort(result.clusters.labels, kind="stable").astype(np.int64)
    ends = np.cumsum(result.clusters.sizes)
    starts = np.concatenate((np.zeros(1, dtype=np.int64), ends)).astype(np.int64)
    plane = project(schema, tuple(before.values()), result.clusters.labels)
    return Insight(
        result=result,
        attributes=tuple(
            a
            for a in schema.attributes
            if a.role in (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL) and a.scale is not None
        ),
        before=before,
        after=after,
        originals=originals,
        released=released,
        order=order,
        starts=starts,
        plane=plane,
        rows=_rows(dataset)[result.plan.kept],
    )


def _rows(dataset: Dataset) -> NDArray[np.int64]:
    if dataset.row_numbers is not None:
        return dataset.row_numbers
    return np.arange(dataset.first_row, dataset.first_row + dataset.rows, dtype=np.int64)
