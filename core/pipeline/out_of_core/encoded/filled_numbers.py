"""Columns of a part of a file in their own units, filled as in `core.protect.encode`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers, standard_of_parts
from core.model import Attribute, Column, Scale
from core.protect.domain import Extent, declared_extent

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FilledNumbers:
    """A column that is not nominal.

    Attributes
    ----------
    imputed : float
        The value for missing cells: the mean or the mode of the part.
    extent : Extent
        The declared domain, or the least and the largest value of the part.
    """

    attribute: Attribute
    imputed: float
    extent: Extent

    def of(self, column: Column) -> Floats:
        """Return the numbers of some records."""
        values = numbers(column, self.attribute, shared=True)
        return np.where(column.missing, self.imputed, values)


def filled_numbers(
    attributes: Sequence[Attribute], parts: Callable[[], Iterable[Sequence[Column]]]
) -> list[FilledNumbers]:
    """Return columns of a part of a file.

    Parameters
    ----------
    attributes : sequence of Attribute
        What the columns mean, none of which is nominal.
    parts : callable
        Returns the columns in pieces; these are gone through several times if values are missing.
    """
    seen = [_Observed(attribute) for attribute in attributes]
    for columns in parts():
        for one, column in zip(seen, columns, strict=True):
            one.add(column)

    def values(at: int) -> Iterator[Floats]:
        for columns in parts():
            yield numbers(columns[at], attributes[at], shared=True)

    found = []
    for at, one in enumerate(seen):
        imputed, least, most = 0.0, one.least, one.most
        if one.lacks:
            mode = one.mode()
            imputed = standard_of_parts(partial(values, at)).mean if mode is None else mode
            # A rounded mean may lie outside the values.
            least, most = min(least, imputed), max(most, imputed)
        extent = declared_extent(one.attribute) or Extent(least, most)
        found.append(FilledNumbers(one.attribute, imputed, extent))
    return found


@dataclass(slots=True)
class _Observed:
    """What is known of the observed values of a column so far."""

    attribute: Attribute
    lacks: bool = False
    least: float = math.inf
    most: float = -math.inf
    counts: dict[float, int] = field(default_factory=dict)

    def add(self, column: Column) -> None:
        """Look at the next values."""
        self.lacks = self.lacks or bool(column.missing.any())
        values = numbers(column, self.attribute, shared=True)[~column.missing]
        if not len(values):
            return
        self.least = min(self.least, float(values.min()))
        self.most = max(self.most, float(values.max()))
        if self.attribute.scale is Scale.ORDINAL:
            distinct, counts = np.unique(values, return_counts=True)
            for value, count in zip(distinct.tolist(), counts.tolist(), strict=True):
                self.counts[value] = self.counts.get(value, 0) + count

    def mode(self) -> float | None:
        """Return the most frequent category, the lowest one in a tie; ``None`` without any."""
        if not self.counts:
            return None
        return min(self.counts, key=lambda value: (-self.counts[value], value))
