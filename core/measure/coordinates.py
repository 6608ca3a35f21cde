"""Categories as points whose distances are the semantic ones: principal coordinates (Gower 1966).

Squared distances add up over attributes. Records of numbers and categories are therefore points,
too: their numbers and, for each nominal attribute, the coordinates of their category. The principal
components of these points are the principal coordinates of the records' distances.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Number of categories from which coordinates are computed, while rarer ones are placed by their
# distances to these, and number of coordinates kept for each attribute.
LANDMARKS, KEPT = 400, 6


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


def placed(column: Nominal, kept: int = KEPT, landmarks: int = LANDMARKS) -> Placed:
    """Return a nominal column as points, in units of its mean squared distance."""
    counts = column.filled().counts()
    held = np.flatnonzero(counts)
    places = np.searchsorted(held, column.filled().places)
    squares = column.squares[column.semantics.codes[np.ix_(held, held)]]
    weights = counts[held] / counts.sum()
    inertia = float(weights @ squares @ weights) / 2.0
    # The most frequent ones, in a tie the first.
    chosen = np.sort(np.argsort(-weights, kind="stable")[:landmarks])
    own = weights[chosen] / weights[chosen].sum()
    found = _principal(squares[np.ix_(chosen, chosen)], own, kept)
    away = squares[:, chosen]
    everywhere = _beside(found, away, own)
    everywhere -= weights @ everywhere
    return Placed(places.astype(np.int64), everywhere, inertia)


def _principal(squares: Floats, weights: Floats, kept: int) -> Floats:
    """Return the first principal coordinates of weighted points, shape (c, d)."""
    means = squares @ weights
    centred = -0.5 * (squares - means[:, None] - means[None, :] + weights @ means)
    root = np.sqrt(weights)
    values, vectors = np.linalg.eigh(root[:, None] * centred * root[None, :])
    values, vectors = values[::-1][:kept], vectors[:, ::-1][:, :kept]
    # Semantic distances are not Euclidean, so negative eigenvalues are dropped.
    real = values > 1e-9 * max(float(values[0]), 1e-300)
    return np.asarray(vectors[:, real] * np.sqrt(values[real]) / root[:, None])


def _beside(points: Floats, away: Floats, weights: Floats) -> Floats:
    """Place categories by their squared distances to points (Gower 1968), shape (c, d)."""
    lengths = (weights[:, None] * points**2).sum(axis=0)
    if points.shape[1] == 0:
        return np.zeros((len(away), 0))
    far = (points**2).sum(axis=1) - away
    return np.asarray(0.5 * far @ (weights[:, None] * points) / lengths)
