"""A number such as -9 that may mean a missing value: the window says first where it occurs."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.state import Step
from tests.desktop.journeys.conftest import traveller  # noqa: F401 - fixture
from tests.desktop.mouse import tick

ROWS = 40


@pytest.fixture
def survey(tmp_path) -> Path:
    """Ages and hours are numbers, branches of activity are codes that no rule takes for one."""
    rows = [
        f"{'-9' if i % 20 == 7 else 20 + i};{'-9' if i % 4 == 1 else '38,5'};"
        f"{'-9' if i % 2 else '0' + str(1 + i % 8) + '.11'}"
        for i in range(ROWS)
    ]
    path = tmp_path / "labour_force.csv"
    path.write_text("\n".join(["age;hours;nace", *rows, ""]), encoding="utf-8")
    return path


def test_every_column_that_a_code_empties_is_named_with_its_cells(
    traveller,  # noqa: F811 - a fixture
    survey,
) -> None:
    traveller.open(survey)
    traveller.forward()
    traveller.forward()
    traveller.wait(traveller.window.footer.main_button.isEnabled)
    page = traveller.page(Step.DATA).wizard.currentWidget()
    row = next(i for i in range(page.codes.count()) if page.codes.item(i).text().startswith("-9 "))
    said = page.codes.item(row).text()
    assert "-9 occurs 32 times in the rows looked at: age (2), hours (10), nace (20)." in said
    traveller.do(tick, page.codes, page.codes.model().index(row, 0))
    model = page.table.model()
    missing = {model.index(r, 0).data(): model.index(r, 2).data() for r in range(3)}
    assert missing == {"age": "2", "hours": "10", "nace": "20"}
