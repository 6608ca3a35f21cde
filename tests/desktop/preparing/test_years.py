"""Years and codes are written without thousands signs, and no limit lies beyond all values."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from core.model.preparing import Do, TopCode
from desktop_app.presenters.preparing.preparing_words import step_line
from tests.desktop.keys import type_into
from tests.desktop.preparing.conftest import Desk
from tests.desktop.recipes import write_recipe

YEARS = [1885 + 7 * i % 122 for i in range(600)]
AMOUNTS = [1000 + 17 * i % 9500 for i in range(600)]


@pytest.fixture
def recipe(tmp_path) -> Path:
    rows = (f"{year},{amount}" for year, amount in zip(YEARS, AMOUNTS, strict=True))
    columns = {"BUILT": "quasi integer", "RENT": "quasi integer"}
    return write_recipe(tmp_path / "houses.csv", columns, rows)


@pytest.fixture
def desk(own_desk) -> Desk:
    return own_desk


@pytest.mark.parametrize(
    "do", [Do.TOP_CODE, pytest.param(Do.BOTTOM_CODE, marks=pytest.mark.longer)]
)
def test_the_limit_that_is_proposed_lies_among_the_years(desk, do: Do) -> None:
    """Two digits and zeros would be 2100, or 1800: no year of the file."""
    desk.begin(do, "BUILT")
    assert desk.form.facts.text() == f"Numbers from {min(YEARS)} to {max(YEARS)}."
    proposed = int(desk.field("bound").text())
    assert min(YEARS) <= proposed <= max(YEARS)
    beyond = sum(y > proposed if do is Do.TOP_CODE else y < proposed for y in YEARS)
    assert beyond <= len(YEARS) // 50
    desk.finish()
    side = "above" if do is Do.TOP_CODE else "below"
    assert desk.lines[0].startswith(f"1. BUILT: values {side} {proposed} become {proposed}")


def test_a_bound_that_could_be_a_year_keeps_its_sign_in_an_amount() -> None:
    assert step_line(TopCode("INCOME", 1900.0)) == "INCOME: values above 1,900 become 1,900"
    assert step_line(TopCode("YEAR_BUILT", 1990.0)) == ("YEAR_BUILT: values above 1990 become 1990")


def test_amounts_keep_their_signs(desk) -> None:
    desk.begin(Do.TOP_CODE, "RENT")
    least, most = f"{min(AMOUNTS):,}", f"{max(AMOUNTS):,}"
    assert desk.form.facts.text() == f"Numbers from {least} to {most}."
    proposed = desk.field("bound").text()
    assert proposed[-4] == ","
    high = sorted(AMOUNTS)[math.ceil(0.995 * len(AMOUNTS)) - 1]
    assert high <= int(proposed.replace(",", "")) <= max(AMOUNTS)
    type_into(desk.field("bound"), "9500")
    desk.finish()
    assert desk.lines[0].startswith("1. RENT: values above 9,500 become 9,500")


def test_bands_begin_at_a_year(desk) -> None:
    desk.begin(Do.BAND, "BUILT")
    type_into(desk.field("origin"), "1885")
    type_into(desk.field("width"), "20")
    desk.finish()
    assert desk.lines[0].startswith("1. BUILT: bands of width 20, counted from 1885\n")
