"""Steps on numbers against decimal arithmetic and plain loops."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.io import spell
from core.model import ColumnKind, Dataset, Fingerprint
from core.model.preparing import Band, BandLabel, BottomCode, Round, TailValue, TopCode
from core.prepare.number_steps import code_tail, cut_into_bands, round_to_multiples
from tests.core.tables import cells, column

FIELD = "prepare[0]"
hundredths = st.integers(-100_000, 100_000)


def dataset(*columns: object) -> Dataset:
    return Dataset(columns, Fingerprint("x.csv", 1, "0" * 64))  # type: ignore[arg-type]


@given(st.lists(hundredths, min_size=1, max_size=30), st.sampled_from(["0.05", "0.1", "2.5", "7"]))
def test_numbers_are_rounded_as_on_paper(amounts: list[int], to: str) -> None:
    exact = [Decimal(amount) / 100 for amount in amounts]
    given_ = column("X", [float(x) + 0.0 for x in exact])
    found = cells(round_to_multiples(given_, Round("X", float(to)), dataset(given_), FIELD))
    step = Decimal(to)
    paper = [
        (abs(x) / step).to_integral_value(ROUND_HALF_UP) * step * (1 if x >= 0 else -1)
        for x in exact
    ]
    assert found == pytest.approx([float(x) for x in paper], abs=1e-12)


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=30), st.integers(1, 40))
def test_whole_numbers_are_rounded_as_on_paper(values: list[int], to: int) -> None:
    found = cells(
        round_to_multiples(column("X", values), Round("X", to), dataset(column("X", values)), FIELD)
    )
    paper = [(2 * abs(x) + to) // (2 * to) * to * (1 if x >= 0 else -1) for x in values]
    assert found == paper


@given(st.lists(hundredths, min_size=1, max_size=30), st.sampled_from(["0.1", "0.5", "12", "250"]))
def test_each_number_lies_in_its_band(amounts: list[int], width: str) -> None:
    exact = [Decimal(amount) / 100 for amount in amounts]
    action = Band("X", width=float(width), origin=1.0, label=BandLabel.LOWER)
    given_ = column("X", [float(x) + 0.0 for x in exact])
    low, high = min(exact), max(exact)
    if (high - low) / Decimal(width) > 900:
        return
    found = cut_into_bands(given_, action, dataset(given_), FIELD)
    step = Decimal(width)
    paper = [((x - 1) / step).to_integral_value(ROUND_FLOOR) * step + 1 for x in exact]
    assert cells(found.column) == pytest.approx([float(x) for x in paper], abs=1e-9)


def test_bands_have_names_that_tell_whole_numbers_from_others() -> None:
    whole = column("X", [-7, -1, 0, 4, 5, None])
    found = cut_into_bands(whole, Band("X", width=5.0), dataset(whole), FIELD)
    names = ["-10 to -6", "-5 to -1", "0-4", "0-4", "5-9", None]
    assert cells(found.column) == names
    assert found.order == ("-10 to -6", "-5 to -1", "0-4", "5-9")
    real = column("X", [0.5, 1.0, 1.49, 1.5, 3.0])
    cut = cut_into_bands(real, Band("X", cuts=(0.5, 1.5, 3.0)), dataset(real), FIELD)
    first, last = "0.5 to under 1.5", "1.5 to 3"
    assert cells(cut.column) == [first, first, first, last, last]


def test_every_band_between_two_others_is_in_the_order() -> None:
    ages = column("AGE", [3, 27])
    found = cut_into_bands(ages, Band("AGE", width=10.0), dataset(ages), FIELD)
    assert found.order == ("0-9", "10-19", "20-29")


def test_amounts_that_stay_keep_their_decimals() -> None:
    amounts = replace(column("X", [1.5, 12.25, 80.0]), decimals=2)
    coded, _ = code_tail(amounts, TopCode("X", 20.5), dataset(amounts), FIELD)
    rows = np.arange(3)
    assert spell(coded, rows, False, ".").to_pylist() == ["1.50", "12.25", "20.50"]
    finer, _ = code_tail(amounts, TopCode("X", 20.125), dataset(amounts), FIELD)
    assert spell(finer, rows, False, ".").to_pylist() == ["1.50", "12.25", "20.125"]


def test_a_tail_becomes_its_plain_mean_with_the_decimals_of_the_column() -> None:
    whole = column("X", [1, 90, 95, 96, None])
    coded, _ = code_tail(whole, TopCode("X", 89.0, TailValue.MEAN), dataset(whole), FIELD)
    assert coded.kind is ColumnKind.INTEGER
    assert cells(coded) == [1, 94, 94, 94, None]
    low, _ = code_tail(whole, BottomCode("X", 10.0), dataset(whole), FIELD)
    assert cells(low) == [10, 90, 95, 96, None]


@pytest.mark.parametrize(
    ("values", "units", "mean", "count"),
    [
        ([1, 987_654], None, None, 1),
        ([1, 90, 95], None, None, 2),
        ([1, 90, 95, 96], None, 94, 0),
        ([1, 90, 95, 96], [0, 1, 1, 2], None, 2),
        # The others give 9 and 10: with p = 10 the second largest knows 100 to within them.
        ([1, 100, 30, 9], None, None, 3),
        ([1, 100, 30, 10], None, 47, 0),
        ([1, 100, 30, 6, 4], [0, 1, 2, 3, 3], 35, 0),
    ],
)
def test_a_mean_that_would_tell_a_single_value_is_not_published(
    values: list[int], units: list[int] | None, mean: int | None, count: int
) -> None:
    amounts = column("X", values)
    step, of_records = TopCode("X", 2.0, TailValue.MEAN), units and np.array(units)
    coded, notes = code_tail(amounts, step, dataset(amounts), FIELD, of_records)
    expected = 2 if mean is None else mean
    assert cells(coded) == [1, *[expected] * (len(values) - 1)]
    assert [(n.code, n.params["count"]) for n in notes] == (
        [] if mean else [("prepare-tail-of-few", count)]
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_a_low_tail_is_judged_as_a_high_one(sign: int) -> None:
    amounts = column("X", [0, sign * 987_654])
    step = (TopCode if sign > 0 else BottomCode)("X", sign * 5.0, TailValue.MEAN)
    assert cells(code_tail(amounts, step, dataset(amounts), FIELD)[0]) == [0, sign * 5]


def test_numbers_whose_next_multiple_no_column_holds_are_refused() -> None:
    huge = column("X", [2**63 - 1, 5, -(2**63)])
    with pytest.raises(Refused) as refusal:
        round_to_multiples(huge, Round("X", 10), dataset(huge), FIELD)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.where.row) == ("prepare-cell-too-large", 2)
    assert problem.params["count"] == 2
