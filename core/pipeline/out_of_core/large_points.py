"""The quasi-identifiers of a file in the scratch folder as points, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode import Standard, numbers, standard_of_parts
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.jobs import Job
from core.model import Attribute, Column, Role, Schema

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LargePoints:
    """The quasi-identifiers, and the standardisation of the whole file.

    Attributes
    ----------
    columns : tuple of StoredColumn
        The quasi-identifiers, in column order.
    attributes : tuple of Attribute
        What they mean.
    standards : tuple of Standard
        Of each over the whole file.
    rows : int
        Records of a part.
    """

    columns: tuple[StoredColumn, ...]
    attributes: tuple[Attribute, ...]
    standards: tuple[Standard, ...]
    rows: int

    def of(self, columns: Sequence[Column]) -> Floats:
        """Return the points of some records, given by their quasi-identifiers; shape (n, m).

        They are those of `core.protect.encode.encode_points` on the whole file.
        """
        points = np.empty((len(columns[0]), len(columns)))
        for i, column in enumerate(columns):
            values = numbers(column, self.attributes[i], shared=True)
            # A missing value is replaced by the mean.
            points[:, i] = np.nan_to_num(self.standards[i].apply(values), nan=0.0)
        return points

    def parts(self) -> Iterator[tuple[int, Floats]]:
        """Yield the first position and the points of each part."""
        for start, columns in StoredTable(self.columns).parts(self.rows):
            yield start, self.of(columns)


def large_points(table: StoredTable, schema: Schema, rows: int, job: Job) -> LargePoints:
    """Return the quasi-identifiers of a table, standardised over all of its records."""
    attributes = schema.with_role(Role.QUASI_IDENTIFIER)
    columns = tuple(table.named(attribute.name) for attribute in attributes)
    job.start_phase("encoding", len(columns))
    standards = []
    for column, attribute in zip(columns, attributes, strict=True):
        standards.append(standard_of_parts(partial(_values, column, attribute, rows, job)))
        job.update(len(standards))
    return LargePoints(columns, attributes, tuple(standards), rows)


def _values(column: StoredColumn, attribute: Attribute, rows: int, job: Job) -> Iterator[Floats]:
    for part in column.parts(rows):
        job.check()
        yield numbers(part, attribute, shared=True)
