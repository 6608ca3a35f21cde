"""What the step Results looks at, made once from a result on the compute lane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.checklist.cast_columns import cast_column, cast_columns
from core.encode import numbers, take
from core.jobs import Job
from core.measure import (
    Distribution,
    Projection,
    Representation,
    distribution,
    list_candidates,
    project,
)
from core.model import (
    CATEGORICAL,
    Attribute,
    Clusters,
    Column,
    Dataset,
    Result,
    Role,
    Scale,
    Schema,
)
from core.table import keep
from desktop_app.presenters.released_figures import ReleasedFigures, figures_of

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Principal:
    """A principal component as an axis of the map: 0 for the first, 1 for the second."""

    index: int


Axis = str | Principal


@dataclass(frozen=True, slots=True, eq=False)
class ResultInsight:
    """A result with the records it came from. Internal: never leaves the window.

    Attributes
    ----------
    result : Result
        The run.
    attributes : tuple of Attribute
        Quasi-identifiers and confidential attributes, in column order.
    before, after : Mapping of str to Column
        Original (the kept records) and released columns of all but the identifiers.
    masked : tuple of Attribute
        The quasi-identifiers whose values the records of a cluster share.
    originals, released : Mapping of str to numpy.ndarray of float64, shape (r,)
        Those of them that are not nominal, as numbers; NaN where missing.
    order, starts : numpy.ndarray of int64, shape (r,) and (c + 1,)
        The records of cluster `i` are ``order[starts[i]:starts[i + 1]]``.
    plane : Projection
        Records and clusters on the first two principal components (of categories: principal
        coordinates).
    rows : numpy.ndarray of int64, shape (r,)
        The row of each kept record in the user's file, its header included.
    numbers : numpy.ndarray of int64, shape (r,)
        The number of each kept record in the user's file, from 1.
    dataset : Dataset
        The input as it was read.
    grouping : Clusters
        The clusters that are looked at: the result's own, or those of one of its blocks.
    block : int or None
        Which block that is; ``None`` for all quasi-identifiers together.
    """

    result: Result
    attributes: tuple[Attribute, ...]
    masked: tuple[Attribute, ...]
    before: Mapping[str, Column]
    after: Mapping[str, Column]
    originals: Mapping[str, Numbers]
    released: Mapping[str, Numbers]
    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    plane: Projection
    rows: NDArray[np.int64]
    numbers: NDArray[np.int64]
    grouping: Clusters
    dataset: Dataset
    block: int | None = None

    @property
    def categories(self) -> tuple[Attribute, ...]:
        """Those of `masked` whose values are categories."""
        return tuple(attribute for attribute in self.masked if attribute.scale in CATEGORICAL)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """What the map can have as an axis; the first two are shown first."""
        alone = tuple(self.originals) if len(self.masked) == 1 else ()
        if alone:
            return (*alone, Principal(1))
        return (Principal(0), Principal(1), *self.originals)

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

    def represent(self, attribute: Attribute, cluster: int) -> Representation:
        """List the categories that could represent a cluster, the released one first."""
        original, released = self.before[attribute.name], self.after[attribute.name]
        return list_candidates(attribute, original, released, self.members(cluster))

    def distribution(self, attribute: Attribute) -> Distribution:
        """Count an attribute's values before and after, in common bins."""
        name = attribute.name
        return distribution(attribute, self.before[name], self.after[name])

    def figures(self, job: Job) -> ReleasedFigures:
        """Compute the figures of all released columns; not for the window's thread."""
        return figures_of(self.result, self.dataset, job)


def look_into(
    result: Result, dataset: Dataset, job: Job, block: int | None = None
) -> ResultInsight:
    """Join a result with the records it came from; with `block`, show that block's clusters."""
    schema = result.plan.project.schema
    typed = cast_columns(dataset, result.plan.project)
    released_columns = {column.name: column for column in result.columns}
    original_columns = {n: take(typed.column(n), result.plan.kept) for n in released_columns}
    job.check()
    if block is None:
        shown_schema = schema
    else:
        names_of_block = set(result.blocks[block].columns)
        shown_schema = Schema(
            tuple(
                a
                for a in schema.attributes
                if a.role is not Role.QUASI_IDENTIFIER or a.name in names_of_block
            )
        )
    masked = shown_schema.with_role(Role.QUASI_IDENTIFIER)
    # Single categories have no place on an axis.
    ordered = [attribute for attribute in masked if attribute.scale is not Scale.NOMINAL]
    originals = {a.name: keep(numbers(original_columns[a.name], a)) for a in ordered}
    released = {a.name: keep(numbers(released_columns[a.name], a)) for a in ordered}
    job.check()
    clusters = result.clusters if block is None else result.blocks[block].clusters
    order = keep(np.argsort(clusters.labels, kind="stable").astype(np.int64, copy=False))
    ends = np.cumsum(clusters.sizes)
    starts = np.concatenate((np.zeros(1, dtype=np.int64), ends)).astype(np.int64)
    plane = project(shown_schema, tuple(original_columns.values()), clusters.labels)
    roles = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
    if dataset.row_numbers is not None:
        rows = dataset.row_numbers
    else:
        rows = np.arange(dataset.first_row, dataset.first_row + dataset.rows, dtype=np.int64)
    return ResultInsight(
        result=result,
        attributes=tuple(a for a in schema.attributes if a.role in roles and a.scale is not None),
        masked=masked,
        before=original_columns,
        after=released_columns,
        originals=originals,
        released=released,
        order=order,
        starts=starts,
        plane=replace(plane, points=keep(plane.points)),
        rows=keep(rows[result.plan.kept]),
        numbers=keep(result.plan.kept + 1),
        grouping=clusters,
        dataset=dataset,
        block=block,
    )


def spelled_before(insight: ResultInsight) -> Mapping[str, Column]:
    """Spell the categories of the original columns as in the file.

    The taxonomy of a column may name a category otherwise: 56.10 where the file has 5610.
    """
    project, kept_rows = insight.result.plan.project, insight.result.plan.kept
    decimal = project.source.options.decimal
    columns = dict(insight.before)
    for attribute in project.schema.attributes:
        if attribute.mapping and attribute.name in columns:
            unmapped = replace(attribute, mapping=())
            column = cast_column(insight.dataset.column(attribute.name), unmapped, decimal)
            columns[attribute.name] = take(column, kept_rows)
    return columns
