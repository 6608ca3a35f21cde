"""Pictures in the report: nothing that is written in them is cut by their edge."""

from __future__ import annotations

import re
from copy import deepcopy

import numpy as np

from core.log.declared.original_comparison import Bar, Tick
from core.model import Column, ColumnKind
from core.report.charts.drawing import histogram, rows
from core.report.utility import utility
from tests.core.report.invented_logs import AUDIT, public

# DejaVu Sans, the widest of the fonts that the style names, at the size it gives.
LETTER, WIDTH = 6.2, 400
LONG = "United Kingdom of Great Britain and Northern Ireland"


def texts(drawn: str) -> list[tuple[float, str, str]]:
    """Return place, anchor and shown text of all that is written."""
    found = re.findall(r"<text ([^>]*)>(?:<title>[^<]*</title>)?([^<]*)</text>", drawn)
    return [
        (
            float(re.search(r'\bx="([-\d.]+)"', given).group(1)),
            (re.search(r'text-anchor="(\w+)"', given) or ["", "start"])[1],
            shown,
        )
        for given, shown in found
    ]


def reach(place: float, anchor: str, shown: str) -> tuple[float, float]:
    wide = LETTER * len(shown)
    left = {"start": place, "middle": place - wide / 2, "end": place - wide}[anchor]
    return left, left + wide


def assert_inside(drawn: str) -> None:
    for place, anchor, shown in texts(drawn):
        left, right = reach(place, anchor, shown)
        assert left >= -0.5, shown
        assert right <= WIDTH + 0.5, shown


def bar_width(drawn: str) -> float:
    return max(map(float, re.findall(r'<rect[^>]* width="([\d.]+)"', drawn)))


def test_long_names_of_categories_are_shortened_and_told_in_full() -> None:
    bars = [Bar(0, 0, 1_234_567, 900_000), Bar(1, 1, 12, 1_300_000)]
    drawn = rows("Where", bars, [LONG, "France"]).marks
    assert_inside(drawn)
    assert f"<title>{LONG}</title>" in drawn
    shown = [text for _, _, text in texts(drawn)]
    assert any(text.endswith("…") and LONG.startswith(text[:-1]) for text in shown)
    assert "France" in shown


def test_short_names_leave_the_bars_their_room() -> None:
    short = rows("Sex", [Bar(0, 0, 10, 10)], ["male"]).marks
    long = rows("Sex", [Bar(0, 0, 10, 10)], [LONG]).marks
    assert bar_width(short) > bar_width(long) + 80


def test_the_last_label_of_an_axis_stays_inside() -> None:
    ticks = [Tick(0.0, "2024-01"), Tick(2.0, "2025-01-31")]
    assert_inside(histogram("When", [Bar(0, 0, 5, 5), Bar(1, 1, 5, 5)], ticks).marks)


def test_a_column_of_nothing_but_rare_values_is_said_and_not_drawn() -> None:
    codes = np.arange(40, dtype=np.int32) // 2
    names = tuple(f"{code:05d}" for code in range(20))
    postcodes = Column("PLZ", ColumnKind.TEXT, codes, np.zeros(40, dtype=bool), names)
    audit = deepcopy(AUDIT)
    audit["recipe"]["attributes"].append({"name": "PLZ", "role": "other"})
    (column,) = utility(public(audit), [postcodes]).rows
    assert column.instead == "20 different values, each of them rare"
    assert column.chart is None
