"""Divides an attribute's values into intervals with round borders, for both columns.

The borders are round numbers, or the first days of months or years, and the ends are open, so that
no border is a value of the file and neither the smallest nor the largest value is disclosed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from core.array_types import Floats, Ints
from core.log.declared.original_comparison import Tick

MOST_INTERVALS = 24
# If the upper tail is longer than this many times the median, equal intervals would put nearly all
# records into the first one; the intervals then widen with the values.
_LONG_TAIL = 5.0
_ROUND = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)
# A larger share of zeros is shown separately ("no exports"), not as part of an interval.
_MANY_ZEROS = 0.1
_EPOCH = date(1970, 1, 1)
_DAYS_A_MONTH = 30.44
_MONTHS = (1, 3, 6, 12, 24, 60, 120, 240, 600, 1200)


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Adjacent intervals, drawn equally wide; the first and the last are open.

    Attributes
    ----------
    borders : numpy.ndarray of float64, shape (s - 1,)
        Ascending; interval `i` holds the values from border ``i - 1`` up to, not including, border
        `i`.
    ticks : tuple of Tick
        Marks on the axis.
    """

    borders: Floats
    ticks: tuple[Tick, ...]

    def count(self, values: Floats) -> Ints:
        """Count the `values` in each interval, shape (s,), without NaN."""
        interval = np.searchsorted(self.borders, values[~np.isnan(values)], side="right")
        return np.bincount(interval, minlength=len(self.borders) + 1).astype(np.int64)


def number_intervals(values: Floats, are_integers: bool) -> Intervals:
    """Choose equal or widening intervals for numbers, with a separate one for frequent zeros.

    Parameters
    ----------
    values : numpy.ndarray of float64
        At least one value, none missing.
    """
    measured = values[values != 0] if np.mean(values == 0) >= _MANY_ZEROS else values
    if len(measured) == 0:
        measured = values
    low, high = (float(q) for q in np.quantile(measured, (0.01, 0.99)))
    median, tail = np.quantile(np.abs(measured), (0.5, 0.95))
    has_long_tail = tail > _LONG_TAIL * max(median, 1e-12)
    if has_long_tail:
        positive, negative = measured[measured > 0], -measured[measured < 0]
        ladders = [np.zeros(1)] if low <= 0 <= high else []
        if len(positive):
            ladders.append(_ladder(positive))
        if len(negative):
            ladders.append(-_ladder(negative))
        borders = np.unique(np.concatenate(ladders))
    else:
        borders = _even(low, high, are_integers)
    if are_integers:
        borders = np.unique(np.ceil(borders))
    if len(measured) < len(values):
        # The interval from zero up to the next number contains zero alone.
        borders = np.union1d(borders, (0.0, np.nextafter(0.0, 1.0)))
    return Intervals(borders, _number_ticks(borders, are_integers))


def _even(low: float, high: float, are_integers: bool) -> Floats:
    width = (high - low) / (MOST_INTERVALS - 4)
    if width <= 0:
        step = 1.0
    else:
        power = float(10.0 ** math.floor(math.log10(width)))
        step = next(r * power for r in (1.0, 2.0, 5.0, 10.0) if r * power >= width * 0.999)
    if are_integers:
        step = max(1.0, round(step))
    first, last = math.floor(low / step), math.floor(high / step) + 1
    return np.arange(first, last + 1, dtype=np.float64) * step


def _ladder(sizes: Floats) -> Floats:
    """Return round borders between a low and a high quantile of positive numbers."""
    low, high = (float(q) for q in np.quantile(sizes, (0.02, 0.98)))
    powers = range(math.floor(math.log10(low)), math.floor(math.log10(high)) + 1)
    rungs = [r * 10.0**power for power in powers for r in _ROUND]
    inside = [rung for rung in rungs if low <= rung <= high] or rungs[:1]
    return np.array(inside[:: math.ceil(len(inside) / MOST_INTERVALS)])


def _number_ticks(borders: Floats, are_integers: bool) -> tuple[Tick, ...]:
    """Choose ticks at borders that are far enough apart, or in the middle of a single number."""
    chosen: list[Tick] = []
    for index, border in enumerate(borders.tolist()):
        following = borders[index + 1] if index + 1 < len(borders) else math.nan
        one_number = following == np.nextafter(border, math.inf) or (
            are_integers and following - border == 1
        )
        tick = Tick(index + (1.5 if one_number else 1.0), border)
        if border != np.nextafter(0.0, 1.0) and (
            not chosen or tick.position - chosen[-1].position >= len(borders) / 8
        ):
            chosen.append(tick)
    return tuple(chosen)


def date_intervals(days: Floats) -> Intervals:
    """Choose intervals for days since 1970-01-01: at least one day, none missing."""
    low, high = (int(q) for q in np.quantile(days, (0.01, 0.99)))
    if high - low <= MOST_INTERVALS:
        borders = np.arange(low, high + 2, dtype=np.float64)
        return Intervals(
            borders, _ticks([(_EPOCH + timedelta(int(d))).isoformat() for d in borders])
        )
    months_wanted = (high - low) / _DAYS_A_MONTH / (MOST_INTERVALS - 4)
    step = next((m for m in _MONTHS if m >= months_wanted), _MONTHS[-1])
    first, last = _month(low) // step, _month(high) // step + 1
    starts = (divmod(month * step, 12) for month in range(first, last + 1))
    # A year may lie outside the calendar; its interval is open in any case.
    inside = [date(year, month + 1, 1) for year, month in starts if 1 <= year <= 9999]
    borders = np.array([(start - _EPOCH).days for start in inside], dtype=np.float64)
    form = "%Y" if step >= 12 else "%Y-%m"
    return Intervals(borders, _ticks([start.strftime(form) for start in inside]))


def _month(day: int) -> int:
    date_of_day = _EPOCH + timedelta(day)
    return date_of_day.year * 12 + date_of_day.month - 1


def _ticks(labels: list[str]) -> tuple[Tick, ...]:
    every = math.ceil(len(labels) / 7)
    return tuple(Tick(i + 1.0, label) for i, label in enumerate(labels) if i % every == 0)
