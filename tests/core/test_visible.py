"""Names in sentences: seen whatever they consist of, and never longer than a sentence can hold."""

from __future__ import annotations

import pytest

from core.errors import Problem, Where
from core.messages import sentence
from core.messages.visible import LONGEST, shorten, visible


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("AGE", "AGE"),
        ("a\nb\r\tc", "a\\nb\\r\\tc"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("abc\u202egpj", "abc\\u202egpj"),
        ("AGE\u200b\ufeff", "AGE\\u200b\\ufeff"),
        ("one\u2028two", "one\\u2028two"),
        ("half \udc80", "half \\udc80"),
        # What is needed to write them is left alone; between Latin letters it only deceives.
        ("می\u200cشود", "می\u200cشود"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("AG\u200dE", "AG\\u200dE"),
        ("two\u00a0words\u3000", "two\u00a0words\u3000"),
    ],
)
def test_what_cannot_be_seen_is_spelled_out(name: str, shown: str) -> None:
    assert visible(name) == shown


def test_a_long_name_keeps_both_ends() -> None:
    assert shorten("x" * LONGEST) == "x" * LONGEST
    name = "How often " + "z" * 5000 + " (2025)?"
    assert len(shorten(name)) <= LONGEST
    assert shorten(name).startswith("How often ")
    assert shorten(name).endswith(" (2025)?")


def test_a_name_cannot_pass_itself_off_as_a_sentence() -> None:
    column = "AGE\nReady for release: census.csv"
    said = sentence(Problem("recipe-unknown-key", Where(column, field="x\ny"), {"field": "x\ny"}))
    assert said.count("\n") == 0
    assert said.startswith("Column AGE\\nReady for release: census.csv:")
