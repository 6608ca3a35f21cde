"""One side of the comparison: the records of the original or of the release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encode.not_applicable import codes_of
from core.measure.figures.linearised import DomainUnits, Floats, Ints
from core.model import Column, Schema, Side

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class SideRecords:
    """The records of a side.

    Attributes
    ----------
    columns : Mapping of str to Column
        Columns of `n` records, set apart (`core.encode.not_applicable`).
    weights : numpy.ndarray of float64, shape (n,)
        Their weights; ones without a column of weights.
    units : numpy.ndarray of int64, shape (n,), or None
        Unit of each record, numbered from 0 without gaps; ``None`` if each record is one.
    """

    columns: Mapping[str, Column]
    weights: Floats
    units: Ints | None

    @property
    def total(self) -> int:
        """The number of units."""
        return len(self.weights) if self.units is None else int(self.units.max(initial=-1)) + 1


def sample_of(columns: Sequence[Column], weight: str | None, units: Ints | None) -> SideRecords:
    """Return the side with these columns, of which one may hold the weights."""
    named = {column.name: column for column in columns}
    records = len(columns[0]) if columns else 0
    weights = np.ones(records)
    if weight is not None:
        weights = named[weight].values.astype(np.float64)
        weights[named[weight].missing] = np.nan
    return SideRecords(named, weights, units)


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """The complete cases of a figure on one side.

    Attributes
    ----------
    places : numpy.ndarray of int64, shape (m,), or slice
        Positions of the complete cases.
    side : Side
        How many they are, and why others are not.
    """

    sample: SideRecords
    places: Ints | slice
    side: Side

    @property
    def weights(self) -> Floats:
        """Weights of the cases, shape (m,)."""
        return np.asarray(self.sample.weights[self.places])

    def numbers(self, name: str) -> Floats:
        """Return the values of a column of numbers, shape (m,)."""
        return np.asarray(self.sample.columns[name].values[self.places], dtype=np.float64)

    def clusters(self, domain: Ints, domains: int) -> DomainUnits:
        """Return the units of the cases in each of their domains."""
        units = self.sample.units
        own = None if units is None else units[self.places]
        return DomainUnits(domain, domains, own, self.sample.total)


def cases_of(sample: SideRecords, names: Sequence[str], schema: Schema) -> Cases:
    """Return the records to which all questions `names` apply and that have all values."""
    count = len(sample.weights)
    outside, lacking = np.zeros(count, dtype=np.bool_), ~(sample.weights > 0)
    for name in names:
        column, attribute = sample.columns[name], schema.named(name)
        if column.missing.any():
            lacking |= column.missing
            if attribute.not_applicable:
                outside |= codes_of(column, attribute) > 0
    lacking &= ~outside
    missing, unasked = int(lacking.sum()), int(outside.sum())
    side = Side(count - missing - unasked, missing, unasked)
    if not missing + unasked:
        return Cases(sample, slice(None), side)
    return Cases(sample, np.flatnonzero(~(outside | lacking)), side)
