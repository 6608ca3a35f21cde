"""The step Method says what the conditions mean for the file before the run."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.state import Step
from tests.desktop.mouse import press, tick
from tests.desktop.recipes import declare, write_recipe
from tests.desktop.test_projects import Session, session

__all__ = ["session"]


@pytest.fixture
def firms(tmp_path: Path) -> Path:
    """Return a recipe for 60 firms; 20 have no exports, and one firm dominates its group."""
    rows = [f"{0 if i < 20 else 100 + i},{1000 + 7 * i}" for i in range(59)]
    columns = {"EXPORTS": "quasi integer", "WAGES": "quasi integer"}
    return write_recipe(tmp_path / "firms.csv", columns, [*rows, "5000,1413"])


def test_it_follows_what_is_ticked(session: Session, qtbot, firms: Path) -> None:
    page = session.open_at(Step.METHOD, firms)
    assert not page.outlook.isVisible(), "without a condition there is nothing to say"
    press(page.conditions.fold.button)
    tick(page.conditions.zeros, page.conditions.zeros.model().index(0, 0))
    qtbot.waitUntil(lambda: "2 patterns" in page.outlook.sentence.text())
    assert page.outlook.isVisible()
    assert page.outlook.sentence.text().splitlines() == [
        "2 patterns of zeros; records are grouped within patterns. Each has enough records.",
        "– 40 records: nothing zero",
        "– 20 records: zero in EXPORTS",
    ]
    tick(page.conditions.columns, page.conditions.columns.model().index(0, 0))
    expected = "p% rule: about 1 of 12 groups would disclose an amount of EXPORTS."
    qtbot.waitUntil(lambda: expected in page.outlook.sentence.text())
    page.store.undo()
    page.store.undo()
    qtbot.waitUntil(lambda: not page.outlook.isVisible())


@pytest.fixture
def homes(tmp_path: Path) -> Path:
    """Return a recipe for 60 households of one to three persons, a third of them without rent."""
    rows = [
        f"{h},{0 if h % 3 == 0 else 400 + 7 * h},{20 + (11 * h + m) % 50}"
        for h in range(60)
        for m in range(1 + h // 3 % 3)
    ]
    return write_recipe(
        tmp_path / "homes.csv",
        {
            "HID": "identifier",
            "RENT": declare("quasi integer", zeros="keep"),
            "AGE": "quasi integer",
        },
        rows,
        unit={"id": "HID", "columns": ["RENT"], "protect": "unit"},
        dominance={"columns": ["RENT"], "rule": "p-percent", "p": 10},
    )


def test_with_units_it_says_what_only_the_run_can_know(
    session: Session, qtbot, homes: Path
) -> None:
    outlook = session.open_at(Step.METHOD, homes).outlook
    qtbot.waitUntil(outlook.isVisible)
    assert outlook.sentence.text().splitlines() == [
        "60 units, 117 records, 3 in the largest unit.",
        "Each pattern of zeros has enough units.",
        "p% rule: which groups would violate it is known only during the run, because units are "
        "grouped by their whole profile. The run merges such groups until the rule holds in all.",
    ]
    assert outlook.bars.titles == ("↑ Units", "Records of a unit")
    assert [size for size, _ in outlook.bars.sizes] == [1, 2, 3]
