"""Where records and clusters lie on a plane, for the cluster map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers, standard
from core.kernels.sums import group_means
from core.model import Attribute, Column, Role, Scale, Schema

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """Records and cluster centroids on a plane.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, 2)
        The original records.
    centroids : numpy.ndarray of float64, shape (c, 2)
        The mean of each cluster's points.
    axes : tuple of str, or None
        The two attributes on the axes, in their own units; ``None`` for the first two principal
        components of the standardised quasi-identifiers.
    explained : tuple of float
        The share, in [0, 1], of the whole variance that lies along each component; zeros for
        chosen attributes.
    """

    points: Floats
    centroids: Floats
    axes: tuple[str, str] | None
    explained: tuple[float, float] = (0.0, 0.0)


def project(
    schema: Schema,
    original: Sequence[Column],
    labels: NDArray[np.int64],
    axes: tuple[str, str] | None = None,
) -> Projection:
    """Project records and clusters on a plane.

    Parameters
    ----------
    schema : Schema
        What the columns mean.
    original : sequence of Column
        The file's columns for the clustered records.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    axes : tuple of str, optional
        Two attributes that are not nominal; without them, the first two principal components.
        Their signs make the loading of the largest size positive, so that the picture is the
        same each time. A missing value is taken as its column's mean.
    """
    named = {column.name: column for column in original}
    if axes is not None:
        filled = [_filled(named[name], schema.named(name)) for name in axes]
        points, explained = np.column_stack(filled), (0.0, 0.0)
    else:
        usable = [
            a for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.scale is not Scale.NOMINAL
        ]
        # Where all are nominal there is no plane: every record lies at the origin.
        nowhere = np.zeros((len(labels), 1))
        found = [_standardised(named[a.name], a) for a in usable]
        matrix = np.column_stack(found) if found else nowhere
        points, explained = principal_components(matrix)
    groups = int(labels.max()) + 1
    centroids = [group_means(np.ascontiguousarray(points[:, i]), labels, groups) for i in (0, 1)]
    return Projection(points, np.column_stack(centroids), axes, explained)


def principal_components(matrix: Floats) -> tuple[Floats, tuple[float, float]]:
    """Return the scores on the first two components and their shares of the variance.

    Parameters
    ----------
    matrix : numpy.ndarray of float64, shape (n, m)
        Centred columns; with one column the second component is 0.
    """
    spread = matrix.T @ matrix / len(matrix)
    values, vectors = np.linalg.eigh(spread)
    first = vectors[:, ::-1][:, :2]
    largest = np.argmax(np.abs(np.round(first, 9)), axis=0)
    first = first * np.where(np.take_along_axis(first, largest[None, :], axis=0) < 0, -1.0, 1.0)
    scores, total = np.zeros((len(matrix), 2)), max(float(values.sum()), 0.0)
    scores[:, : first.shape[1]] = matrix @ first
    shares = [max(float(v), 0.0) / total if total > 0 else 0.0 for v in values[::-1][:2]]
    return scores, (shares[0], shares[1] if len(shares) > 1 else 0.0)


def _filled(column: Column, attribute: Attribute) -> Floats:
    values = numbers(column, attribute)
    return np.nan_to_num(values, nan=standard(values).mean)


def _standardised(column: Column, attribute: Attribute) -> Floats:
    values = numbers(column, attribute)
    return np.nan_to_num(standard(values).apply(values), nan=0.0)
