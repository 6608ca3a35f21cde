"""Finds relations of two columns that hold in part of the records only.

A tax that follows from the income of all who pay it, or wages that are the whole income of most
people, disclose those records as a copy would, but explain less of the variance of the whole file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.io.structure.column_values import Flags, Floats, Ints
from core.io.structure.rank_agreement import SAMPLED, sampled, squared_correlation
from core.io.structure.ratio_relations import agreement

# A value of so many of the records, such as 0 or an upper limit, says nothing about the others.
_FREQUENT = 0.05
_FREQUENT_IN_SAMPLE = 0.04
# Of fewer records, or different values, a relation occurs by chance.
_FEWEST_RECORDS, _FEWEST_VALUES = 30, 10
# Ratios count as equal within this factor, in so many of the records, and so much oftener than
# between cells of different records.
_WIDTH, _LEAST_SHARE, _LEAST_LIFT = 1.002, 0.2, 5


@dataclass(frozen=True, slots=True)
class PartialRelation:
    """In how many records a relation holds, and the R² of values or ranks in these."""

    records: int
    r_squared: float


class PartialRelations:
    """Looks for records in which a column follows from another.

    Parameters
    ----------
    numbers : Mapping of str to numpy.ndarray of float64, shape (n,)
        The columns; NaN where missing.
    thresholds : tuple of two float
        The R² that values or ranks must exceed, and the R² of ranks that must be reached by values
        that do.
    """

    def __init__(self, numbers: Mapping[str, Floats], thresholds: tuple[float, float]) -> None:
        self._numbers, self._thresholds = numbers, thresholds
        self._rare: dict[str, Flags] = {}

    def find(self, published: str, masked: str) -> PartialRelation | None:
        """Return how one column follows from another where neither has a frequent value.

        Either they order the records alike, though frequent values were left out, or one is the
        same multiple of the other in every fifth of all records.
        """
        rows = np.flatnonzero(self._with_rare(published) & self._with_rare(masked))
        if len(rows) < _FEWEST_RECORDS:
            return None
        first, second = self._numbers[published], self._numbers[masked]
        present = int(np.count_nonzero(np.isfinite(first) & np.isfinite(second)))
        if len(rows) < present:
            ordered = self._ordered(first, second, rows)
            if ordered is not None:
                return ordered
        return self._proportional(first, second, rows, present)

    def _with_rare(self, name: str) -> Flags:
        """Return which records have a value that is not frequent."""
        if name not in self._rare:
            values = self._numbers[name]
            rare = np.isfinite(values)
            few = values[sampled(len(values))]
            distinct, counts = np.unique(few[np.isfinite(few)], return_counts=True)
            for value in distinct[counts >= _FREQUENT_IN_SAMPLE * len(few)]:
                equal = values == value
                if np.count_nonzero(equal) >= _FREQUENT * len(values):
                    rare &= ~equal
            self._rare[name] = rare
        return self._rare[name]

    def _ordered(self, first: Floats, second: Floats, rows: Ints) -> PartialRelation | None:
        few = rows[sampled(len(rows))]
        if len(few) < len(rows) and agreement(first[few], second[few], (1.0, 2.0)) < min(
            self._thresholds
        ):
            return None
        one, other = first[rows], second[rows]
        r_squared = agreement(one, other, self._thresholds)
        if r_squared <= self._thresholds[0] or not (_varied(one) and _varied(other)):
            return None
        return PartialRelation(len(rows), r_squared)

    def _proportional(
        self, first: Floats, second: Floats, rows: Ints, present: int
    ) -> PartialRelation | None:
        few = rows[sampled(len(rows))]
        ratios = np.sort(_log_ratios(first[few], second[few]))
        if not len(ratios):
            return None
        width = float(np.log(_WIDTH))
        within = np.searchsorted(ratios, ratios + width, side="right") - np.arange(len(ratios))
        least = ratios[int(np.argmax(within))]
        by_chance = _log_ratios(first[few], np.roll(second[few], len(few) // 3))
        count, expected = int(within.max()), int(_between(by_chance, least, width).sum())
        if count < _LEAST_LIFT * expected or count < _LEAST_SHARE / 2 * len(few):
            return None
        alike = rows[_between(_log_ratios(first[rows], second[rows]), least, width)]
        one, other = first[alike], second[alike]
        if len(alike) < max(_FEWEST_RECORDS, _LEAST_SHARE * present) or not _varied(other):
            return None
        r_squared = squared_correlation(one, other)
        return PartialRelation(len(alike), r_squared) if r_squared > self._thresholds[0] else None


def _varied(values: Floats) -> bool:
    """Return whether there are enough different values, at least among the first ones."""
    return len(np.unique(values[:SAMPLED])) >= _FEWEST_VALUES


def _log_ratios(first: Floats, second: Floats) -> Floats:
    """Return logarithms of ratios, shape (n,); those of 0 or of another sign are infinite."""
    with np.errstate(all="ignore"):
        ratios = np.log(first / second)
    found: Floats = np.where(np.isfinite(ratios), ratios, np.inf)
    return found


def _between(ratios: Floats, least: float, width: float) -> Flags:
    found: Flags = (ratios >= least) & (ratios <= least + width)
    return found
