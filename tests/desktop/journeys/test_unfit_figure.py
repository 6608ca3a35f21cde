"""A figure of a column that is dropped later is left out where its error is shown."""

from __future__ import annotations

import json

import pytest

from core.model import Figure, FigureKind, Role
from desktop_app.state import Step
from tests.desktop.journeys.driver import ROLE_NAMES, Traveller
from tests.desktop.mouse import answer, choose, press_cell, select_rows
from tests.small_samples import write_small_sample


@pytest.fixture
def dropped(traveller, tmp_path) -> Traveller:
    """A project whose first figure names a column that is an identifier now."""
    path = write_small_sample(tmp_path, "business_survey", 600)
    recipe = json.loads(path.read_text("utf-8"))
    recipe["figures"] = [
        {"what": "share", "of": "ANSWERED_BY"},
        {"what": "total", "of": "TURNOVER"},
    ]
    path.write_text(json.dumps(recipe), encoding="utf-8")
    traveller.open(path)
    traveller.wait(lambda: traveller.store.plan_is_current)
    traveller.window.show_step(Step.COLUMNS)
    page = traveller.page(Step.COLUMNS)
    names = [attribute.name for attribute in traveller.store.schema.attributes]
    select_rows(page.table, [page.model.index(names.index("ANSWERED_BY"), 0)])
    traveller.do(choose, page.bar.roles, ROLE_NAMES[Role.IDENTIFIER])
    traveller.show(Step.METHOD)
    return traveller


def press_problem(traveller: Traveller) -> None:
    bar = traveller.window.problem_bar
    assert "names this column, but it is not released" in bar.item(0).text()
    traveller.do(press_cell, bar, bar.model().index(0, 0))


def test_the_figure_can_be_kept_or_left_out_and_undo_brings_it_back(dropped) -> None:
    total = Figure(FigureKind.TOTAL, ("TURNOVER",))
    share = Figure(FigureKind.SHARE, ("ANSWERED_BY",))
    before = dropped.store.draft
    answer("Keep it")
    press_problem(dropped)
    assert dropped.store.draft == before
    asked = answer("Leave it out")
    press_problem(dropped)
    assert asked[0].startswith("Leave out the figure “Shares of the categories of ANSWERED_BY”?")
    dropped.wait(lambda: dropped.store.plan_is_current)
    assert dropped.store.draft.figures == (total,)
    assert not dropped.store.plan.errors
    dropped.store.undo()
    assert dropped.store.draft.figures == (share, total)
