"""In a window of 1024 x 700 nothing of Columns and Taxonomies is cut or has to be scrolled to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import resources
from desktop_app.main_window import MainWindow
from desktop_app.models.attributes_model import Field
from desktop_app.models.taxonomies.taxonomy_columns import COVERED, NAME, RELATION, STATE
from desktop_app.state import Step
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.frame.page import MeaningPanel
from desktop_app.wizard.attributes.attributes_table import MARK_WIDTH
from tests.desktop.cut_off import cut_off
from tests.desktop.mouse import choose, open_cell
from tests.small_samples import write_small_sample

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def household(traveller, tmp_path) -> MainWindow:
    traveller.open_project(write_small_sample(tmp_path, "household_survey", 600))
    traveller.window.resize(1024, 700)
    return traveller.window


def settle(window: MainWindow, step: Step) -> None:
    window.show_step(step)
    for _ in range(5):
        QApplication.processEvents()
    assert window.width() == 1024


def test_the_bar_of_the_columns_is_whole(household) -> None:
    settle(household, Step.COLUMNS)
    page = household.page(Step.COLUMNS)
    for selected in (1, 14):
        if selected > 1:
            QTest.keyClick(page.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            QApplication.processEvents()
        bar = page.bar
        chosen = "PERSON_ID" if selected == 1 else f"{selected} columns"
        assert bar.roles.currentText() == f"Set role of {chosen}…"
        assert bar.roles._fitting().startswith("Set role of ")
        finder = bar.finder
        shown = finder.fontMetrics().horizontalAdvance(finder.placeholderText())
        assert finder.placeholderText().startswith("Find columns")
        assert finder.width() >= shown + 16
        right = bar.ask_button.mapTo(page, bar.ask_button.rect().topRight()).x()
        assert right <= page.meaning.x()


def test_the_table_of_taxonomies_needs_no_scrolling(household) -> None:
    settle(household, Step.TAXONOMIES)
    overview = household.page(Step.TAXONOMIES).overview
    table, header = overview.table, overview.table.horizontalHeader()
    assert header.length() <= table.viewport().width()
    for column in (NAME, RELATION, STATE):
        assert not table.isColumnHidden(column)
        title = str(overview.model.headerData(column, header.orientation()))
        assert table.columnWidth(column) >= header.fontMetrics().horizontalAdvance(title) + 16
    hidden = [title for at, title in enumerate(overview.model.titles) if table.isColumnHidden(at)]
    assert overview._below.isVisible() == bool(hidden)
    assert all(title in overview._below.text() for title in hidden)
    household.resize(1500, 800)
    for _ in range(5):
        QApplication.processEvents()
    assert not any(table.isColumnHidden(at) for at in range(len(overview.model.titles)))
    assert not overview._below.isVisible()


@pytest.fixture
def members(traveller) -> MainWindow:
    traveller.open_project(resources.FOLDER / "samples" / "household_members.recipe.json")
    return traveller.window


@pytest.mark.parametrize(
    "size",
    [
        (1024, 700),
        pytest.param((1280, 800), marks=pytest.mark.longer),
        pytest.param((1920, 1080), marks=pytest.mark.longer),
    ],
)
def test_ticks_and_order_of_a_column_are_whole(members, traveller, size: tuple[int, int]) -> None:
    traveller.do(members.show_step, Step.COLUMNS)
    members.resize(*size)
    page = members.page(Step.COLUMNS)
    row = page.model.row_of("SCHOOL_GRADE")
    for field, title in ((Field.ROLE, "Quasi-identifier"), (Field.SCALE, "Ordered categories")):
        choose(open_cell(page.table, page.model.index(row, field)), title)
        for _ in range(5):
            QApplication.processEvents()
    details = page.details
    assert details.states.isVisible()
    assert details.order.isVisible()
    assert (members.width(), members.height()) == size
    states = details.states
    boxes = [box for box in states.boxes if box.isVisible()]
    assert boxes[0].text() == "Does not apply: empty cells"
    assert all(box.sizeHint().width() <= states.viewport().width() for box in boxes)
    assert states.horizontalScrollBar().maximum() == 0
    assert not details.order.findChildren(ElidedLabel)
    assert cut_off(members) == []


def test_the_name_of_a_column_is_whole(members) -> None:
    settled = members.page(Step.COLUMNS)
    members.resize(1024, 700)
    settle(members, Step.COLUMNS)
    table = settled.table
    needed = table.fontMetrics().horizontalAdvance("HOUSEHOLD_INCOME")
    assert table.columnWidth(Field.NAME) > needed + 3 * sizes.UNIT
    assert "Distinct" in settled._below.text()


def test_the_row_that_is_described_stays_in_sight(members) -> None:
    members.resize(1280, 800)
    members.show_step(Step.COLUMNS)
    page = members.page(Step.COLUMNS)
    QTest.keyClick(page.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    for height in (700, 640, 760):
        members.resize(1280, height)
        for _ in range(5):
            QApplication.processEvents()
        shown = page.table.visualRect(page.table.currentIndex())
        assert page.table.viewport().rect().contains(shown.center()), height


def test_what_is_bold_has_space_before_the_mark_of_its_list(members) -> None:
    members.resize(1024, 700)
    settle(members, Step.COLUMNS)
    table = members.page(Step.COLUMNS).table
    row = members.page(Step.COLUMNS).model.row_of("RELATION")
    for field in (Field.ROLE, Field.SCALE):
        cell = table.model().index(row, field)
        bold = cell.data(Qt.ItemDataRole.FontRole)
        assert bold.bold()
        needed = QFontMetrics(bold).horizontalAdvance(cell.data())
        assert table.columnWidth(field) >= needed + 2 * sizes.UNIT + MARK_WIDTH


def test_an_empty_column_of_taxonomies_is_the_first_to_go(members, qtbot) -> None:
    members.show_step(Step.TAXONOMIES)
    overview = members.page(Step.TAXONOMIES).overview
    model = overview.model
    qtbot.waitUntil(lambda: not members.runner.operations)
    assert not any(model.index(row, COVERED).data() for row in range(model.rowCount()))
    for width in range(1200, 800, -10):
        members.resize(width, 700)
        for _ in range(5):
            QApplication.processEvents()
        hidden = [at for at in range(len(model.titles)) if overview.table.isColumnHidden(at)]
        if hidden:
            break
    assert hidden == [COVERED]


def test_the_panel_scrolls_only_where_its_words_need_more_space(qtbot) -> None:
    panel = MeaningPanel()
    qtbot.addWidget(panel)
    panel.set_paragraphs(*["Every record shares its masked values with at least four others."] * 9)
    panel.resize(sizes.PANEL_WIDTH, 700)
    panel.show()
    for _ in range(3):
        QApplication.processEvents()
    content = panel.widget()
    needed = content.heightForWidth(content.width())
    assert 0 < needed < 700
    panel.resize(sizes.PANEL_WIDTH, needed + 2 * panel.frameWidth())
    QApplication.processEvents()
    assert panel.verticalScrollBar().maximum() == 0
