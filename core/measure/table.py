"""The quasi-identifiers of the original and the released table as numbers, in pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.array_types import Floats
from core.encode import MeasuredTable, Standard, numbers, spelled_out, standard
from core.encode.standard import value_pieces
from core.model import Attribute, Column, Role, Scale
from core.table import keep


@dataclass(frozen=True, eq=False)
class Pair:
    """An attribute before and after.

    Attributes
    ----------
    before, after : numpy.ndarray of float64, shape (n,)
        Its numbers (`core.encode.numbers`), NaN where missing. A value that was lost, because it
        was left blank or its group became one of a question that was not asked, counts as the mean
        of the original.
    """

    name: str
    before: Floats
    after: Floats

    def __len__(self) -> int:
        return len(self.before)

    @cached_property
    def scale_before(self) -> Standard:
        """Mean and deviation of the original."""
        return standard(self.before)

    @cached_property
    def scale_after(self) -> Standard:
        """Mean and deviation of the release."""
        return standard(self.after)

    @cached_property
    def extremes(self) -> tuple[float, float]:
        """The smallest and largest value of the original; infinite if all are missing."""
        smallest, largest = math.inf, -math.inf
        for piece in value_pieces(self.before):
            known_values = piece[~np.isnan(piece)]
            smallest = min(smallest, float(known_values.min(initial=math.inf)))
            largest = max(largest, float(known_values.max(initial=-math.inf)))
        return smallest, largest

    def parts(self) -> Iterator[tuple[Floats, Floats]]:
        """Yield `before` and `after` in pieces small enough to copy."""
        yield from zip(value_pieces(self.before), value_pieces(self.after), strict=True)


def pairs(original: MeasuredTable, released: MeasuredTable, *roles: Role) -> tuple[Pair, ...]:
    """Return the numeric and ordinal attributes of the given roles, in column order.

    Nominal attributes are left out.
    """
    return tuple(
        _pair(attribute, original.column(attribute.name), released.column(attribute.name))
        for attribute in original.schema.attributes
        if attribute.role in roles and attribute.scale not in (None, Scale.NOMINAL)
    )


def _pair(attribute: Attribute, original: Column, released: Column) -> Pair:
    # Ranks of the released categories must be those of the original ones.
    attribute = spelled_out(attribute, original)
    before_numbers = keep(numbers(original, attribute, shared=True))
    after_numbers = numbers(released, attribute, shared=True)
    after_numbers = keep(_replace_lost(attribute, before_numbers, after_numbers))
    return Pair(attribute.name, before_numbers, after_numbers)


def _replace_lost(attribute: Attribute, original: Floats, released: Floats) -> Floats:
    """Replace released numbers that were lost by the mean of the original.

    The mean is rounded unless the scale is continuous.
    """
    lost = np.isnan(released) & ~np.isnan(original)
    if not lost.any():
        return released
    middle = float(np.nanmean(original))
    if attribute.scale is not Scale.CONTINUOUS:
        middle = float(np.rint(middle))
    return np.where(lost, middle, released)
