"""Finds relations of two columns that hold in part of the records only.

A tax that follows from the income of all who pay it, or wages that are the whole income of most
people, disclose those records as a copy would, but explain less of the variance of the whole file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.array_types import Bools, Floats
from core.inspect.structure.rank_agreement import agreement, squared_rank_correlation
from core.inspect.structure.table_blocks import TableBlocks

# A value of so many of the records, such as 0 or an upper limit, says nothing about the others.
_FREQUENT = 0.05
_FREQUENT_IN_SAMPLE = 0.04
# Of fewer records, or different values, a relation occurs by chance.
_FEWEST_RECORDS, _FEWEST_VALUES = 30, 10
# In so few records of a sample, ranks rule out most pairs of columns.
_FEWEST_SAMPLED = 5
# Ratios count as equal within this factor, in so many of the records, and so much oftener than
# between cells of different records.
_WIDTH, _LEAST_SHARE, _LEAST_LIFT = float(np.log(1.002)), 0.2, 5

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PartialRelation:
    """In how many records a relation holds, and the R² of values or ranks in these."""

    records: int
    r_squared: float


class PartialRelations:
    """Looks for records in which a column follows from another.

    Parameters
    ----------
    small : Mapping of str to numpy.ndarray of float64, shape (m,)
        Those that are compared, in records from all over the file; NaN where missing.
    thresholds : tuple of two float
        The R² that values or ranks must exceed, and the R² of ranks that must be reached by values
        that do.
    """

    def __init__(
        self, table: TableBlocks, small: Mapping[str, Floats], thresholds: tuple[float, float]
    ) -> None:
        self._table, self._thresholds = table, thresholds
        self._frequent, self._present = _frequent_values(table, small)
        self._small = {name: self._rare(name, values) for name, values in small.items()}

    def find(self, published: str, masked: str) -> PartialRelation | None:
        """Find the relation of two columns where neither has a frequent value.

        Either they order the records alike, though frequent values were left out, or one is the
        same multiple of the other in every fifth of all records.
        """
        pair = published, masked
        relation = None
        if any(len(self._frequent[name]) for name in pair):
            relation = self._find_ordered(pair)
        return relation or self._proportional(pair)

    def _rare(self, name: str, values: Floats) -> Floats:
        """Replace frequent values by NaN."""
        return np.where(np.isin(values, self._frequent[name]), np.nan, values)

    def _sample(self, pair: Pair) -> tuple[Floats, Floats]:
        """Select the sampled records in which both columns have a value that is not frequent."""
        x, y = (self._small[name] for name in pair)
        is_finite = np.isfinite(x) & np.isfinite(y)
        return x[is_finite], y[is_finite]

    def _pairs(self, pair: Pair, lowest: float = -np.inf) -> Iterator[tuple[Floats, Floats]]:
        """Yield the records that `_sample` samples; those of ratios from `lowest` on, if given."""
        for columns in self._table.numbers(pair):
            x, y = map(self._rare, pair, columns)
            is_finite = np.isfinite(x) & np.isfinite(y)
            if lowest > -np.inf:
                is_finite &= _between(_log_ratios(x, y), lowest)
            yield x[is_finite], y[is_finite]

    def _find_ordered(self, pair: Pair) -> PartialRelation | None:
        first, second = self._sample(pair)
        if len(first) < _FEWEST_SAMPLED:
            return None
        if squared_rank_correlation(first, second) < min(self._thresholds):
            return None
        return self._relate(pair)

    def _relate(self, pair: Pair, lowest: float = -np.inf) -> PartialRelation | None:
        """Compute how far the columns agree in the records of `_pairs`.

        ``None`` if they do not agree enough, or in too few records or values.
        """
        blocks = partial(self._pairs, pair, lowest)
        r_squared = agreement(blocks, 0, self._thresholds, self._table.job)
        if r_squared <= self._thresholds[0]:
            return None
        records, distinct = 0, [np.empty(0), np.empty(0)]
        for columns in blocks():
            records += len(columns[0])
            if min(map(len, distinct)) < _FEWEST_VALUES:
                distinct = [np.union1d(*values) for values in zip(distinct, columns, strict=True)]
        if records < _FEWEST_RECORDS or min(map(len, distinct)) < _FEWEST_VALUES:
            return None
        return PartialRelation(records, r_squared)

    def _proportional(self, pair: Pair) -> PartialRelation | None:
        x, y = self._sample(pair)
        ratios = np.sort(_log_ratios(x, y))
        if not len(ratios):
            return None
        within = np.searchsorted(ratios, ratios + _WIDTH, side="right") - np.arange(len(ratios))
        count, lowest = int(within.max()), float(ratios[int(np.argmax(within))])
        by_chance = _log_ratios(x, np.roll(y, len(x) // 3))
        expected = int(_between(by_chance, lowest).sum())
        if count < _LEAST_LIFT * expected or count < _LEAST_SHARE / 2 * len(x):
            return None
        relation = self._relate(pair, lowest)
        present = min(self._present[name] for name in pair)
        return (
            relation
            if relation is not None and relation.records >= _LEAST_SHARE * present
            else None
        )


def _frequent_values(
    table: TableBlocks, small: Mapping[str, Floats]
) -> tuple[dict[str, Floats], dict[str, int]]:
    """Find the frequent values of each column, and count the records with any value."""
    names: Sequence[str] = list(small)
    likely: dict[str, Floats] = {}
    for name, values in small.items():
        distinct, times = np.unique(values[np.isfinite(values)], return_counts=True)
        likely[name] = distinct[times >= _FREQUENT_IN_SAMPLE * len(values)]
    counts = {
        name: np.zeros(len(values_of_column), np.int64) for name, values_of_column in likely.items()
    }
    present = dict.fromkeys(names, 0)
    for columns in table.numbers(names):
        for name, values in zip(names, columns, strict=True):
            equal = [np.count_nonzero(values == value) for value in likely[name]]
            counts[name] += np.array(equal, dtype=np.int64)
            present[name] += int(np.count_nonzero(np.isfinite(values)))
    fewest = _FREQUENT * table.rows
    return {name: likely[name][counts[name] >= fewest] for name in names}, present


def _log_ratios(first: Floats, second: Floats) -> Floats:
    """Compute logarithms of ratios, shape (n,); those of 0 or of another sign are infinite."""
    with np.errstate(all="ignore"):
        ratios = np.log(first / second)
    return np.where(np.isfinite(ratios), ratios, np.inf)


def _between(ratios: Floats, lowest: float) -> Bools:
    is_between: Bools = (ratios >= lowest) & (ratios <= lowest + _WIDTH)
    return is_between
