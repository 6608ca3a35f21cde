"""Searching the best release on the step Method, from the button to one undo."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from PySide6.QtWidgets import QStyleOptionViewItem

from core.improve import FigureChange, ReleaseSearch, SettingsTrial, release_search
from core.improve.variations import search_steps
from core.measure.figures.kept_figures import FigureScore, score_figures
from core.model import Method
from desktop_app.plots.curves import SearchCurve
from desktop_app.presenters.comparing.found_settings import settings_words
from desktop_app.wizard.comparing import best_release
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.mouse import press, press_main

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def searched(page, opened, sync_runner, monkeypatch) -> MethodPage:
    few_trials = partial(ReleaseSearch, most_trials=12)
    monkeypatch.setattr(best_release, "ReleaseSearch", few_trials)
    # Twelve records keep no more figures with any settings; here their distances suffice.
    monkeypatch.setattr(FigureScore, "is_better_than", lambda a, b: a.rank > b.rank)
    sync_runner.do(opened.set_method, Method("mdav", {"k": 3}))
    press(page.search_button)
    assert page.at_work
    sync_runner.finish()
    return page


def test_settings_are_taken_over_and_taken_back_in_one(searched, sync_runner) -> None:
    store, best = searched.store, searched.compare.best
    before = store.draft
    assert best.result.project is not None
    assert searched.main_action().enabled
    sync_runner.do(press_main, searched)

    assert not searched.comparing
    assert store.draft.recipe.improved[0].count == 12
    assert store.draft.method == best.result.project.recipe.method
    assert store.draft.method.parameters["k"] == 3
    roles = [(a.name, a.role) for a in before.schema.attributes]
    assert [(a.name, a.role) for a in store.draft.schema.attributes] == roles
    store.undo()
    assert store.draft.recipe == before.recipe
    assert store.draft.schema == before.schema


def test_recodings_are_taken_over_with_the_records_and_taken_back_in_one(
    page, opened, sync_runner, monkeypatch
) -> None:
    def recodings_alone(*start: object) -> tuple[object, ...]:
        return search_steps(*start)[-2:]

    monkeypatch.setattr(release_search, "search_steps", recodings_alone)
    monkeypatch.setattr(SettingsTrial, "is_better_than", lambda a, _: bool(a.changes))
    before, ages = opened.draft, opened.dataset.column("AGE").values.copy()
    sync_runner.do(press, page.search_button)
    project = page.compare.best.result.project
    steps = {step.column: step for step in project.recipe.prepare}
    assert "AGE" in steps
    assert "Recoded first: " in page.compare.best.settings.text()
    sync_runner.do(press_main, page)

    assert not page.comparing
    assert opened.draft.prepare == project.recipe.prepare
    assert len(opened.draft.recipe.improved) == 1
    width = steps["AGE"].to
    assert (opened.dataset.column("AGE").values == np.floor(ages / width + 0.5) * width).all()
    opened.undo()
    assert opened.draft.recipe == before.recipe
    assert opened.draft.schema == before.schema
    assert (opened.dataset.column("AGE").values == ages).all()


def test_the_table_names_figures_with_both_settings(searched) -> None:
    best = searched.compare.best
    model = best.model

    assert model.rowCount() > 0
    row = [model.index(0, column).data() for column in range(4)]
    assert all(row)
    assert "figures that users will probably compute" in best.caption.text()
    assert not best.progress.isVisibleTo(best)


def test_an_interval_below_zero_has_minus_signs(searched) -> None:
    best = searched.compare.best
    best.model.show_items((FigureChange("Correlation", "0.01", "0.02", "-0.08 to 0.06"),))
    index, option = best.model.index(0, 3), QStyleOptionViewItem()
    best.table.itemDelegateForIndex(index).initStyleOption(option, index)
    assert option.text == "−0.08 to 0.06"


def test_a_curve_shows_what_was_reached_after_each_trial(searched) -> None:
    best = searched.compare.best
    drawing = best.picture.drawing
    assert isinstance(drawing, SearchCurve)

    assert len(drawing.inside) == len(drawing.tried) == 12
    assert drawing.inside[0] == drawing.tried[0]
    result = best.result
    counts = score_figures(result.usual_best)
    assert drawing.inside[-1] == pytest.approx(100 * counts.inside / counts.counted)
    assert drawing.close[-1] == pytest.approx(100 * counts.close / counts.counted)
    assert "on 12 records" in drawing.x_title
    assert best.picture.isVisibleTo(best)


def test_settings_are_said_in_words() -> None:
    changes = {
        "method": "v-mdav",
        "categories": "calibrated",
        "AREA.importance": "4",
        "CITY.importance": "0.5",
        "CITY.recoding": "level 2",
        "AGE.recoding": "round 5",
        "SIZE.recoding": "group 3",
        "SALES.distance": "log",
        "WAGES.distance": "log",
    }

    assert settings_words(changes) == (
        "Method: V-MDAV microaggregation. Categories of a cluster: Calibrated. "
        "Recoded first: CITY to level 2 of its taxonomy; AGE rounded to 5; neighbouring categories "
        "of SIZE joined. Importance: AREA 4, CITY 0.5. "
        "Compared as logarithms: SALES, WAGES."
    )


def test_settings_of_before_a_change_are_not_taken_over(searched, sync_runner) -> None:
    sync_runner.do(searched.store.set_method, Method("mdav", {"k": 4}))

    assert not searched.main_action().enabled
    assert "Other settings" in searched.main_action().reason


def test_a_search_is_cancelled(page, sync_runner) -> None:
    press(page.search_button)
    best = page.compare.best
    assert best.caption.text().startswith("The search looks for settings")
    best.resize(600, 500)
    best.layout().activate()
    # The table, not yet shown, keeps its space, so that the rest lies at the top.
    assert best.progress.geometry().bottom() < 120
    sync_runner.do(press, best.progress.cancel_button)

    assert page.compare.best.result is None
    assert not page.at_work
    assert not page.main_action().enabled
    assert "Nothing was found" in page.compare.best.sentence.text()


def test_a_private_method_is_not_searched(page, opened, sync_runner) -> None:
    sync_runner.do(opened.set_method, Method("dp-laplace", {"epsilon": 1}))
    sync_runner.do(press, page.search_button)

    best = page.compare.best
    assert not best.busy
    assert "privacy budget" in best.sentence.text()
    assert not best.again_button.isEnabled()
