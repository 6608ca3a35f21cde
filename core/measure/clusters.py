"""Projects records and clusters on a plane, for the cluster map.

Categories become points whose distances are the semantic ones: principal coordinates (Gower 1966).
Squared distances add up over attributes. Records of numbers and categories are therefore points,
too: their numbers and, for each nominal attribute, the coordinates of their category. The principal
components of these points are the principal coordinates of the records' distances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats, Ints
from core.encode import Nominal, nominal, numbers, standard
from core.kernels.numerics.sums import group_means
from core.model import Column, Role, Scale, Schema

# Number of categories from which coordinates are computed, while rarer ones are placed by their
# distances to these, and number of coordinates kept for each attribute.
LANDMARKS, KEPT = 400, 6
# Number of records whose coordinates are in memory at the same time.
_PART = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """Records and cluster centroids on a plane.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, 2)
        The original records.
    centroids : numpy.ndarray of float64, shape (c, 2)
        The mean of each cluster's points.
    explained : tuple of float
        The share, in [0, 1], of the whole variance that lies along each component.
    """

    points: Floats
    centroids: Floats
    explained: tuple[float, float]


def project(schema: Schema, original: Sequence[Column], labels: Ints) -> Projection:
    """Project records and clusters on the first two principal components.

    They are those of the standardised quasi-identifiers, nominal ones by their principal
    coordinates. Their signs make the largest loading positive, so that the picture is reproducible.

    Parameters
    ----------
    original : sequence of Column
        The file's columns for the clustered records.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    """
    points, explained = _principal(schema, {column.name: column for column in original})
    groups = int(labels.max()) + 1
    centroids = [group_means(np.ascontiguousarray(points[:, i]), labels, groups) for i in (0, 1)]
    return Projection(points, np.column_stack(centroids), explained)


def _principal(schema: Schema, by_name: Mapping[str, Column]) -> tuple[Floats, tuple[float, float]]:
    """Compute the first two components; missing cells have the mean, or the mode of categories."""
    masked = schema.with_role(Role.QUASI_IDENTIFIER)
    values = (numbers(by_name[a.name], a) for a in masked if a.scale is not Scale.NOMINAL)
    numeric = [np.nan_to_num(standard(x).apply(x), nan=0.0)[:, None] for x in values]
    categories = [
        embed_categories(nominal(by_name[a.name], a)) for a in masked if a.scale is Scale.NOMINAL
    ]

    def rows(begin: int, end: int) -> Floats:
        parts = [np.empty((end - begin, 0))] + [column[begin:end] for column in numeric]
        parts += [x.coordinates[x.places[begin:end]] for x in categories]
        return np.hstack(parts)

    total = sum(float((column**2).mean()) for column in numeric)
    total += sum(x.inertia for x in categories)
    return principal_components(rows, len(next(iter(by_name.values()))), total)


def principal_components(
    rows: Callable[[int, int], Floats], n: int, total: float
) -> tuple[Floats, tuple[float, float]]:
    """Compute the scores on the first two components and their shares of the variance.

    Parameters
    ----------
    rows : callable
        Returns the centred points from one record up to another one, shape (records, m); called
        in parts to save memory. With one column the second component is 0.
    total : float
        Variance of all columns together.
    """
    parts = [(begin, min(begin + _PART, n)) for begin in range(0, n, _PART)]
    spread = np.asarray(sum(rows(*part).T @ rows(*part) for part in parts)) / n
    if len(spread) == 0:
        return np.zeros((n, 2)), (0.0, 0.0)
    values, vectors = np.linalg.eigh(spread)
    axes = vectors[:, ::-1][:, :2]
    largest = np.argmax(np.abs(np.round(axes, 9)), axis=0)
    axes = axes * np.where(np.take_along_axis(axes, largest[None, :], axis=0) < 0, -1.0, 1.0)
    scores = np.zeros((n, 2))
    for begin, end in parts:
        scores[begin:end, : axes.shape[1]] = rows(begin, end) @ axes
    shares = [max(float(v), 0.0) / total if total > 0 else 0.0 for v in values[::-1][:2]]
    return scores, (shares[0], shares[1] if len(shares) > 1 else 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A nominal column as points.

    Attributes
    ----------
    places : numpy.ndarray of int64, shape (n,)
        Row of `coordinates` for each record.
    coordinates : numpy.ndarray of float64, shape (c, d)
        Coordinates of each category that occurs; their mean over the records is 0.
    inertia : float
        Half the mean squared distance over all pairs of records, which is the total variance of all
        coordinates.
    """

    places: Ints
    coordinates: Floats
    inertia: float


def embed_categories(column: Nominal, n_axes: int = KEPT, landmarks: int = LANDMARKS) -> Placed:
    """Embed the categories of a nominal column, in units of its mean squared distance."""
    counts = column.filled().counts()
    occurring = np.flatnonzero(counts)
    places = np.searchsorted(occurring, column.filled().places)
    squares = column.squares[column.semantics.codes[np.ix_(occurring, occurring)]]
    weights = counts[occurring] / counts.sum()
    inertia = float(weights @ squares @ weights) / 2.0
    # The most frequent ones, in a tie the first.
    chosen = np.sort(np.argsort(-weights, kind="stable")[:landmarks])
    landmark_weights = weights[chosen] / weights[chosen].sum()
    coordinates = _principal_coordinates(squares[np.ix_(chosen, chosen)], landmark_weights, n_axes)
    landmark_squares = squares[:, chosen]
    # Categories are placed by their squared distances to points (Gower 1968).
    lengths = (landmark_weights[:, None] * coordinates**2).sum(axis=0)
    far = (coordinates**2).sum(axis=1) - landmark_squares
    everywhere = np.asarray(0.5 * far @ (landmark_weights[:, None] * coordinates) / lengths)
    everywhere -= weights @ everywhere
    return Placed(places.astype(np.int64), everywhere, inertia)


def _principal_coordinates(squares: Floats, weights: Floats, n_axes: int) -> Floats:
    """Compute the first principal coordinates of weighted points, shape (c, d)."""
    means = squares @ weights
    centred = -0.5 * (squares - means[:, None] - means[None, :] + weights @ means)
    root = np.sqrt(weights)
    values, vectors = np.linalg.eigh(root[:, None] * centred * root[None, :])
    values, vectors = values[::-1][:n_axes], vectors[:, ::-1][:, :n_axes]
    # Semantic distances are not Euclidean, so negative eigenvalues are dropped.
    real = values > 1e-9 * max(float(values[0]), 1e-300)
    return np.asarray(vectors[:, real] * np.sqrt(values[real]) / root[:, None])
