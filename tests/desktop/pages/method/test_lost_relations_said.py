"""The step Method says which correlations the chosen t cannot keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.state import Step
from tests.desktop.recipes import write_recipe
from tests.desktop.test_projects import Session, session

__all__ = ["session"]


@pytest.mark.parametrize(("t", "is_said"), [(0.1, True), (0.3, False)])
def test_correlations_that_t_cannot_keep_are_said(
    session: Session, qtbot, tmp_path: Path, t: float, is_said: bool
) -> None:
    # HOURS rises with INCOME, of which the ranks have the standard deviation 0.2901.
    rows = [f"{20 + 7 * i % 60},{10 + i // 5},{1000 + i}" for i in range(200)]
    columns = {"AGE": "quasi integer", "HOURS": "quasi integer", "INCOME": "confidential integer"}
    method = {"name": "t-closeness-first", "k": 5, "t": t}
    relations = session.open_at(
        Step.METHOD, write_recipe(tmp_path / "people.csv", columns, rows, method=method)
    ).relations
    if not is_said:
        assert not relations.isVisible()
        return
    qtbot.waitUntil(relations.isVisible)
    assert "with the ranks of INCOME can be above 0.35" in relations.sentence.text()
    assert "That of HOURS is 1; to keep it, t must be at least 0.3." in relations.sentence.text()
