"""What a column of a file on disk is like before and after, gone through in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import fsum, inf

import numpy as np
from numpy.typing import NDArray

from core.encode import Standard, standard_of_parts
from core.io.scratch.disk_columns import StoredColumn
from core.jobs import Job
from core.kernels.numerics.part_sums import PartSum, sums_of_parts
from core.measure.descriptives import (
    LEVELS,
    OTHERS,
    Described,
    Summary,
    described_categories,
    is_numeric,
    spelled_codes,
    values_of,
)
from core.measure.distributions import SKEW, Distribution, counted, edges_of, of_categories
from core.model import Attribute, ColumnKind, Scale
from core.pipeline.out_of_core.encoded.category_counts import category_counts
from core.pipeline.out_of_core.measuring.order_statistics import quantiles

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROWS = 1 << 18
"""Records of a part; not those of the run, so that plain sums do not depend on these."""

MOST_CATEGORIES = 10_000
"""Categories of a column that are listed; all rarer ones are counted together."""


@dataclass(frozen=True, slots=True, eq=False)
class LongNumbers:
    """A column of numbers on disk, and what was found out about it.

    Attributes
    ----------
    count, missing : int
        Number of records with and without a value.
    least, most : float
        Its extremes; infinite without a value.
    are_whole : bool
        Whether all values are whole numbers.
    """

    column: StoredColumn
    job: Job
    count: int
    missing: int
    least: float
    most: float
    are_whole: bool
    standard: Standard

    def parts(self) -> Iterator[Floats]:
        """Yield the numbers, NaN where missing."""
        yield from _numbers_of(self.column, self.job)

    def summary(self, weights: LongNumbers | None) -> Summary:
        """Return the summary of the column; `weights` are the survey weights of its records."""
        standard, count = self.standard, self.count
        total = PartSum(max(abs(self.least), abs(self.most)) if count else 0.0, count)
        for values in self.parts():
            total.add(values[~np.isnan(values)])
        return Summary(
            count,
            self.missing,
            standard.mean + standard.rest if count else np.nan,
            standard.deviation * (count / (count - 1)) ** 0.5 if count > 1 else np.nan,
            quantiles(self.parts, count, LEVELS),
            total.total(),
            None if weights is None else self._weighted(weights),
        )

    def _weighted(self, weights: LongNumbers) -> float:
        """Return the sum of the values times weights; a missing one counts as 0."""

        def products() -> Iterator[tuple[Floats]]:
            for values, own in zip(self.parts(), weights.parts(), strict=True):
                yield (np.nan_to_num(values * own, nan=0.0),)

        return sums_of_parts(products)[0].total()


def long_numbers(column: StoredColumn, job: Job) -> LongNumbers:
    """Find out about a column of numbers or dates."""
    count, least, most, are_whole = 0, inf, -inf, True
    for values in _numbers_of(column, job):
        seen = values[~np.isnan(values)]
        count += len(seen)
        least = min(least, float(seen.min(initial=inf)))
        most = max(most, float(seen.max(initial=-inf)))
        are_whole = are_whole and bool((seen == np.rint(seen)).all())
    standard = standard_of_parts(partial(_numbers_of, column, job))
    missing = column.rows - count
    return LongNumbers(column, job, count, missing, least, most, are_whole, standard)


def _numbers_of(column: StoredColumn, job: Job) -> Iterator[Floats]:
    for part in job.each(column.parts(ROWS)):
        yield values_of(part)


@dataclass(frozen=True, slots=True, eq=False)
class LongColumnPair:
    """A column on disk before and after.

    Attributes
    ----------
    before, after : StoredColumn
        Where it is; the same where it is published unchanged.
    numbers : pair of LongNumbers, or None
        What is known of its numbers; ``None`` for texts.
    """

    attribute: Attribute
    before: StoredColumn
    after: StoredColumn
    numbers: tuple[LongNumbers, LongNumbers] | None
    job: Job

    @property
    def is_numeric(self) -> bool:
        """Whether a mean of the column is meaningful."""
        return is_numeric(self.before.head, self.attribute)

    def described(self, weights: tuple[LongNumbers, LongNumbers] | None) -> Described:
        """Return the description of the column, with totals by survey weights if there are any."""
        name = self.attribute.name
        if self.numbers is not None and self.is_numeric:
            own = weights or (None, None)
            one = self.numbers[0].summary(own[0])
            other = one if self.is_unchanged else self.numbers[1].summary(own[1])
            none = np.zeros((2, 0), dtype=np.int64)
            is_date = self.before.kind is ColumnKind.DATE
            return Described(name, is_date, one, other, (), none)
        first, second = self._named_counts()
        names = tuple(dict.fromkeys((*first, *second)))
        counts = [[side.get(each, 0) for each in names] for side in (first, second)]
        found = described_categories(name, names, np.array(counts, np.int64).reshape(2, -1))
        return _shortened(found)

    def distribution(self) -> Distribution:
        """Count the values before and after, in common bins (`core.measure.distribution`)."""
        if self.numbers is None or self.attribute.scale in (Scale.ORDINAL, Scale.NOMINAL):
            counts = self._named_counts()
            missing = self.before.rows - sum(counts[0].values())
            return of_categories(
                self.attribute, counts, (missing, self.after.rows - sum(counts[1].values()))
            )
        first, second = self.numbers
        extremes = min(first.least, second.least), max(first.most, second.most)
        width = None if self.attribute.scale is Scale.DATE else _linear_width(first)
        edges = np.array([0.0, 1.0])
        if first.count or second.count:
            edges = edges_of(extremes, first.are_whole and second.are_whole, width)
        before = _counted(first.parts, edges)
        after = before if self.is_unchanged else _counted(second.parts, edges)
        return Distribution(
            self.attribute.name,
            edges,
            (),
            before,
            after,
            missing_before=first.missing,
            missing_after=second.missing,
            linear_width=width,
        )

    def _named_counts(self) -> tuple[Mapping[str, int], Mapping[str, int]]:
        one = _category_counts(self.before, self.job)
        return one, one if self.is_unchanged else _category_counts(self.after, self.job)

    @property
    def is_unchanged(self) -> bool:
        """Whether the column is published as it is."""
        return self.before is self.after


def long_pair(
    attribute: Attribute, before: StoredColumn, after: StoredColumn, job: Job
) -> LongColumnPair:
    """Find out about a column before and after."""
    if before.kind is ColumnKind.TEXT:
        return LongColumnPair(attribute, before, after, None, job)
    one = long_numbers(before, job)
    other = one if after is before else long_numbers(after, job)
    return LongColumnPair(attribute, before, after, (one, other), job)


def _category_counts(column: StoredColumn, job: Job) -> Mapping[str, int]:
    """Return how many records have each category or code that occurs."""
    if column.kind is ColumnKind.TEXT:
        counts = category_counts(column, ROWS, job).tolist()
        named = zip(column.head.categories, counts, strict=True)
        return {name: count for name, count in named if count}
    held: dict[float, int] = {}
    for part in job.each(column.parts(ROWS)):
        codes, counts = np.unique(part.values[~part.missing], return_counts=True)
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
            held[code] = held.get(code, 0) + count
    return dict(zip(spelled_codes(column.head, [*held]), held.values(), strict=True))


def _shortened(found: Described) -> Described:
    """Return a description with the most frequent categories, and all others together."""
    if len(found.categories) <= MOST_CATEGORIES:
        return found
    rest = found.counts[:, MOST_CATEGORIES:].sum(axis=1, keepdims=True)
    counts = np.hstack((found.counts[:, :MOST_CATEGORIES], rest))
    names = (*found.categories[:MOST_CATEGORIES], OTHERS)
    return Described(found.name, False, None, None, names, counts)


def _linear_width(side: LongNumbers) -> float | None:
    """Return the limit of the nearly linear scale of a very skewed column, or ``None``."""
    standard = side.standard
    if standard.deviation == 0.0:
        return None
    cubes = fsum(float(np.nansum(standard.apply(values) ** 3)) for values in side.parts())
    if abs(cubes / side.count) <= SKEW:
        return None

    def sizes() -> Iterator[Floats]:
        for values in side.parts():
            yield np.abs(values[values != 0.0])

    count = sum(int(np.count_nonzero(~np.isnan(values))) for values in sizes())
    return float(quantiles(sizes, count, (0.5,))[0])


def _counted(parts: Callable[[], Iterator[Floats]], edges: Floats) -> Ints:
    found = np.zeros(len(edges) - 1, np.int64)
    for values in parts():
        found += counted(values, edges)
    return found
