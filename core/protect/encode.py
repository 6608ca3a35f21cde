"""What a method works on: points made of the quasi-identifiers, ranks of the confidential."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, Ranked, nominal, numbers, rank, standard
from core.jobs import Job
from core.model import Attribute, Column, Role, Scale, Schema


def encode_points(
    columns: Sequence[Column],
    schema: Schema,
    job: Job | None = None,
    role: Role = Role.QUASI_IDENTIFIER,
) -> NDArray[np.float64]:
    """Standardise the attributes of a role (manual: methods#standardisation).

    Mean 0 and population variance 1 over the observed values; a constant column becomes 0. For
    the distances a missing number takes the mean and a missing ordinal value the mode, of equal
    frequencies the lowest.

    Parameters
    ----------
    columns : sequence of Column
        Of the records to release. Those that are nominal are left out (`encode_nominal`).
    schema : Schema
        Roles and scales.
    job : Job, optional
        Told of each column that is done.
    role : Role
        The quasi-identifiers unless said otherwise.

    Returns
    -------
    numpy.ndarray of float64, shape (n, m)
        C-contiguous, the attributes in the schema's order; by name where some are nominal.
    """
    named = {column.name: column for column in columns}
    attributes = _numeric(schema, role)
    points = np.empty((len(columns[0]), len(attributes)))
    for i, attribute in enumerate(attributes):
        points[:, i] = _encoded(named[attribute.name], attribute)
        if job is not None:
            job.update(i + 1)
    return points


def encode_nominal(columns: Sequence[Column], schema: Schema) -> tuple[Nominal, ...]:
    """Return the nominal quasi-identifiers, by name.

    The squared distance of two records is that of their points (`encode_points`) plus, for each
    of these, the squared semantic distance divided by its own mean over the pairs of records.
    For the distances a missing category takes the mode, of equal frequencies the first in
    taxonomy order.
    """
    named = {column.name: column for column in columns}
    found = [a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.scale is Scale.NOMINAL]
    found.sort(key=lambda attribute: attribute.name)
    return tuple(nominal(named[attribute.name], attribute).filled() for attribute in found)


def _numeric(schema: Schema, role: Role) -> list[Attribute]:
    attributes = schema.with_role(role)
    numeric = [attribute for attribute in attributes if attribute.scale is not Scale.NOMINAL]
    # Distances are summed in this order. With categories nearly equal ones are common, and the
    # order of the columns in the file should not decide between them.
    if len(numeric) < len(attributes):
        numeric.sort(key=lambda attribute: attribute.name)
    return numeric


def _encoded(column: Column, attribute: Attribute) -> NDArray[np.float64]:
    values = numbers(column, attribute)
    return _filled(standard(values).apply(values), column, attribute, mean=0.0)


def encode_values(column: Column, attribute: Attribute) -> NDArray[np.float64]:
    """Return a column's numbers in its own units, with stand-ins as in `encode_points`; shape (n,).

    Parameters
    ----------
    column : Column
        Of `n` records; not nominal.
    attribute : Attribute
        Its scale and order.
    """
    values = numbers(column, attribute)
    return _filled(values, column, attribute, standard(values).mean)


def _filled(
    values: NDArray[np.float64], column: Column, attribute: Attribute, mean: float
) -> NDArray[np.float64]:
    if column.missing.any():
        values[column.missing] = _stand_in(values[~column.missing], attribute, mean)
    return values


def _stand_in(observed: NDArray[np.float64], attribute: Attribute, mean: float) -> float:
    if attribute.scale is not Scale.ORDINAL or len(observed) == 0:
        return mean
    distinct, counts = np.unique(observed, return_counts=True)
    return float(distinct[np.argmax(counts)])


def encode_confidential(columns: Sequence[Column], schema: Schema) -> dict[str, Ranked]:
    """Rank the confidential attributes, in the schema's order."""
    named = {column.name: column for column in columns}
    return {a.name: rank(named[a.name], a) for a in schema.with_role(Role.CONFIDENTIAL)}
