"""The step Method says what a survey weight gives away as soon as it is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.state import Step
from tests.desktop.mouse import choose, press
from tests.desktop.recipes import write_recipe
from tests.desktop.test_projects import Session, session

__all__ = ["session"]

SAID = "The weight probably reveals the stratum"


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """Return a recipe for 200 people, each with one of four factors; 30 have no age."""
    rows = [f"{'' if i < 30 else 20 + 7 * i % 60},{(1.5, 2.5, 8.25, 9)[i % 4]}" for i in range(200)]
    columns = {"AGE": "quasi integer", "FACTOR": "other"}
    return write_recipe(tmp_path / "people.csv", columns, rows, missing="leave-out")


def test_a_weight_is_judged_when_it_is_chosen(session: Session, qtbot, people: Path) -> None:
    page = session.open_at(Step.METHOD, people)
    assert not page.weight.isVisible(), "nothing is said of a column that is no weight"
    press(page.design.fold.button)
    choose(page.design.weight, "FACTOR")
    qtbot.waitUntil(page.weight.isVisible)
    said = page.weight.sentence.text()
    assert SAID in said
    assert "Round it so that strata share values; where every record is a unit" in said
    total = sum((1.5, 2.5, 8.25, 9)) * 50
    left = total - sum((1.5, 2.5, 8.25, 9)[i % 4] for i in range(30))
    assert f"add up to {left:,.0f} instead of {total:,.0f}" in said
    assert said.endswith("the step Release asks you to accept this.")
    choose(page.design.weight, "None")
    qtbot.waitUntil(lambda: not page.weight.isVisible())
