"""The quasi-identifiers of the original and the released table as numbers, in pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.encode import MeasuredTable, Standard, numbers, spelled_out, standard
from core.encode.standard import in_pieces
from core.model import Attribute, Column, Role, Scale
from core.table import keep

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pair:
    """An attribute before and after.

    Attributes
    ----------
    before, after : numpy.ndarray of float64, shape (n,)
        Its numbers (`core.encode.numbers`), NaN where missing. A value that was lost, because its
        group became one of a question that was not asked, counts as the mean of the original.
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
        """The least and largest known value of the original; infinite if none is known."""
        least, most = math.inf, -math.inf
        for before in in_pieces(self.before):
            seen = before[~np.isnan(before)]
            least = min(least, float(seen.min(initial=math.inf)))
            most = max(most, float(seen.max(initial=-math.inf)))
        return least, most

    def parts(self) -> Iterator[tuple[Floats, Floats]]:
        """Yield `before` and `after` in pieces, of which copies cost little memory."""
        yield from zip(in_pieces(self.before), in_pieces(self.after), strict=True)


def pairs(original: MeasuredTable, released: MeasuredTable, *roles: Role) -> tuple[Pair, ...]:
    """Return the numeric and ordinal attributes of the given roles, in column order.

    Nominal attributes are left out.
    """
    return tuple(
        _pair(attribute, original.column(attribute.name), released.column(attribute.name))
        for attribute in original.schema.attributes
        if attribute.role in roles and attribute.scale not in (None, Scale.NOMINAL)
    )


def _pair(attribute: Attribute, before: Column, after: Column) -> Pair:
    # Ranks of the released categories must be those of the original ones.
    attribute = spelled_out(attribute, before)
    before_numbers = keep(numbers(before, attribute, shared=True))
    after_numbers = numbers(after, attribute, shared=True)
    after_numbers = keep(_replace_lost(attribute, before_numbers, after_numbers))
    return Pair(attribute.name, before_numbers, after_numbers)


def _replace_lost(attribute: Attribute, before: Floats, after: Floats) -> Floats:
    """Replace released numbers that were lost by the mean of the original.

    The mean is rounded unless the scale is continuous.
    """
    lost = np.isnan(after) & ~np.isnan(before)
    if not lost.any():
        return after
    middle = float(np.nanmean(before))
    if attribute.scale is not Scale.CONTINUOUS:
        middle = float(np.rint(middle))
    return np.where(lost, middle, after)
