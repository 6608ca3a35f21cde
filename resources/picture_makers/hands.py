"""Hands in front of the real window: they press, tick and type what a reader of the guide does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QPushButton,
    QScrollArea,
    QWidget,
)

from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from desktop_app.views.fields.tick_list import TickList
from desktop_app.wizard.attributes.distance_form import MORE
from desktop_app.wizard.columns_page import ColumnsPage
from desktop_app.wizard.method_page import MethodPage
from desktop_app.wizard.release_page import ReleasePage
from desktop_app.wizard.results_page import ResultsPage

# Not of the whole work: twenty methods that are compared take minutes, on a busy computer many.
_LONGEST_STANDSTILL_SECONDS = 300


class Hands:
    """What a user does at a window, step by step.

    Parameters
    ----------
    window : MainWindow
        Already shown.
    quiet_seconds : float
        How long nothing may run before the window counts as idle.

    Attributes
    ----------
    window : MainWindow
    """

    def __init__(self, window: MainWindow, quiet_seconds: float = 1.0) -> None:
        self.window = window
        self._quiet = quiet_seconds

    # Waiting

    def until(self, holds: Callable[[], bool]) -> None:
        """Let the window work until `holds` does, however long that takes.

        Raises
        ------
        TimeoutError
            If nothing that runs in the window makes progress any more.
        """
        reached, since = self._reached, monotonic()
        while not holds():
            # Between events the work of the window has the interpreter to itself.
            QTest.qWait(5)
            if reached != self._reached:
                reached, since = self._reached, monotonic()
            if monotonic() - since > _LONGEST_STANDSTILL_SECONDS:
                running = [operation.title for operation in self.window.runner.operations]
                raise TimeoutError(f"the window stands still; running: {running}")

    @property
    def _reached(self) -> list[tuple[object, ...]]:
        """How far all that runs in the window is."""
        running = self.window.runner.operations
        steps = ((operation, operation.progress()) for operation in running)
        return [(id(one), at.phase, at.index, at.done) for one, at in steps]

    def rest(self) -> None:
        """Let the window work until nothing has run in it for a while."""
        since = monotonic()

        def is_idle() -> bool:
            nonlocal since
            if self.window.runner.operations:
                since = monotonic()
            return monotonic() - since > self._quiet

        self.until(is_idle)

    # Steps

    @property
    def columns(self) -> ColumnsPage:
        """The page of the step Columns."""
        page = self.window.page(Step.COLUMNS)
        assert isinstance(page, ColumnsPage)
        return page

    @property
    def method(self) -> MethodPage:
        """The page of the step Method."""
        page = self.window.page(Step.METHOD)
        assert isinstance(page, MethodPage)
        return page

    @property
    def results(self) -> ResultsPage:
        """The page of the step Results."""
        page = self.window.page(Step.RESULTS)
        assert isinstance(page, ResultsPage)
        return page

    @property
    def release(self) -> ReleasePage:
        """The page of the step Release."""
        page = self.window.page(Step.RELEASE)
        assert isinstance(page, ReleasePage)
        return page

    def import_file(self, path: Path) -> None:
        """Open a data file and go through the pages of its import as they are."""
        self.window.open_path(str(path))
        for _ in range(3):
            self.forward()
        self.until(lambda: self.window.store.dataset is not None)
        self.rest()

    def forward(self) -> None:
        """Press the main button as soon as it can be pressed."""
        self.until(self.window.footer.main_button.isEnabled)
        self.window.footer.main_button.click()
        QApplication.processEvents()

    def show(self, step: Step, part: str = "") -> None:
        """Show a step, and a part of it."""
        if part:
            self.window.show_part(step, part)
        else:
            self.window.show_step(step)
        self.rest()

    # Controls

    def select_columns(self, names: Sequence[str]) -> None:
        """Select rows of the table of columns."""
        page, selection = self.columns, QItemSelection()
        for name in names:
            index = page.model.index(page.model.row_of(name), 0)
            selection.select(index, index)
        first = page.model.index(page.model.row_of(names[0]), 0)
        flags = QItemSelectionModel.SelectionFlag
        page.table.selectionModel().setCurrentIndex(first, flags.NoUpdate)
        page.table.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        page.table.scrollTo(first)
        QApplication.processEvents()

    def set_role(self, role: str, *names: str) -> None:
        """Give columns a role, called as the window calls it."""
        self.select_columns(names)
        self.take(self.columns.bar.roles, role)

    def set_scale(self, scale: str, *names: str) -> None:
        """Give columns a scale, called as the window calls it."""
        self.select_columns(names)
        self.take(self.columns.bar.scales, scale)

    def take(self, box: QComboBox, text: str) -> None:
        """Take the entry of a list that reads `text`."""
        row = box.findText(text)
        assert row >= 0, text
        box.showPopup()
        entries = box.view()
        QTest.keyClick(entries, Qt.Key.Key_Home)
        while entries.currentIndex().row() != row:
            before = entries.currentIndex().row()
            QTest.keyClick(entries, Qt.Key.Key_Down)
            assert entries.currentIndex().row() != before, text
        QTest.keyClick(entries, Qt.Key.Key_Return)
        QApplication.processEvents()

    def tick(self, names: TickList, *wanted: str) -> None:
        """Tick columns in a list, or take their ticks away."""
        for name in wanted:
            rows = range(names.count())
            row = next(r for r in rows if names.item(r).data(Qt.ItemDataRole.UserRole) == name)
            names.setCurrentRow(row)
            QTest.keyClick(names, Qt.Key.Key_Space)
            self.rest()

    def add_rule(self, rule: str) -> None:
        """Add an edit rule on the step Method."""
        rules = self.method.rules
        rules.field.setFocus()
        QTest.keyClicks(rules.field, rule)
        popup = rules.field.names.popup()
        assert popup is not None
        popup.hide()
        QTest.keyClick(rules.field, Qt.Key.Key_Return)
        self.rest()

    def tick_states(self, *names: str) -> None:
        """Tick what is offered first for the cells of columns, such as *Zero means none*."""
        for name in names:
            self.select_columns([name])
            self.rest()
            self.columns.details.states.boxes[0].click()
            self.rest()

    def count_more(self, *names: str) -> None:
        """Let columns count more when groups are formed."""
        for name in names:
            self.select_columns([name])
            self.rest()
            self.columns.details.states.distance.importance[MORE].click()
            self.rest()

    def compare_logarithms(self, *names: str) -> None:
        """Let amounts be compared by their logarithms."""
        for name in names:
            self.select_columns([name])
            self.rest()
            self.take(self.columns.details.states.distance.scale, "Logarithms")
            self.rest()

    def choose_representatives(self, **words: str) -> None:
        """Choose what records of a group get, on the step Method: the entry for each setting."""
        form = self.method.form
        form.more_settings.set_open(True)
        for setting, word in words.items():
            field = form.fields[setting]
            assert isinstance(field, QComboBox)
            self.take(field, word)
            self.rest()

    def leave_without_order(self) -> None:
        """Say of all categories on the step Taxonomies that none is nearer to another one."""
        buttons = self.window.page(Step.TAXONOMIES).findChildren(QPushButton)
        next(b for b in buttons if b.isVisible() and "that remain" in b.text()).click()
        self.rest()

    def run(self) -> None:
        """Press the main button of the step Run, and wait for the results."""
        self.forward()
        self.until(lambda: self.window.step is Step.RESULTS)
        self.rest()

    def propose_figures(self) -> None:
        """Take over all figures that are proposed on the step Results."""
        choice = self.results.figures.choice
        choice.propose_button.click()
        self.rest()
        choice.use_button.click()
        self.rest()

    def accept(self, key: str, why: str) -> None:
        """Accept the caution of this key on the step Release with a reason."""
        cautions = self.release.confirming.questions
        asked = next(c for c in cautions if key in [count.key for count in c.counts])
        asked.box.click()
        asked.why.setFocus()
        QTest.keyClicks(asked.why, why)
        QTest.keyClick(asked.why, Qt.Key.Key_Return)
        QTest.keyClick(asked.why, Qt.Key.Key_Home)
        self.rest()

    def write(self, folder: Path) -> None:
        """Write the release to `folder`, and wait for the verdict."""
        self.release.set_folder(str(folder))
        self.forward()
        self.until(self.release.verdict.isVisible)
        self.rest()

    def bring_up(self, part: QWidget) -> None:
        """Scroll until `part` begins at the top."""
        around: QWidget | None = part
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        inside = around.widget() if around is not None else None
        assert around is not None
        assert inside is not None
        around.verticalScrollBar().setValue(part.mapTo(inside, part.rect().topLeft()).y())
        self.rest()

    def choose_row(self, table: QAbstractItemView, text: str) -> None:
        """Choose the row of a table whose first cell reads `text`."""
        model = table.model()
        rows = range(model.rowCount())
        row = next(r for r in rows if model.index(r, 0).data() == text)
        table.setCurrentIndex(model.index(row, 0))
        self.rest()

    def fold_meaning(self, *, folded: bool) -> None:
        """Fold the panel *What this means*, or unfold it."""
        self.window.fold_meaning(folded)
        self.rest()

    # Leaving

    def close(self) -> None:
        """Close the window without the question what becomes of the result."""
        self.window.ask_again()
        self.window.keeper.storage.close(keep=False)
        self.window.runner.cancel_all()
        self.until(lambda: not self.window.runner.operations)
        self.window.hide()
