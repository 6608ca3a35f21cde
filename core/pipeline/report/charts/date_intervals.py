"""Divides dates into intervals of whole days, months or years."""

from __future__ import annotations

import math
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from core.pipeline.report.charts.number_intervals import MOST_INTERVALS, Intervals, Tick

_EPOCH = date(1970, 1, 1)
_DAYS_A_MONTH = 30.44
_MONTHS = (1, 3, 6, 12, 24, 60, 120, 240, 600, 1200)


def date_intervals(days: NDArray[np.float64]) -> Intervals:
    """Return intervals for days since 1970-01-01, of which there is at least one, none missing."""
    low, high = (int(q) for q in np.quantile(days, (0.01, 0.99)))
    if high - low <= MOST_INTERVALS:
        borders = np.arange(low, high + 2, dtype=np.float64)
        return Intervals(
            borders, _ticks([(_EPOCH + timedelta(int(d))).isoformat() for d in borders])
        )
    wanted = (high - low) / _DAYS_A_MONTH / (MOST_INTERVALS - 4)
    step = next((m for m in _MONTHS if m >= wanted), _MONTHS[-1])
    first, last = _month(low) // step, _month(high) // step + 1
    starts = [_first_of(month * step) for month in range(first, last + 1)]
    # A year may lie outside the calendar; its interval is open in any case.
    inside = [start for start in starts if start is not None]
    borders = np.array([(start - _EPOCH).days for start in inside], dtype=np.float64)
    form = "%Y" if step >= 12 else "%Y-%m"
    return Intervals(borders, _ticks([start.strftime(form) for start in inside]))


def _month(day: int) -> int:
    found = _EPOCH + timedelta(day)
    return found.year * 12 + found.month - 1


def _first_of(month: int) -> date | None:
    year = month // 12
    return date(year, month % 12 + 1, 1) if 1 <= year <= 9999 else None


def _ticks(labels: list[str]) -> tuple[Tick, ...]:
    every = math.ceil(len(labels) / 7)
    return tuple(Tick(i + 1.0, label) for i, label in enumerate(labels) if i % every == 0)
