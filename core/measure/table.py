"""The quasi-identifiers of the original and the released table as numbers, in pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers, spelled_out
from core.encode.standard import in_pieces
from core.model import Attribute, Column, Role, Scale, Schema

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
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

    def parts(self) -> Iterator[tuple[Floats, Floats]]:
        """Yield `before` and `after` in pieces, of which copies cost little memory."""
        yield from zip(in_pieces(self.before), in_pieces(self.after), strict=True)


class LongPair(Protocol):
    """An attribute before and after, of which a part at a time is in memory."""

    @property
    def name(self) -> str:
        """The attribute's name."""

    def __len__(self) -> int: ...

    def parts(self) -> Iterator[tuple[Floats, Floats]]:
        """Yield the parts of `before` and `after`, in order."""


AnyPair = Pair | LongPair


def befores(pair: AnyPair) -> Iterator[Floats]:
    """Yield the parts of the original."""
    for before, _ in pair.parts():
        yield before


def afters(pair: AnyPair) -> Iterator[Floats]:
    """Yield the parts of the release."""
    for _, after in pair.parts():
        yield after


def extremes(pair: AnyPair) -> tuple[float, float]:
    """Return the least and the largest known value of the original; infinite if none is known."""
    least, most = math.inf, -math.inf
    for before in befores(pair):
        seen = before[~np.isnan(before)]
        least = min(least, float(seen.min(initial=math.inf)))
        most = max(most, float(seen.max(initial=-math.inf)))
    return least, most


def pairs(
    schema: Schema, original: Sequence[Column], released: Sequence[Column], *roles: Role
) -> tuple[Pair, ...]:
    """Return the numeric and ordinal attributes of the given roles, in column order.

    Nominal attributes are left out.
    """
    before = {column.name: column for column in original}
    after = {column.name: column for column in released}
    return tuple(
        _pair(attribute, before[attribute.name], after[attribute.name])
        for attribute in schema.attributes
        if attribute.role in roles and attribute.scale not in (None, Scale.NOMINAL)
    )


def _pair(attribute: Attribute, before: Column, after: Column) -> Pair:
    # Ranks of the released categories must be those of the original ones.
    attribute = spelled_out(attribute, before)
    before_numbers = numbers(before, attribute, shared=True)
    after_numbers = numbers(after, attribute, shared=True)
    after_numbers = with_lost(
        attribute, before_numbers, after_numbers, lambda: float(np.nanmean(before_numbers))
    )
    return Pair(attribute.name, before_numbers, after_numbers)


def with_lost(
    attribute: Attribute, before: Floats, after: Floats, mean: Callable[[], float]
) -> Floats:
    """Return released numbers in which those that were lost are the mean of the original.

    Parameters
    ----------
    before, after : numpy.ndarray of float64, shape (n,)
        Its numbers, NaN where missing.
    mean : callable
        Returns the mean of the observed numbers of the whole file, which is rounded unless the
        scale is continuous.
    """
    lost = np.isnan(after) & ~np.isnan(before)
    if not lost.any():
        return after
    middle = mean()
    if attribute.scale is not Scale.CONTINUOUS:
        middle = float(np.rint(middle))
    return np.where(lost, middle, after)
