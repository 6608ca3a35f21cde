"""A click on a problem of a private method leads to the cell or field that mends it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop_app.models.masked_columns import MaskedField
from desktop_app.views.frame.problem_bar import ProblemBar
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.keys import turn_wheel
from tests.desktop.mouse import press_cell
from tests.desktop.privacy.test_method_page import opened

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def page(private, sync_runner, qtbot) -> MethodPage:
    return opened(private, sync_runner, qtbot)


@pytest.fixture
def bar(page) -> Iterator[ProblemBar]:
    """The problems, below the page in one window as in the program."""
    window, bar = QWidget(), ProblemBar()
    layout = QVBoxLayout(window)
    layout.addWidget(page)
    layout.addWidget(bar)
    bar.chosen.connect(page.focus_on)
    bar.show_problems(page.problems())
    window.resize(832, 560)
    window.show()
    page.show()
    window.activateWindow()
    yield bar
    page.setParent(None)


def _click(bar: ProblemBar, code: str, column: str | None = None) -> None:
    problems = [bar.item(row).data(Qt.ItemDataRole.UserRole + 1) for row in range(bar.count())]
    (row,) = [i for i, p in enumerate(problems) if (p.code, p.where.column) == (code, column)]
    press_cell(bar, bar.indexFromItem(bar.item(row)))


def _seen(page: MethodPage, widget: QWidget, part: QRect) -> bool:
    port = page.settings_area.viewport()
    return port.rect().contains(QRect(widget.mapTo(port, part.topLeft()), part.size()))


@pytest.mark.parametrize(
    "column",
    [
        "AGE",
        pytest.param("RENT", marks=pytest.mark.longer),
        pytest.param("BORN", marks=pytest.mark.longer),
    ],
)
def test_a_domain_that_is_lacking_leads_to_its_cell(page, bar, column: str, qtbot) -> None:
    table = page.privacy.section.table
    row = page.privacy.section.model.row_of(column)
    cell = table.visualRect(page.privacy.section.model.index(row, MaskedField.LOW))
    assert not _seen(page, table.viewport(), cell)
    _click(bar, "dp-domain-missing", column)
    qtbot.waitUntil(table.hasFocus)
    QApplication.processEvents()
    assert (table.currentIndex().row(), table.currentIndex().column()) == (row, MaskedField.LOW)
    assert _seen(page, table.viewport(), table.visualRect(table.currentIndex()))
    assert _seen(page, table, table.rect())


def test_a_weight_leads_to_the_fold_that_holds_it(page, sync_runner, bar, qtbot) -> None:
    sync_runner.do(page.store.set_weight, "AGE")
    bar.show_problems(page.problems())
    page.design.fold.set_open(False)
    turn_wheel(page.settings_area.viewport(), 99)
    assert page.settings_area.verticalScrollBar().value() == 0
    (problem,) = [p for p in page.problems() if p.where.field == "weight"]
    _click(bar, problem.code, problem.where.column)
    weight = page.design.weight
    qtbot.waitUntil(weight.hasFocus)
    QApplication.processEvents()
    assert _seen(page, weight, weight.rect())
    assert page.settings_area.verticalScrollBar().value() > 0
    assert weight.mapTo(page, QPoint()).y() < page.height()
