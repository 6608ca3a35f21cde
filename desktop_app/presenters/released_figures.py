"""The figures of all released columns, computed in the background."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.checklist.cast_columns import cast_columns
from core.checklist.weight_columns import weight_columns
from core.encode.rows import take
from core.jobs import Job
from core.measure import (
    MOST_CORRELATED,
    Correlations,
    CrossTable,
    Described,
    correlate_columns,
    cross_tabulate,
    describe,
    is_numeric,
)
from core.model import Attribute, Column, Dataset, Result, Role


@dataclass(frozen=True, slots=True, eq=False)
class ReleasedFigures:
    """The figures of the released columns, with the records. Internal: never leave the window.

    Attributes
    ----------
    attributes : tuple of Attribute
        The released columns.
    described : tuple of Described
        Each of them before and after, but for numbers of units: they are others in each release.
    correlated : Correlations
        Of the first `MOST_CORRELATED` columns of numbers.
    weight : str or None
        The column of survey weights.
    before, after : Mapping of str to Column
        All records of the original; the released records.
    """

    attributes: tuple[Attribute, ...]
    described: tuple[Described, ...]
    correlated: Correlations
    weight: str | None
    before: Mapping[str, Column]
    after: Mapping[str, Column]

    def cross(self, row: str, column: str) -> CrossTable:
        """Count the combinations of two columns' values."""
        kinds = {a.name: is_numeric(self.before[a.name], a) for a in self.attributes}
        orders = {a.name: a.order for a in self.attributes}
        return cross_tabulate(
            (self.before[row], self.before[column]),
            (self.after[row], self.after[column]),
            (kinds[row], kinds[column]),
            (orders[row], orders[column]),
        )


def figures_of(result: Result, dataset: Dataset, job: Job) -> ReleasedFigures:
    """Compute the figures of a result."""
    typed = cast_columns(dataset, result.plan.project)
    released = {column.name: column for column in result.columns}
    original = {name: typed.column(name) for name in released}
    schema = result.plan.project.schema
    attributes = tuple(schema.named(name) for name in released)
    weights = weight_columns(result.plan, result.columns)
    weight = weights[0].name if weights else None
    compared = tuple(attribute for attribute in attributes if attribute.role is not Role.LINK)
    described = describe(compared, original, released, weight, job)
    numeric = [x.name for x in described if x.before is not None][:MOST_CORRELATED]
    # The measure and its caution compare the released records alone; so does this table.
    kept_records = {name: take(original[name], result.plan.kept) for name in numeric}
    correlated = correlate_columns(numeric, kept_records, released, job)
    return ReleasedFigures(attributes, described, correlated, weight, original, released)
