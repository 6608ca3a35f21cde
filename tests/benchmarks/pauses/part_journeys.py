"""What a user does in two parts of the window that show much: the risk panel and a taxonomy."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from core.inspect.profiling.column_profiles import profile
from core.model import Attribute, Dataset, FileKind, Role, Scale, Source
from desktop_app.jobs import JobRunner
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.wizard.preparing_risk import RiskPanel
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.benchmarks.pauses.probe import Journey, Waiter
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, press_cell, press_tab
from tests.desktop.preparing_risk.conftest import survey

_GLANCE_MILLISECONDS = 200


def look_into_risk(waiter: Waiter, journey: Journey, datasets: list[Dataset]) -> None:
    """Have the risk of files counted, drag the line of the histogram, and show records."""
    runner = JobRunner()
    panel = RiskPanel(runner)
    panel.resize(480, 900)
    panel.show()
    files = [(survey().project, dataset) for dataset in datasets]
    with journey.part("counting"):
        # Each file is out of date at once, as while somebody types.
        for file in files:
            panel.show_risk(5, files[0], file)
            waiter.wait(50)
        waiter.waitUntil(lambda: not panel.is_counting)
    line = panel.overview.picture.line
    panel._scroll.ensureWidgetVisible(panel.overview.picture)
    waiter.waitUntil(lambda: line.x_of(0.5) is not None)
    with journey.part("dragging"):
        y, left = line.height() // 2, round(line.x_of(0.5))
        QTest.mousePress(line, Qt.MouseButton.LeftButton, pos=QPoint(left, y))
        for across in range(left, round(line.x_of(0.001)), -4):
            QTest.mouseMove(line, QPoint(across, y))
            waiter.wait(2)
        QTest.mouseRelease(line, Qt.MouseButton.LeftButton, pos=QPoint(left, y))
    with journey.part("all records"):
        line.setFocus()
        QTest.keyClick(line, Qt.Key.Key_Home)
        QTest.keyClick(line, Qt.Key.Key_Return)
        waiter.wait(_GLANCE_MILLISECONDS)
        press(panel.records.back_button)
    for table in (panel.overview.driving, panel.overview.rare):
        panel._scroll.ensureWidgetVisible(table)
        waiter.wait(_GLANCE_MILLISECONDS)
        with journey.part(table.accessibleName()):
            press_cell(table, table.model().index(0, 0))
            waiter.wait(_GLANCE_MILLISECONDS)
            press(panel.records.back_button)
    panel.close()
    runner.close(120)
    panel.deleteLater()


def look_into_taxonomy(waiter: Waiter, journey: Journey, dataset: Dataset, taxonomy: Path) -> None:
    """Open a taxonomy, search in it, and accept what is suggested for the records' codes."""
    runner = JobRunner()
    store = ProjectStore(runner)
    store.open_dataset(Source(str(taxonomy), FileKind.CSV), dataset, profile(dataset))
    quasi = Role.QUASI_IDENTIFIER
    store.set_attributes(
        [Attribute("CODE", quasi, Scale.NOMINAL), Attribute("AGE", quasi, Scale.INTEGER)]
    )
    store.confirm(Step.COLUMNS)
    page = TaxonomiesPage(store, runner)
    page.make_all()
    store.changed.connect(page.refresh)
    page.resize(1000, 650)
    page.show()

    def rest() -> None:
        waiter.waitUntil(lambda: not runner.operations)
        waiter.wait(50)

    rest()
    with journey.part("opening"):
        page.open_column("CODE")
        rest()
        page.accepts_file(str(taxonomy))
        rest()
    press_tab(page.view.tabs, page.view.tabs.indexOf(page.view.tree))
    with journey.part("searching"):
        for typed in ("l", "le", "leaf 1", "leaf 12", "G5", ""):
            type_into(page.view.tree.search, typed)
            waiter.wait(20)
        press(page.view.tree.occurring)
    with journey.part("counting"):
        page.view.mapping.accept_all()
        rest()
    page.close()
    runner.close(120)
    page.deleteLater()
