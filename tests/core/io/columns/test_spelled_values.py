"""Numbers with fixed decimals and dates, as Python spells them."""

from __future__ import annotations

import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.io.columns.cell_grammar import DATE_FORMATS
from core.io.columns.spelling import spell, spell_decimals
from core.model import Column, ColumnKind
from tests.lanes import examples, in_lane

EPOCH = datetime.date(1970, 1, 1)

quotients = st.builds(
    lambda digits, places: digits / 10**places, st.integers(-(10**15), 10**15), st.integers(0, 22)
)
floats = st.floats() | quotients | st.integers(-(2**60), 2**60).map(float)
places = st.integers(-1, 24) | st.sampled_from([2, 2, 100])


@examples(100)
@given(cells=st.lists(st.tuples(floats, places), min_size=1, max_size=10), one=st.booleans())
def test_fixed_decimals(cells: list[tuple[float, int]], one: bool) -> None:
    if one:
        cells = [(number, cells[0][1]) for number, _ in cells]
    numbers = np.array([number for number, _ in cells])
    counts = np.array([count for _, count in cells], dtype=np.int8)
    for text, (number, count) in zip(
        spell_decimals(numbers, counts).to_pylist(), cells, strict=True
    ):
        if count >= 0:
            assert text == f"{number:.{count}f}"
        else:
            assert np.array_equal([float(text)], [number], equal_nan=True)


def test_quotients_of_every_power_of_ten() -> None:
    digits = np.random.default_rng(12).integers(-(10**15), 10**15, 200)
    digits[:9] = 0, 1, -1, 10**15, 10**15 - 1, -(10**15), 5, 15, 25
    for count in (*range(30), 39, 100):
        numbers = digits / 10.0**count
        found = spell_decimals(numbers, np.full(len(numbers), count)).to_pylist()
        assert found == [f"{number:.{count}f}" for number in numbers.tolist()], count


def test_many_numbers_of_all_sizes() -> None:
    random = np.random.default_rng(11)
    n = in_lane(4_000, 20_000)
    bits = random.integers(0, 2**64, n, dtype=np.uint64).view(np.float64)
    prices = np.round(random.normal(size=n) * 10.0 ** random.integers(-9, 15, n), 7)
    neighbours = np.nextafter(prices, np.inf)
    for numbers in (bits, prices, neighbours, -np.abs(prices)):
        for count in (0, 1, 6, 7, 9):
            found = spell_decimals(numbers, np.full(len(numbers), count)).to_pylist()
            assert found == [f"{number:.{count}f}" for number in numbers.tolist()]


@pytest.mark.parametrize("layout", [*DATE_FORMATS, "%Y%m%d", "%d/%m/%y", "%d %b %Y"])
@examples(25, 500)
@given(days=st.lists(st.dates(), min_size=1, max_size=8))
def test_dates(layout: str, days: list[datetime.date]) -> None:
    values = np.array([(day - EPOCH).days for day in days])
    column = Column("d", ColumnKind.DATE, values, np.zeros(len(days), bool), date_format=layout)
    found = spell(column, np.arange(len(days)), False, ".").to_pylist()
    # Python pads years before 1000 on some systems only.
    assert found == [day.strftime(layout.replace("%Y", f"{day.year:04d}")) for day in days]
