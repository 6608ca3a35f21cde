"""Conditions on one column that hold in a given set of records."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.inspect.structure.unasked_cells import FEWEST_CELLS
from core.model import Column, ColumnKind

# More categories than this are not a condition that anybody would have put into a questionnaire.
_MOST_STATES = 30
_WIDEST_CODES = 1_000
_LARGEST_WHOLE = 2**53
_SAMPLED = 1_000


@dataclass(frozen=True, slots=True)
class SkipCondition:
    """A condition on the present values of one column, such as AGE < 15.

    It holds where the value is below `below`, or above `above`, or one of `categories` (with
    `negated`: none of them), or, with `or_missing`, where the column itself is missing.

    Attributes
    ----------
    below, above : float or None
        Bounds, as round as the data permit, so that they are rarely the value of a record.
    categories : tuple of str
        Categories, or numbers as texts. Values of the file, for the data officer only.
    or_missing : bool
        Whether it also holds where the column is missing.
    """

    column: str
    below: float | None = field(default=None, repr=False)
    above: float | None = field(default=None, repr=False)
    categories: tuple[str, ...] = field(default=(), repr=False)
    negated: bool = False
    or_missing: bool = False
    is_numeric: bool = False

    @property
    def parts(self) -> int:
        """Number of bounds and categories."""
        return (self.below is not None) + (self.above is not None) + len(self.categories)

    @property
    def expression(self) -> str:
        """The condition in the grammar of edit rules: ``AGE < 6 or AGE > 17``."""
        parts = []
        if self.below is not None:
            parts.append(f"{self.column} < {_number(self.below)}")
        if self.above is not None:
            parts.append(f"{self.column} > {_number(self.above)}")
        if self.negated:
            excluded = " and ".join(f"{self.column} != {text}" for text in self._quote_categories())
            parts.append(
                f"({excluded})" if len(self.categories) > 1 and self.or_missing else excluded
            )
        elif len(self.categories) == 1:
            parts.append(f"{self.column} = {self._quote_categories()[0]}")
        elif self.categories:
            parts.append(f"{self.column} in ({', '.join(self._quote_categories())})")
        if self.or_missing:
            parts.append(f"{self.column} is missing")
        return " or ".join(parts)

    def _quote_categories(self) -> tuple[str, ...]:
        if self.is_numeric:
            return self.categories
        return tuple("'" + text.replace("'", "''") + "'" for text in self.categories)


@dataclass(frozen=True, slots=True)
class FoundCondition:
    """A condition that holds only in skipped records, with the number of records in which it does.

    `states` is the number of different values of the column: a condition on a column of two
    categories is simpler than one on a column of thirty.
    """

    condition: SkipCondition
    records: int
    states: int


@dataclass(frozen=True, slots=True, eq=False)
class SkippedRecords:
    """Records that were perhaps not asked.

    Attributes
    ----------
    records : numpy.ndarray of bool, shape (n,)
        Where they are.
    needed : int
        A condition is of use only if it holds in at least so many of them.
    sample : numpy.ndarray of int64, shape (m,)
        Some of the other records, by which most columns are ruled out in no time: no condition
        can hold in them.
    """

    records: Bools
    needed: int
    sample: Ints


def sample_skipped(records: Bools, needed: int) -> SkippedRecords:
    """Sample the records that are not skipped."""
    asked_records = np.flatnonzero(~records)
    return SkippedRecords(records, needed, asked_records[:: max(1, len(asked_records) // _SAMPLED)])


@dataclass(frozen=True, slots=True, eq=False)
class ConditionColumn:
    """A column on which conditions are sought, prepared once for all sets of records."""

    name: str
    missing: Bools | None
    numbers: Floats | None
    states: Ints | None
    names: tuple[str, ...]
    totals: Ints | None

    def find(self, skipped: SkippedRecords) -> list[FoundCondition]:
        """Find the conditions that hold only in skipped records, in as many as possible."""
        if self._most(skipped) < skipped.needed:
            return []
        extra = self._missing_if_skipped(skipped.records)
        conditions = [] if self.numbers is None else self._bounds(skipped, extra)
        if self.states is not None and self.totals is not None:
            conditions += self._categories(skipped.records, extra)
        return conditions

    def _most(self, skipped: SkippedRecords) -> int:
        """Bound the number of records in which a condition may hold, by the sampled ones."""
        n_missing = 0 if self.missing is None else int(np.count_nonzero(self.missing))
        if self.states is not None and self.totals is not None:
            sampled_counts = np.bincount(
                self.states[skipped.sample], minlength=len(self.names) + 1
            )[:-1]
            by_states = int(self.totals[sampled_counts == 0].sum())
        else:
            by_states = 0
        return n_missing + max(by_states, self._outside(skipped.sample))

    def _outside(self, sample: Ints) -> int:
        """Count the records below or above all of the sampled ones."""
        if self.numbers is None:
            return 0
        lowest, highest = self._range(sample)
        below = np.count_nonzero(self.numbers < lowest)
        return int(below + np.count_nonzero(self.numbers > highest))

    def _range(self, sample: Ints) -> tuple[float, float]:
        """Compute the smallest and largest value of some records; infinite without values."""
        assert self.numbers is not None
        sampled = self.numbers[sample]
        sampled = sampled[~np.isnan(sampled)]
        if not len(sampled):
            return math.inf, -math.inf
        return float(sampled.min()), float(sampled.max())

    def _missing_if_skipped(self, skipped: Bools) -> int:
        """Count the missing cells if all of them are in skipped records, else 0."""
        if self.missing is None:
            return 0
        n_skipped = int(np.count_nonzero(self.missing & skipped))
        return n_skipped if n_skipped == int(np.count_nonzero(self.missing)) else 0

    def _bounds(self, skipped: SkippedRecords, extra: int) -> list[FoundCondition]:
        assert self.numbers is not None
        values = self.numbers
        lowest, highest = self._range(skipped.sample)
        # Comparisons with NaN are false, so missing cells are on neither side.
        low_rows, high_rows = np.flatnonzero(values < lowest), np.flatnonzero(values > highest)
        is_asked = ~skipped.records[low_rows], ~skipped.records[high_rows]
        low, high = values[low_rows], values[high_rows]
        # Of the records that were not sampled only those outside the sample's range matter.
        lowest = float(np.min(low[is_asked[0]], initial=lowest))
        highest = float(np.max(high[is_asked[1]], initial=highest))
        if math.isinf(lowest) or math.isinf(highest):
            return []
        low, high = low[low < lowest], high[high > highest]
        below = _roundest(float(low.max()), lowest) if len(low) >= FEWEST_CELLS else None
        above = 0.0 - _roundest(-float(high.min()), -highest) if len(high) >= FEWEST_CELLS else None
        conditions = []
        if below is not None:
            single = (_number(low[0]),) if np.all(low == low[0]) else ()
            conditions.append(
                self._build_found(None if single else below, None, single, len(low), extra)
            )
        if above is not None:
            single = (_number(high[0]),) if np.all(high == high[0]) else ()
            conditions.append(
                self._build_found(None, None if single else above, single, len(high), extra)
            )
        if below is not None and above is not None:
            conditions.append(self._build_found(below, above, (), len(low) + len(high), extra))
        return conditions

    def _build_found(
        self,
        below: float | None,
        above: float | None,
        categories: tuple[str, ...],
        records: int,
        extra: int,
    ) -> FoundCondition:
        condition = SkipCondition(
            self.name, below, above, categories, or_missing=extra > 0, is_numeric=True
        )
        states = len(self.names) if self.names else _MOST_STATES + 1
        return FoundCondition(condition, records + extra, states)

    def _categories(self, skipped: Bools, extra: int) -> list[FoundCondition]:
        assert self.states is not None
        assert self.totals is not None
        counts = np.bincount(self.states[skipped], minlength=len(self.names) + 1)[:-1]
        is_skipped = (counts == self.totals) & (self.totals > 0)
        if not is_skipped.any() or is_skipped.all():
            return []
        conditions = [self._whole(is_skipped, extra)]
        # Where some did not answer, a rare category may be skipped as a whole by chance.
        frequent = is_skipped & (self.totals >= FEWEST_CELLS)
        if frequent.any() and np.any(frequent != is_skipped):
            conditions.append(self._whole(frequent, extra))
        return conditions

    def _whole(self, is_skipped: Bools, extra: int) -> FoundCondition:
        assert self.totals is not None
        records = int(self.totals[is_skipped].sum())
        is_asked = ~is_skipped & (self.totals > 0)
        # A missing cell is none of the categories that were asked.
        negated = bool(np.count_nonzero(is_asked) < np.count_nonzero(is_skipped)) and (
            extra > 0 or self.missing is None
        )
        listed_states = np.flatnonzero(is_asked if negated else is_skipped)
        condition = SkipCondition(
            self.name,
            categories=tuple(self.names[state] for state in listed_states),
            negated=negated,
            or_missing=extra > 0,
            is_numeric=self.numbers is not None,
        )
        return FoundCondition(condition, records + extra, len(self.names))


def prepare_column(column: Column) -> ConditionColumn | None:
    """Prepare a column for conditions; ``None`` if it has no suitable values."""
    missing = column.missing if column.missing.any() else None
    if column.kind is ColumnKind.TEXT:
        if not 2 <= len(column.categories) <= _MOST_STATES:
            return None
        states = column.values.astype(np.int64)
        return _with_states(column.name, missing, None, states, column.categories)
    if not column.kind.is_numeric or column.missing.all():
        return None
    numbers = column.floats()
    smallest, largest = float(np.nanmin(numbers)), float(np.nanmax(numbers))
    if smallest == largest or max(abs(smallest), abs(largest)) >= _LARGEST_WHOLE:
        return None
    if column.kind is ColumnKind.INTEGER and largest - smallest <= _WIDEST_CODES:
        states = column.values.astype(np.int64) - int(smallest)
        distinct = np.flatnonzero(np.bincount(states[~column.missing]))
        if len(distinct) <= _MOST_STATES:
            dense = np.searchsorted(distinct, states)
            names = tuple(str(code + int(smallest)) for code in distinct.tolist())
            return _with_states(column.name, missing, numbers, dense, names)
    return ConditionColumn(column.name, missing, numbers, None, (), None)


def _with_states(
    name: str,
    missing: Bools | None,
    numbers: Floats | None,
    states: Ints,
    names: tuple[str, ...],
) -> ConditionColumn:
    if missing is not None:
        states[missing] = len(names)
    totals = np.bincount(states, minlength=len(names) + 1)[:-1]
    return ConditionColumn(name, missing, numbers, states, names, totals)


def _number(value: float) -> str:
    return f"{value:.15g}"


def _roundest(above: float, highest: float) -> float:
    """Find the roundest number above `above` and not above `highest`."""
    for exponent in range(16, -10, -1):
        for step in (10.0**exponent, 5.0 * 10.0 ** (exponent - 1)):
            candidate = math.floor(highest / step) * step
            candidate = round(candidate, 10)
            if above < candidate <= highest:
                return candidate
    return highest
