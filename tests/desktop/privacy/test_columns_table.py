"""The table of masked columns fits; what is typed becomes a domain, a step or a weight."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolTip

import resources
from desktop_app.models.masked_columns import MaskedColumnsModel, MaskedField
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.wizard.privacy.privacy_panel import PrivacyPanel
from tests.desktop.choosing import choose_method
from tests.desktop.keys import type_into, type_into_cell
from tests.desktop.mouse import press, tick
from tests.plain_recipes import write_plain_recipe

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def panel(private, sync_runner, qtbot) -> PrivacyPanel:
    panel = PrivacyPanel(private, sync_runner)
    qtbot.addWidget(panel)
    private.changed.connect(panel.refresh)
    panel.resize(900, 700)
    panel.show()
    sync_runner.do(panel.refresh)
    return panel


@pytest.fixture
def model(panel) -> MaskedColumnsModel:
    return panel.section.model


def shown(model: MaskedColumnsModel, name: str, field: MaskedField) -> str:
    return str(model.index(model.row_of(name), field).data())


def type_in(panel: PrivacyPanel, name: str, field: MaskedField, text: str) -> None:
    table, model = panel.section.table, panel.section.model
    type_into_cell(table, model.index(model.row_of(name), field), text)


def domain(store: ProjectStore, name: str) -> tuple[float, float] | None:
    return next(a for a in store.schema.attributes if a.name == name).domain


def test_the_model_keeps_qt_rules(model, qtmodeltester) -> None:
    qtmodeltester.check(model, force_py=True)


def test_a_domain_needs_both_bounds(panel, model, private) -> None:
    assert shown(model, "AGE", MaskedField.LOW) == "type it in"
    type_in(panel, "AGE", MaskedField.LOW, "0")
    assert domain(private, "AGE") is None
    assert shown(model, "AGE", MaskedField.LOW) == "0"
    type_in(panel, "AGE", MaskedField.HIGH, "120")
    assert domain(private, "AGE") == (0.0, 120.0)


@pytest.mark.parametrize(
    ("name", "field", "text", "said"),
    [
        ("AGE", MaskedField.LOW, "many", "Type a number."),
        ("AGE", MaskedField.LOW, "1e999", "Type a number."),
        ("AGE", MaskedField.LOW, "nan", "Type a number."),
        ("AGE", MaskedField.WEIGHT, "0", "Type a number above 0."),
        ("BORN", MaskedField.LOW, "12", "Type a day such as 2020-01-31."),
    ],
)
def test_what_is_no_number_is_not_taken(
    panel, private, name: str, field: MaskedField, text: str, said: str
) -> None:
    model, before = panel.section.model, private.draft
    was = shown(model, name, field)
    type_in(panel, name, field, text)
    assert QToolTip.text() == said
    assert shown(model, name, field) == was
    assert private.draft == before
    QToolTip.hideText()


def test_an_empty_cell_that_is_left_declares_nothing(panel, private) -> None:
    before = private.draft
    type_in(panel, "AGE", MaskedField.LOW, "")
    assert shown(panel.section.model, "AGE", MaskedField.LOW) == "type it in"
    assert private.draft == before


def test_crossed_bounds_are_shown_and_not_taken(panel, model, private) -> None:
    type_in(panel, "AGE", MaskedField.LOW, "120")
    type_in(panel, "AGE", MaskedField.HIGH, "20")
    assert domain(private, "AGE") is None
    index = model.index(model.row_of("AGE"), MaskedField.HIGH)
    assert "below the largest" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_dates_are_typed_as_days(panel, model, private) -> None:
    type_in(panel, "BORN", MaskedField.LOW, "1970-01-11")
    type_in(panel, "BORN", MaskedField.HIGH, "1971-01-01")
    assert domain(private, "BORN") == (10.0, 365.0)
    assert shown(model, "BORN", MaskedField.HIGH) == "1971-01-01"


def test_a_domain_from_the_data_is_the_users_own_when_both_bounds_were_typed(
    panel, private
) -> None:
    press(panel.section.from_data)

    def marked() -> bool:
        return next(a for a in private.schema.attributes if a.name == "AGE").domain_from_data

    assert marked()
    assert domain(private, "AGE") is not None
    type_in(panel, "AGE", MaskedField.HIGH, "130")
    assert marked(), "the other bound still tells of the data"
    type_in(panel, "AGE", MaskedField.LOW, "0")
    assert not marked()
    assert domain(private, "AGE") == (0.0, 130.0)


def test_a_tick_masks_a_column_and_its_budget_is_shared_anew(panel, private, sync_runner) -> None:
    model = panel.section.model
    assert [shown(model, name, MaskedField.EPSILON) for name in ("AGE", "RENT", "JOB")] == [
        "1",
        "1",
        "",
    ]
    at = model.index(model.row_of("BORN"), MaskedField.NAME)
    tick(panel.section.table, at)
    assert shown(model, "AGE", MaskedField.EPSILON) == "1.5"
    assert shown(model, "BORN", MaskedField.LOW) == "released as it is"
    type_in(panel, "RENT", MaskedField.WEIGHT, "2")
    assert [shown(model, name, MaskedField.EPSILON) for name in ("AGE", "RENT")] == ["1", "2"]
    sync_runner.do(private.undo)
    assert shown(model, "AGE", MaskedField.EPSILON) == "1.5"


def test_categories_of_a_masked_column_can_be_taken_from_the_data(
    panel, model, private, sync_runner
) -> None:
    sync_runner.do(tick, panel.section.table, model.index(model.row_of("JOB"), MaskedField.NAME))
    press(panel.section.from_data)
    job = next(a for a in private.schema.attributes if a.name == "JOB")
    assert job.domain_from_data
    assert sorted(job.listed) == ["clerk", "cook"]


def test_categories_are_declared_one_a_line(panel, model, private, sync_runner) -> None:
    at = model.index(model.row_of("JOB"), MaskedField.NAME)
    sync_runner.do(tick, panel.section.table, at)
    type_into(panel.section.categories.lines, " clerk \ncook\n\ncook\njudge\n")
    sync_runner.do(press, panel.section.categories.button)
    job = next(a for a in private.schema.attributes if a.name == "JOB")
    assert job.listed == ("clerk", "cook", "judge")
    assert shown(model, "JOB", MaskedField.LOW) == "3 categories"


_SAMPLES = resources.FOLDER / "samples"


@pytest.mark.parametrize(
    "way", ["dp-individual-ranking", pytest.param("dp-laplace", marks=pytest.mark.longer)]
)
def test_the_table_of_domains_fits_a_window_of_1024(traveller, tmp_path, way: str) -> None:
    traveller.open_project(write_plain_recipe(_SAMPLES, "household_survey", tmp_path, 600))
    traveller.window.resize(1024, 700)
    traveller.window.show_step(Step.METHOD)
    page = traveller.page(Step.METHOD)
    traveller.do(choose_method, page, way)
    traveller.do(press, page.privacy.section.from_data)
    table = page.privacy.section.table
    assert table.isVisible()
    assert table.model().index(0, MaskedField.HIGH).data() not in ("", "type it in")
    assert traveller.window.pages.horizontalScrollBar().maximum() == 0
