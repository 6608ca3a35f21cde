"""The plane in which records differ most: first two principal components."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """A plane through the records.

    Attributes
    ----------
    centre : numpy.ndarray of float64, shape (m,)
        Mean of the records.
    directions : numpy.ndarray of float64, shape (m, 2)
        Orthonormal; a second direction of zeros where there is only one column. The entry that
        is largest in size is positive, so that the picture never flips.
    shares : tuple of two float
        Part of the total variance along each direction, 0 to 1.
    """

    centre: NDArray[np.float64]
    directions: NDArray[np.float64]
    shares: tuple[float, float]

    def apply(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where `points`, of shape (r, m), lie in the plane, of shape (r, 2)."""
        return (points - self.centre) @ self.directions


def principal_components(points: NDArray[np.float64]) -> Projection:
    """Find the first two principal components.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (r, m)
        Standardised records without missing values, `r` and `m` at least 1.
    """
    centre = points.mean(axis=0)
    moved = points - centre
    variances, vectors = np.linalg.eigh(moved.T @ moved / len(points))
    directions = np.zeros((points.shape[1], 2))
    found = vectors[:, ::-1][:, :2]
    directions[:, : found.shape[1]] = _facing_up(found)
    total = max(float(variances.sum()), np.finfo(np.float64).tiny)
    first, second = (*(max(0.0, float(v)) / total for v in variances[::-1][:2]), 0.0)[:2]
    return Projection(centre, directions, (first, second))


def _facing_up(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    largest = np.argmax(np.abs(vectors), axis=0)
    signs = np.sign(vectors[largest, np.arange(vectors.shape[1])])
    return vectors * np.where(signs == 0.0, 1.0, signs)
