"""The input of a method's partition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.array_types import Floats, Ints
from core.encode import Nominal, Ranked, take
from core.kernels.categories.categories import Categories
from core.kernels.indexes.remaining import Remaining
from core.model import Attribute, Column

Parameters = Mapping[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """The input of a method's partition.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The encoded quasi-identifiers, C-contiguous: squared Euclidean distance is the distance
        between records. With a `lambda` above 0 the confidential attributes are among them.
    confidential : Mapping of str to Ranked
        The confidential attributes of these records, in column order.
    file : Mapping of str to Ranked
        The confidential attributes of the whole file, with which a cluster's distribution is
        compared.
    attributes : tuple of Attribute
        The quasi-identifiers in column order.
    columns : tuple of Column
        The quasi-identifiers in their own units, for methods that need these.
    nominal : tuple of Nominal
        The nominal quasi-identifiers, whose distances are added to those of `points`.
    """

    points: Floats
    confidential: Mapping[str, Ranked]
    file: Mapping[str, Ranked]
    parameters: Parameters
    attributes: tuple[Attribute, ...] = ()
    columns: tuple[Column, ...] = ()
    nominal: tuple[Nominal, ...] = ()

    def categories(self) -> tuple[Categories, ...]:
        """Return the nominal attributes in the form that the kernels use."""
        return tuple(attribute.for_kernel() for attribute in self.nominal)

    def remaining(self) -> Remaining:
        """Return the records in the form of methods that remove them one by one."""
        return Remaining(self.points, self.categories())

    @property
    def k(self) -> int:
        """Minimum cluster size."""
        return whole(self.parameters, "k")

    def part(self, positions: Ints) -> Task:
        """Return the task of the records at `positions`, compared with the same file."""
        confidential = {
            name: replace(ranked, ranks=ranked.ranks[positions])
            for name, ranked in self.confidential.items()
        }
        columns = tuple(take(column, positions) for column in self.columns)
        points = self.points.take(positions, axis=0)
        return replace(
            self,
            points=points,
            confidential=confidential,
            columns=columns,
            nominal=tuple(attribute.part(positions) for attribute in self.nominal),
        )


def whole(parameters: Parameters, name: str) -> int:
    """Return an integer parameter; raise `TypeError` for another type."""
    value = parameters[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def number(parameters: Parameters, name: str) -> float:
    """Return a numeric parameter; raise `TypeError` for another type."""
    value = parameters[name]
    if not isinstance(value, int | float):
        raise TypeError(name)
    return float(value)


def choice(parameters: Parameters, name: str) -> str:
    """Read a choice; raise `TypeError` for another type."""
    value = parameters[name]
    if not isinstance(value, str):
        raise TypeError(name)
    return value
