"""What a method is given to partition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, Ranked, take
from core.kernels.categories import Categories
from core.kernels.remaining import Remaining
from core.model import Attribute, Column

Parameters = Mapping[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What a method partitions.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The encoded quasi-identifiers, C-contiguous: squared Euclidean distance is the distance
        between records. With a `lambda` above 0 the confidential attributes are among them.
    confidential : Mapping of str to Ranked
        The confidential attributes of these records, in column order.
    file : Mapping of str to Ranked
        The same of the whole file, which is what a cluster's distribution is held against.
    parameters : Mapping of str to object
        The method's parameters, checked and complete.
    attributes : tuple of Attribute
        The quasi-identifiers in column order.
    columns : tuple of Column
        The quasi-identifiers as they are in the file, for methods that need them in their own
        units.
    nominal : tuple of Nominal
        The nominal ones among them, which add to the distance of `points`.
    """

    points: NDArray[np.float64]
    confidential: Mapping[str, Ranked]
    file: Mapping[str, Ranked]
    parameters: Parameters
    attributes: tuple[Attribute, ...] = ()
    columns: tuple[Column, ...] = ()
    nominal: tuple[Nominal, ...] = ()

    def categories(self) -> tuple[Categories, ...]:
        """Return the nominal attributes as the kernels take them."""
        return tuple(attribute.for_kernel() for attribute in self.nominal)

    def remaining(self) -> Remaining:
        """Return the records for a method that takes one after the other."""
        return Remaining(self.points, self.categories())

    @property
    def k(self) -> int:
        """Least number of records in a cluster."""
        return whole(self.parameters, "k")

    def part(self, positions: NDArray[np.int64]) -> Task:
        """Return the task of the records at `positions`, held against the same file."""
        confidential = {
            name: replace(ranked, ranks=ranked.ranks[positions])
            for name, ranked in self.confidential.items()
        }
        columns = tuple(take(column, positions) for column in self.columns)
        points = np.ascontiguousarray(self.points[positions])
        return replace(
            self,
            points=points,
            confidential=confidential,
            columns=columns,
            nominal=tuple(attribute.part(positions) for attribute in self.nominal),
        )


def whole(parameters: Parameters, name: str) -> int:
    """Return an integer parameter; raise `TypeError` if it is none."""
    value = parameters[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def number(parameters: Parameters, name: str) -> float:
    """Return a numeric parameter; raise `TypeError` if it is none."""
    value = parameters[name]
    if not isinstance(value, int | float):
        raise TypeError(name)
    return float(value)


def chosen(parameters: Parameters, name: str) -> str:
    """Return a choice; raise `TypeError` if it is none."""
    value = parameters[name]
    if not isinstance(value, str):
        raise TypeError(name)
    return value
