"""Slots: the places that the members of the units of a group share, with a representative each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, representatives
from core.kernels.numerics.sums import group_means
from core.protect.clustering import Quasi

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """A representative for each of `m` slots of each group, attribute by attribute.

    Attributes
    ----------
    quasi : Quasi
        The quasi-identifiers of all records.
    means : tuple of numpy.ndarray of float64, each of shape (groups, m)
        Of the numeric attributes.
    places : tuple of numpy.ndarray of int64, each of shape (groups, m)
        Of the nominal attributes.
    """

    quasi: Quasi
    means: tuple[Floats, ...]
    places: tuple[Ints, ...]

    def costs(self, rows: Ints, labels: Ints) -> Floats:
        """Return the squared distance of each member from each slot of its group.

        Parameters
        ----------
        rows : numpy.ndarray of int64, shape (u, m)
            The records of each unit.
        labels : numpy.ndarray of int64, shape (u,)
            Group of each unit.

        Returns
        -------
        numpy.ndarray of float64, shape (u, m, m)
        """
        found = np.zeros((*rows.shape, rows.shape[1]))
        for column, means in zip(self.quasi.points.T, self.means, strict=True):
            gaps = column[rows][:, :, None] - means[labels][:, None, :]
            found += gaps * gaps
        for one, places in zip(self.quasi.nominal, self.places, strict=True):
            found += _squares(one, one.places[rows][:, :, None], places[labels][:, None, :])
        return found

    def distances(self, rows: Ints, labels: Ints) -> Floats:
        """Return the sum of squared distances of a unit's members from their slots, shape (u,)."""
        found = np.zeros(rows.shape)
        for column, means in zip(self.quasi.points.T, self.means, strict=True):
            gaps = column[rows] - means[labels]
            found += gaps * gaps
        for one, places in zip(self.quasi.nominal, self.places, strict=True):
            found += _squares(one, one.places[rows], places[labels])
        return np.asarray(found.sum(axis=1))


def _squares(one: Nominal, these: Ints, those: Ints) -> Floats:
    return np.asarray(one.squares[one.semantics.codes[these, those]])


def slots_of_groups(quasi: Quasi, rows: Ints, labels: Ints, groups: int) -> Slots:
    """Return the mean, or the least marginal category, of each slot of each group."""
    m, members = rows.shape[1], rows.ravel()
    slots = (labels[:, None] * m + np.arange(m)).ravel()
    means = (
        group_means(np.ascontiguousarray(column[members]), slots, groups * m)
        for column in quasi.points.T
    )
    places = (representatives(one.semantics, slots, one.places[members]) for one in quasi.nominal)
    shape = groups, m
    return Slots(
        quasi,
        tuple(each.reshape(shape) for each in means),
        tuple(each.reshape(shape) for each in places),
    )


def slots_of_units(quasi: Quasi, rows: Ints) -> Slots:
    """Return the members of one unit for each group as its slots; `rows` has shape (groups, m)."""
    means = tuple(column[rows] for column in quasi.points.T)
    return Slots(quasi, means, tuple(one.places[rows] for one in quasi.nominal))
