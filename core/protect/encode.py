"""Encodes the input of a method: quasi-identifiers as points, confidential columns as ranks.

To preserve dependence, the points can be moved by the confidential columns: Rebollo-Monedero et al.
(2016), section IV; manual: methods#preservation-of-dependence-λ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.array_types import Floats
from core.encode import Nominal, nominal, numbers, standard
from core.encode.distance_scale import on_distance_scale
from core.jobs import Job
from core.model import Attribute, Column, Role, Scale, Schema
from core.table import empty, forget, pieces


def encode_points(
    columns: Sequence[Column],
    schema: Schema,
    job: Job | None = None,
    role: Role = Role.QUASI_IDENTIFIER,
) -> Floats:
    """Standardise the attributes of a role, each on its scale of distance.

    Manual: methods#standardisation. Their mean is 0 and their population variance, over the
    observed values, their importance; a constant column becomes 0. A missing number is replaced by
    the mean, a missing ordinal value by the mode, the lowest one in a tie.

    Parameters
    ----------
    columns : sequence of Column
        Of the records to release. Nominal columns are left out (`encode_nominal`).

    Returns
    -------
    numpy.ndarray of float64, shape (n, m)
        C-contiguous, with attributes in the schema's order, or by name if some are nominal.
    """
    columns_by_name = {column.name: column for column in columns}
    attributes = _in_distance_order(schema.with_role(role))
    points = empty((len(columns[0]), len(attributes)))
    for i, attribute in enumerate(attributes):
        column = columns_by_name[attribute.name]
        values = on_distance_scale(numbers(column, attribute, shared=True), attribute.distance)
        scale = standard(values)
        filler = _filler(values, column, attribute, scale.mean)
        factor = math.sqrt(attribute.importance)
        for piece in pieces(len(points)):
            cells, missing = values[piece], column.missing[piece]
            points[piece, i] = factor * scale.apply(np.where(missing, filler, cells))
        forget(points)
        if job is not None:
            job.update(i + 1)
    return points


def encode_nominal(columns: Sequence[Column], schema: Schema) -> tuple[Nominal, ...]:
    """Encode the nominal quasi-identifiers, by name.

    The squared distance of two records is that of their points (`encode_points`) plus, for each
    nominal attribute, its importance times the squared semantic distance divided by its mean over
    all pairs of records. A missing category is replaced by the mode, the first one in taxonomy
    order in a tie.
    """
    columns_by_name = {column.name: column for column in columns}
    attributes = [a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.scale is Scale.NOMINAL]
    attributes.sort(key=lambda attribute: attribute.name)
    return tuple(
        nominal(columns_by_name[a.name], a, weight=math.sqrt(a.importance)).filled()
        for a in attributes
    )


def _in_distance_order(attributes: Sequence[Attribute]) -> list[Attribute]:
    """Return those that are not nominal, in the order in which their distances are summed."""
    numeric = [attribute for attribute in attributes if attribute.scale is not Scale.NOMINAL]
    # Distances are summed in this order. Nearly equal distances are common with categories, and the
    # order of columns in the file must not decide between them.
    if len(numeric) < len(attributes):
        numeric.sort(key=lambda attribute: attribute.name)
    return numeric


def encode_values(column: Column, attribute: Attribute) -> Floats:
    """Convert a column to numbers on its scale of distance, imputed as in `encode_points`.

    Parameters
    ----------
    column : Column
        Of `n` records; not nominal.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)
        Not standardised.
    """
    values = on_distance_scale(numbers(column, attribute), attribute.distance)
    values[column.missing] = _filler(values, column, attribute, standard(values).mean)
    return values


def _filler(values: Floats, column: Column, attribute: Attribute, mean: float) -> float:
    """Choose the number of missing cells: the mean, or the mode of an ordinal column."""
    if attribute.scale is not Scale.ORDINAL or column.missing.all() or not column.missing.any():
        return mean
    distinct, counts = np.unique(values[~column.missing], return_counts=True)
    return float(distinct[np.argmax(counts)])


def weight(share: float, quasi: int, confidential: int) -> float:
    """Return the factor beta of the confidential attributes.

    ``sqrt(lambda / (1 - lambda) * m_X / m_Y)``.

    Parameters
    ----------
    share : float
        lambda, in [0, 1).
    quasi, confidential : int
        Number of attributes of each role, at least 1.
    """
    return math.sqrt(share / (1.0 - share) * quasi / confidential)


def join_points(
    quasi: Floats, confidential: Floats, share: float, masked: int | None = None
) -> Floats:
    """Join the points that are partitioned: ``(x, beta y)``.

    Parameters
    ----------
    quasi : numpy.ndarray of float64, shape (n, m_X)
        The quasi-identifiers, standardised.
    confidential : numpy.ndarray of float64, shape (n, m_Y)
        The confidential attributes, standardised.
    share : float
        lambda, in [0, 1]: 0 gives `quasi` alone, 1 `confidential` alone.
    masked : int, optional
        Number of quasi-identifiers, if nominal ones are not among the columns of `quasi`.

    Returns
    -------
    numpy.ndarray of float64
        C-contiguous.
    """
    if share <= 0.0:
        return quasi
    if share >= 1.0:
        return confidential
    beta = weight(share, masked or quasi.shape[1], confidential.shape[1])
    return np.ascontiguousarray(np.hstack((quasi, beta * confidential)))
