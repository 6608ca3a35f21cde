"""How numbers are read that somebody typed."""

from __future__ import annotations

import pytest

from desktop_app.text.typed_number import typed_number

DECIMALS = {
    "0.12": 0.12, "0,12": 0.12, ",5": 0.5, "5.": 5.0, "1,234.5": 1234.5, "1.234,5": 1234.5,
    "1 234,5": 1234.5, "1\u202f234\u00a0567": 1234567.0, "1'234.5": 1234.5,
    "1,234,567": 1234567.0, "1,234": 1.234, "-3": -3.0, "−3": -3.0, "1e-5": 1e-5,
}  # fmt: skip
NO_DECIMALS = [
    "", ".", "-", "0.1.2", "1,2,3", "1.2,3.4", "12,34.5", "nan", "inf", "1e999", "0x10", "1_000",
    "five",
]  # fmt: skip
WHOLE = {"1200": 1200, "1,200": 1200, "1.200": 1200, "1 200": 1200, "1,200,000": 1200000, "5.0": 5}
NOT_WHOLE = ["0.200", "0,5", "3.5", "1.20", "9" * 40]


@pytest.mark.parametrize(("text", "expected"), (DECIMALS | dict.fromkeys(NO_DECIMALS)).items())
def test_a_decimal_number(text: str, expected: float | None) -> None:
    assert typed_number(text) == expected


@pytest.mark.parametrize(("text", "expected"), (WHOLE | dict.fromkeys(NOT_WHOLE)).items())
def test_a_whole_number(text: str, expected: int | None) -> None:
    number = typed_number(text, whole=True)
    assert number == expected
    assert number is None or type(number) is int
