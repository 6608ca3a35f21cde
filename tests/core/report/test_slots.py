"""Intervals have round borders that are nobody's value, and count every record once."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.report.charts.intervals import MOST_INTERVALS, date_intervals, number_intervals
from core.report.formatting import format_tick

EPOCH = date(1970, 1, 1)
VALUES = st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=60)


def significant_digits(value: float) -> int:
    return len(f"{abs(value):.12g}".split("e")[0].replace(".", "").strip("0"))


def slot_of(value: float, borders: list[float]) -> int:
    return sum(border <= value for border in borders)


@given(VALUES)
def test_every_value_is_counted_in_the_slot_its_borders_say(values: list[float]) -> None:
    array = np.array(values)

    slots = number_intervals(array, are_integers=False)

    borders = slots.borders.tolist()
    assert borders == sorted(set(borders))
    expected = [0] * (len(borders) + 1)
    for value in values:
        expected[slot_of(value, borders)] += 1
    assert slots.count(np.append(array, np.nan)).tolist() == expected


@pytest.mark.parametrize("scale", [0.001, 1.0, 12_345.0])
def test_borders_are_round_and_few(scale: float) -> None:
    values = np.exp(np.linspace(-3.0, 3.0, 700)) * scale
    slots = number_intervals(values, are_integers=False)
    assert 5 <= len(slots.borders) <= MOST_INTERVALS
    assert all(significant_digits(border) <= 2 for border in slots.borders)
    assert values.min() < slots.borders[0]
    assert slots.borders[-1] < values.max()


def test_even_intervals_cover_an_even_spread() -> None:
    slots = number_intervals(np.arange(18.0, 97.0), are_integers=True)
    assert slots.borders.tolist() == list(range(15, 101, 5))


def test_frequent_zeros_have_a_slot_of_their_own() -> None:
    values = np.concatenate((np.zeros(500), np.linspace(200.0, 900.0, 500)))
    slots = number_intervals(values, are_integers=False)
    assert slots.count(np.zeros(3)).max() == 3
    zero = int(slots.count(np.zeros(1)).argmax())
    assert slots.count(np.array([1e-9, -1e-9]))[zero] == 0
    assert "0" in [format_tick(tick) for tick in slots.ticks]


def test_dates_are_cut_at_the_first_of_a_month() -> None:
    days = np.arange(-10_000.0, 10_000.0, 7.0)
    borders = [EPOCH + timedelta(int(day)) for day in date_intervals(days).borders]
    assert all(border.day == 1 for border in borders)
    assert len(borders) <= MOST_INTERVALS
    assert {border.month for border in borders} == {1}


def test_a_few_weeks_are_cut_by_days() -> None:
    start = (date(2025, 3, 3) - EPOCH).days
    slots = date_intervals(np.arange(start, start + 14.0))
    assert slots.count(np.array([start + 3.0])).sum() == 1
    assert slots.ticks[0].at == "2025-03-03"
