"""How numbers are read that somebody typed."""

from __future__ import annotations

import pytest

from desktop_app.text.typed_number import typed_number


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.12", 0.12),
        ("0,12", 0.12),
        (",5", 0.5),
        ("5.", 5.0),
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1 234,5", 1234.5),
        ("1\u202f234\u00a0567", 1234567.0),
        ("1'234.5", 1234.5),
        ("1,234,567", 1234567.0),
        ("1,234", 1.234),
        ("-3", -3.0),
        ("−3", -3.0),
        ("1e-5", 1e-5),
        ("", None),
        (".", None),
        ("-", None),
        ("0.1.2", None),
        ("1,2,3", None),
        ("1.2,3.4", None),
        ("12,34.5", None),
        ("nan", None),
        ("inf", None),
        ("1e999", None),
        ("0x10", None),
        ("1_000", None),
        ("five", None),
    ],
)
def test_a_decimal_number(text: str, expected: float | None) -> None:
    assert typed_number(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1200", 1200),
        ("1,200", 1200),
        ("1.200", 1200),
        ("1 200", 1200),
        ("1,200,000", 1200000),
        ("5.0", 5),
        ("0.200", None),
        ("0,5", None),
        ("3.5", None),
        ("1.20", None),
        ("9" * 40, None),
    ],
)
def test_a_whole_number(text: str, expected: int | None) -> None:
    found = typed_number(text, whole=True)
    assert found == expected
    assert found is None or type(found) is int
