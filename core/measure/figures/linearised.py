"""Variances of linearised figures: units are drawn with replacement.

A figure is linearised by its influence function (Deville 1999), so that its variance is that of the
total of a new variable over the units (manual: figures#intervals).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.numerics.grouping import refine
from core.measure.figures.student import student_quantile


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """A figure in `g` domains or categories; NaN where it cannot be computed.

    Attributes
    ----------
    value, low, high : numpy.ndarray of float64, shape (g,)
        The figures and the ends of their intervals.
    records, units : numpy.ndarray of int64, shape (g,)
        Numbers of records and units.
    heaviest : numpy.ndarray of float64, shape (g,)
        Largest share of the variance that comes from one unit.
    outside : numpy.ndarray of int64, shape (g,), or None
        Of quantiles: the smaller number of records at or beyond one end of the interval.
    """

    value: Floats
    low: Floats
    high: Floats
    records: Ints
    units: Ints
    heaviest: Floats
    outside: Ints | None = None


class DomainUnits:
    """The units in each of `g` domains.

    Most figures are of a single domain, the whole file: its sums need no labels.

    Parameters
    ----------
    domain : numpy.ndarray of int64, shape (n,)
        Domain of each record, numbered from 0.
    unit : numpy.ndarray of int64, shape (n,), or None
        Unit of each record; ``None`` if each record is one.
    total : int
        Number of units of the whole file: those outside a domain count as zeros.
    """

    def __init__(self, domain: Ints, domains: int, unit: Ints | None, total: int) -> None:
        self.record_domain, self.domains, self.total = domain, domains, total
        self.records = np.bincount(domain, minlength=domains).astype(np.int64)
        self.pair = None if unit is None else refine(domain, unit)
        self.domain = domain
        if self.pair is not None:  # the domain of each pair of a domain and a unit
            self.domain = np.empty(int(self.pair.max(initial=-1)) + 1, dtype=np.int64)
            self.domain[self.pair] = domain
        self.units = np.bincount(self.domain, minlength=domains).astype(np.int64)

    def sums(self, amounts: Floats) -> Floats:
        """Sum the amounts of the records of each unit in each domain."""
        if self.pair is None:
            return amounts
        return _sums(self.pair, amounts, len(self.domain))

    def by_domain(self, amounts: Floats) -> Floats:
        """Sum the amounts of the records of each domain, shape (g,)."""
        return self._sums_of(self.record_domain, amounts)

    def of_records(self, figures: Floats) -> Floats:
        """Give each record the figure of its domain, shape (n,), or (1,) for a single domain."""
        return figures if self.domains == 1 else np.asarray(figures[self.record_domain])

    def largest(self, amounts: Floats) -> Floats:
        """Find the largest amount of a unit in each domain, 0 if none is larger."""
        if self.domains == 1:
            return np.array([amounts.max(initial=0.0)])
        largest = np.zeros(self.domains)
        np.maximum.at(largest, self.domain, amounts)
        return largest

    def errors(self, influence: Floats) -> tuple[Floats, Floats]:
        """Compute the standard error of each domain, and the largest share of one unit in it.

        `influence` is that of each record, multiplied by its weight, shape (n,).
        """
        unit_sums = self.sums(influence)
        mean = self._sums_of(self.domain, unit_sums) / self.total
        squares = (unit_sums - (mean if self.domains == 1 else mean[self.domain])) ** 2
        outside = (self.total - self.units) * mean**2
        within = self._sums_of(self.domain, squares)
        return errors_of(within + outside, self.largest(squares), self.total)

    @cached_property
    def student_reach(self) -> Floats:
        """Compute how many standard errors an interval of each domain reaches, once for all."""
        return reaches(self.units - 1)

    def intervals(self, value: Floats, error: Floats, heaviest: Floats) -> Estimates:
        """Put the figures together with their symmetric intervals."""
        reach = self.student_reach * error
        return Estimates(value, value - reach, value + reach, self.records, self.units, heaviest)

    def _sums_of(self, domain: Ints, amounts: Floats) -> Floats:
        if self.domains == 1:
            return np.array([amounts.sum()])
        return _sums(domain, amounts, self.domains)


def errors_of(squares: Floats, largest: Floats, total: int) -> tuple[Floats, Floats]:
    """Compute standard errors from sums of squares over units, and the largest unit's share."""
    factor = total / (total - 1) if total > 1 else np.nan
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(squares > 0, largest / squares, 0.0)
    return np.sqrt(factor * squares), share


def reaches(freedom: Ints) -> Floats:
    """Compute by degrees of freedom how many standard errors an interval reaches."""
    numbers, place = np.unique(freedom, return_inverse=True)
    quantiles = [student_quantile(int(f)) if f > 0 else np.nan for f in numbers.tolist()]
    return np.asarray(np.array(quantiles, dtype=np.float64)[place])


def _sums(label: Ints, amounts: Floats, labels: int) -> Floats:
    sums = np.bincount(label, weights=amounts, minlength=labels)
    # Without any record, numpy counts in whole numbers.
    return sums.astype(np.float64)
