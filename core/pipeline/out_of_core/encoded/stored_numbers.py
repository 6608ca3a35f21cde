"""Columns of numbers, dates and ordered categories in the scratch folder, standardised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode import Standard, numbers, standard_of_parts
from core.io.scratch.disk_columns import StoredColumn
from core.jobs import Job
from core.model import Attribute, Column, Scale
from core.pipeline.out_of_core.encoded.category_counts import category_counts
from core.pipeline.out_of_core.large_release import with_each_category

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class StoredNumbers:
    """A column whose standardised values are coordinates.

    Attributes
    ----------
    standard : Standard
        Of the whole file.
    imputed : float
        The coordinate of a missing value.
    """

    attribute: Attribute
    standard: Standard
    imputed: float

    @property
    def name(self) -> str:
        """The column's name."""
        return self.attribute.name

    def of(self, column: Column) -> Floats:
        """Return the coordinate of some records, as `core.protect.encode.encode_points` does."""
        values = numbers(column, self.attribute, shared=True)
        return np.where(column.missing, self.imputed, self.standard.apply(values))


def standard_of_column(column: StoredColumn, attribute: Attribute, rows: int, job: Job) -> Standard:
    """Return the mean and deviation of a column's numbers."""
    return standard_of_parts(
        lambda: (numbers(part, attribute, shared=True) for part in job.each(column.parts(rows)))
    )


def stored_numbers(
    column: StoredColumn, attribute: Attribute, rows: int, job: Job
) -> StoredNumbers:
    """Return a column standardised over all of its records."""
    standard = standard_of_column(column, attribute, rows, job)
    if attribute.scale is not Scale.ORDINAL:
        return StoredNumbers(attribute, standard, 0.0)
    counts = category_counts(column, rows, job)
    each = numbers(with_each_category(column.head), attribute)
    # The mode, the lowest one in a tie.
    most = float(each[counts == counts.max()].min())
    imputed = float(standard.apply(np.array([most]))[0])
    return StoredNumbers(attribute, standard, imputed)
