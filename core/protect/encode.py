"""What a method works on: points made of the quasi-identifiers, ranks of the confidential."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked, numbers, rank, standard
from core.jobs import Job
from core.model import Attribute, Column, Role, Scale, Schema


def encode_points(
    columns: Sequence[Column], schema: Schema, job: Job | None = None
) -> NDArray[np.float64]:
    """Standardise the quasi-identifiers (methods, sections 1 and 2).

    Mean 0 and population variance 1 over the observed values; a constant column becomes 0. For
    the distances a missing number takes the mean and a missing ordinal value the mode, of equal
    frequencies the lowest.

    Parameters
    ----------
    columns : sequence of Column
        Of the records to release; at least one is a quasi-identifier.
    schema : Schema
        Roles and scales.
    job : Job, optional
        Told of each column that is done.

    Returns
    -------
    numpy.ndarray of float64, shape (n, m)
        C-contiguous, the quasi-identifiers in the schema's order.
    """
    named = {column.name: column for column in columns}
    attributes = schema.with_role(Role.QUASI_IDENTIFIER)
    points = np.empty((len(columns[0]), len(attributes)))
    for i, attribute in enumerate(attributes):
        points[:, i] = _encoded(named[attribute.name], attribute)
        if job is not None:
            job.reach(i + 1)
    return points


def _encoded(column: Column, attribute: Attribute) -> NDArray[np.float64]:
    values = numbers(column, attribute)
    found = standard(values).apply(values)
    if column.missing.any():
        found[column.missing] = _stand_in(found[~column.missing], attribute)
    return found


def _stand_in(observed: NDArray[np.float64], attribute: Attribute) -> float:
    if attribute.scale is not Scale.ORDINAL or len(observed) == 0:
        return 0.0
    distinct, counts = np.unique(observed, return_counts=True)
    return float(distinct[np.argmax(counts)])


def encode_confidential(columns: Sequence[Column], schema: Schema) -> dict[str, Ranked]:
    """Rank the confidential attributes, in the schema's order."""
    named = {column.name: column for column in columns}
    return {a.name: rank(named[a.name], a) for a in schema.with_role(Role.CONFIDENTIAL)}
