"""No words of any page are cut off in a small window: 1024 x 700, and Full HD at 200 %.

On the same walks no letter with Alt is given twice.
"""

from __future__ import annotations

from shutil import copy

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit

import resources
from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from tests.desktop.choosing import choose_method
from tests.desktop.cut_off import cut_off
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press, press_tab, select_rows
from tests.lanes import in_lane
from tests.small_samples import write_small_sample

pytestmark = pytest.mark.usefixtures("styled")

_SAMPLES = resources.FOLDER / "samples"
# A screen of 1920 x 1080 at 200 % has 960 x 540, of which a title bar takes some.
_SIZES = ((960, 520), (1024, 700))[: in_lane(1, 2)]
_TURNS = 8


def looked_over(traveller: Traveller, name: str) -> list[str]:
    """Return what is cut off, in any of the sizes, or ambiguous in what is in sight now."""
    found = [f"{name}, {line}" for line in ambiguous_mnemonics(traveller.window)]
    for width, height in _SIZES:
        traveller.do(_resize, traveller.window, width, height)
        _resize(traveller.window, width, height)
        found += [f"{name}, {width} x {height}: {line}" for line in cut_off(traveller.window)]
    return found


def _resize(window: MainWindow, width: int, height: int) -> None:
    window.resize(width, height)
    for _ in range(_TURNS):
        QApplication.processEvents()
    assert (window.width(), window.height()) == (width, height)


def test_from_the_start_to_the_columns(traveller, tmp_path) -> None:
    found = looked_over(traveller, "start")
    recipe = write_small_sample(tmp_path, "household_survey", 600)
    traveller.open(recipe.with_name("household_survey.csv"))
    for page in ("file", "layout", "values"):
        traveller.wait(traveller.window.footer.main_button.isEnabled)
        found += looked_over(traveller, page)
        traveller.forward()
    traveller.do(traveller.wait, lambda: traveller.store.dataset is not None)
    found += looked_over(traveller, "data")
    traveller.forward()
    found += looked_over(traveller, "columns")
    press(traveller.page(Step.COLUMNS).bar.ask_button)
    found += looked_over(traveller, "questions")
    assert not found, "\n".join(found)


@pytest.mark.usefixtures("painted_window")
def test_from_the_method_to_the_release(traveller, tmp_path) -> None:
    traveller.open_project(write_small_sample(tmp_path, "household_survey", 600))
    found = []
    for step in (Step.DATA, Step.COLUMNS, Step.TAXONOMIES, Step.METHOD):
        traveller.window.show_step(step)
        found += looked_over(traveller, step.name)
    for method in ("dp-individual-ranking", "mdav"):
        choose_method(traveller.page(Step.METHOD), method)
        found += looked_over(traveller, method)
    traveller.window.show_step(Step.RUN)
    found += looked_over(traveller, "run")
    traveller.run()
    tabs = traveller.page(Step.RESULTS).tabs
    for number in filter(tabs.isTabVisible, range(tabs.count())):
        press_tab(tabs, number)
        found += looked_over(traveller, tabs.tabText(number))
    traveller.forward()
    found += looked_over(traveller, "release")
    traveller.confirm()
    traveller.release(tmp_path / "out")
    found += looked_over(traveller, "released")
    assert not found, "\n".join(found)


def test_long_names_of_columns(traveller, tmp_path) -> None:
    income = "monthly_household_income_from_all_sources_before_tax_and_transfers_in_euro"
    number = "respondentidentificationnumberofthehouseholdmember"
    rows = "".join(f"R{i:05d},{20 + i % 50},{i * 97 % 1013}.5\n" for i in range(200))
    path = tmp_path / "long.csv"
    path.write_text(f"{number},age,{income}\n{rows}")
    traveller.import_file(path)
    traveller.window.show_step(Step.COLUMNS)
    page = traveller.page(Step.COLUMNS)
    found = looked_over(traveller, "columns")
    select_rows(page.table, [page.model.index(2, 0)])
    press(page.bar.ask_button)
    found += looked_over(traveller, "questions")
    for _ in range(5):
        press(page.questions.keep_button)
        found += looked_over(traveller, "questions")
        if not page.asking:
            break
    traveller.window.show_step(Step.RUN)
    found += looked_over(traveller, "run")
    traveller.run()
    tabs = traveller.page(Step.RESULTS).tabs
    for number_of_tab in filter(tabs.isTabVisible, range(tabs.count())):
        press_tab(tabs, number_of_tab)
        found += looked_over(traveller, tabs.tabText(number_of_tab))
    traveller.window.show_step(Step.RELEASE)
    found += looked_over(traveller, "release")
    assert not found, "\n".join(found)


def test_a_release_with_many_conditions(traveller, tmp_path) -> None:
    for kind in ("csv", "recipe.json"):
        copy(_SAMPLES / f"household_members.{kind}", tmp_path)
    traveller.open_project(tmp_path / "household_members.recipe.json")
    traveller.window.show_step(Step.RUN)
    found = looked_over(traveller, "run")
    traveller.run()
    found += looked_over(traveller, "results")
    traveller.forward()
    traveller.confirm()
    traveller.release(tmp_path / "out")
    found += looked_over(traveller, "released")
    assert not found, "\n".join(found)
    facts = traveller.page(Step.RELEASE).verdict
    rows = dict(zip(facts._fact_widgets[::2], facts._fact_widgets[1::2], strict=False))
    for name, fact in rows.items():
        # What was counted has at least as much width as its name, and begins on its first line.
        assert fact.width() >= name.width()
        assert isinstance(fact, QLineEdit) or fact.y() == name.y()
    pages = traveller.window.pages
    assert pages.horizontalScrollBar().maximum() == 0
