"""One side of the comparison: the records of the original or of the release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.array_types import Floats, Ints
from core.encode import take
from core.encode.not_applicable import codes_of
from core.encode.numbers import distinct_texts
from core.measure.figures.amounts import Standardised, standardise
from core.measure.figures.linearised import DomainUnits
from core.measure.figures.sorted_amounts import SortedAmounts, sort_amounts
from core.model import Column, ColumnKind, Schema, Side


@dataclass(frozen=True, slots=True, eq=False)
class SideRecords:
    """The records of a side.

    What figures share is computed once: the codes of a column's categories, and its complete cases.

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
    _codes: dict[str, tuple[list[str], Ints]] = field(init=False, default_factory=dict, repr=False)
    _cases: dict[tuple[str, ...], Cases] = field(init=False, default_factory=dict, repr=False)

    @property
    def total(self) -> int:
        """The number of units."""
        return len(self.weights) if self.units is None else int(self.units.max(initial=-1)) + 1

    def category_codes(self, name: str) -> tuple[list[str], Ints]:
        """Spell the categories of a column and number each record's, -1 if it has none."""
        if name not in self._codes:
            column = self.columns[name]
            texts, index = distinct_texts(column)
            codes = np.full(len(column), -1, dtype=np.int64)
            codes[~column.missing] = index
            if column.kind is ColumnKind.DATE:
                texts = [str(np.datetime64(int(text), "D")) for text in texts]
            self._codes[name] = texts, codes
        return self._codes[name]

    def complete_cases(self, names: Sequence[str], schema: Schema) -> Cases:
        """Find the records to which all questions `names` apply and that have all values."""
        lacking = tuple(sorted(name for name in {*names} if self.columns[name].missing.any()))
        if lacking not in self._cases:
            self._cases[lacking] = _find_cases(self, lacking, schema)
        return self._cases[lacking]

    def take(self, positions: Ints, names: Sequence[str]) -> SideRecords:
        """Take some records, with some of their columns."""
        units = self.units
        if units is not None:
            units = np.unique(units[positions], return_inverse=True)[1].astype(np.int64)
        columns = {name: take(self.columns[name], positions) for name in names}
        return SideRecords(columns, self.weights[positions], units)


def sample_of(columns: Sequence[Column], weight: str | None, units: Ints | None) -> SideRecords:
    """Build the side with these columns, of which one may hold the weights."""
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

    What figures of the same cases share is computed once.

    Attributes
    ----------
    places : numpy.ndarray of int64, shape (m,), or slice
        Positions of the complete cases.
    side : Side
        How many they are, and why others are not.
    weights : numpy.ndarray of float64, shape (m,)
        Weights of the cases.
    """

    sample: SideRecords
    places: Ints | slice
    side: Side
    weights: Floats
    _whole: list[DomainUnits] = field(init=False, default_factory=list, repr=False)
    _orders: dict[str, SortedAmounts] = field(init=False, default_factory=dict, repr=False)
    _scores: dict[str, Standardised] = field(init=False, default_factory=dict, repr=False)

    def numbers(self, name: str) -> Floats:
        """Look up the values of a column of numbers, shape (m,)."""
        return np.asarray(self.sample.columns[name].values[self.places], dtype=np.float64)

    def category_codes(self, name: str) -> tuple[list[str], Ints]:
        """Spell the categories of a column and number each case's, shape (m,)."""
        texts, codes = self.sample.category_codes(name)
        return texts, codes[self.places]

    def clusters(self, domain: Ints, domains: int) -> DomainUnits:
        """Find the units of the cases in each of their domains."""
        units = self.sample.units
        unit_of_case = None if units is None else units[self.places]
        return DomainUnits(domain, domains, unit_of_case, self.sample.total)

    @property
    def whole(self) -> DomainUnits:
        """The units of all cases, as a single domain."""
        if not self._whole:
            self._whole.append(self.clusters(np.zeros(len(self.weights), dtype=np.int64), 1))
        return self._whole[0]

    def sorted_amounts(self, name: str, clusters: DomainUnits) -> SortedAmounts:
        """Sort a column within each domain; the order of the last one in the file is kept."""
        if clusters is not self.whole:
            return sort_amounts(self.numbers(name), self.weights, clusters)
        if name not in self._orders:
            self._orders.clear()
            self._orders[name] = sort_amounts(self.numbers(name), self.weights, clusters)
        return self._orders[name]

    def standardise(self, name: str, clusters: DomainUnits) -> Standardised:
        """Standardise a column within each domain; what is standardised in the file is kept."""
        if clusters is not self.whole:
            return standardise(self.numbers(name), self.weights, clusters)
        if name not in self._scores:
            self._scores[name] = standardise(self.numbers(name), self.weights, clusters)
        return self._scores[name]


def _find_cases(sample: SideRecords, names: Sequence[str], schema: Schema) -> Cases:
    count = len(sample.weights)
    outside, lacking = np.zeros(count, dtype=np.bool_), ~(sample.weights > 0)
    for name in names:
        column, attribute = sample.columns[name], schema.named(name)
        lacking |= column.missing
        if attribute.not_applicable:
            outside |= codes_of(column, attribute) > 0
    lacking &= ~outside
    missing, unasked = int(lacking.sum()), int(outside.sum())
    side = Side(count - missing - unasked, missing, unasked)
    if not missing + unasked:
        return Cases(sample, slice(None), side, sample.weights)
    places = np.flatnonzero(~(outside | lacking))
    return Cases(sample, places, side, sample.weights[places])
