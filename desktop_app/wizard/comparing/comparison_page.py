"""The part of the step Method in which methods are compared."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from core.compare.basis import Basis
from core.compare.comparison import Comparison
from core.model import Dataset, Method, Source
from desktop_app.jobs import Runner
from desktop_app.text import tr, tr_n
from desktop_app.views.frame.page import MainAction
from desktop_app.wizard.comparing.best_release import BestReleasePanel
from desktop_app.wizard.comparing.panel import ComparePanel
from desktop_app.wizard.comparing.setup import CompareSetup


class ComparisonPage(QStackedWidget):
    """What was found, and behind it the form that says what is compared.

    Signals
    -------
    changed()
        The main button may say something else.
    chosen(object)
        The user takes over this `Method`.
    improved(object)
        The user takes over the settings of this `Project`.
    """

    changed = Signal()
    chosen = Signal(object)
    improved = Signal(object)

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._basis: Basis | None = None
        self._dataset: Dataset | None = None
        self.panel, self.setup = ComparePanel(runner, self), CompareSetup(self)
        self.best = BestReleasePanel(runner, self)
        self.best.changed.connect(self.changed)
        self.best.chosen.connect(self.improved)
        self.panel.changed.connect(self._follow)
        self.panel.again.connect(self._again)
        self.panel.setting_up.connect(self.set_up)
        self.panel.method_taken.connect(self.take)
        self.setup.changed.connect(self.changed)
        self.addWidget(self.panel)
        self.addWidget(self.setup)
        self.addWidget(self.best)

    def show_basis(self, basis: Basis, dataset: Dataset) -> None:
        """Hold everything against the settings in force."""
        self._basis, self._dataset = basis, dataset
        self.panel.show_basis(basis)
        if self.is_setting_up:
            self.setup.show_basis(basis)
        if self.is_searching:
            self.best.show_basis(basis, dataset)

    def minimumSizeHint(self) -> QSize:
        """Take no space while hidden: the settings have a panel of their own."""
        return QSize() if self.isHidden() else super().minimumSizeHint()

    @property
    def is_setting_up(self) -> bool:
        """Whether the form is in sight."""
        return self.currentWidget() is self.setup

    @property
    def is_searching(self) -> bool:
        """Whether the search for the best settings is in sight."""
        return self.currentWidget() is self.best

    @property
    def busy(self) -> bool:
        """Whether methods are compared, or settings searched."""
        return self.panel.busy or self.best.busy

    def count_rows(self, source: Source | None) -> int:
        """Count the rows that a comparison of a file has."""
        comparison = self.panel.comparison
        is_of_file = comparison is not None and comparison.basis.project.source == source
        return len(comparison.found) if comparison is not None and is_of_file else 0

    def enter_search(self) -> None:
        """Show the search for the best settings; begin with it where nothing was found."""
        self.setCurrentWidget(self.best)
        if self._basis is not None and self._dataset is not None:
            self.best.show_basis(self._basis, self._dataset)
        self.best.enter()

    def enter(self) -> None:
        """Show what was compared; begin with it where nothing was."""
        self.setCurrentWidget(self.panel)
        if self.panel.comparison is None:
            self._again()
        if not self.is_setting_up:
            self.panel.setFocus()

    def forget(self) -> None:
        """Another file is open: stop; what was found stays in sight, marked as old."""
        self.panel.cancel()
        self.setup.forget()
        self.best.forget()

    @Slot()
    def set_up(self) -> None:
        """Show the form."""
        self.setCurrentWidget(self.setup)
        if self._basis is not None:
            self.setup.show_basis(self._basis)
        self.setup.choices[self.setup.sweep.parameter].setFocus()
        self.changed.emit()

    def back(self) -> bool:
        """Go from the form back to what was found, if there is anything."""
        if not self.is_setting_up or self.panel.comparison is None:
            return False
        self.setCurrentWidget(self.panel)
        self.changed.emit()
        return True

    def begin(self) -> None:
        """Run what the form says."""
        if self._basis is None or self._dataset is None or not self.setup.trials:
            return
        left_out = [(e.name, e.seconds) for e in self.setup.left_out]
        setup = self.setup
        comparison = Comparison(self._basis, setup.sweep, setup.trials, left_out, setup.sample)
        self.setCurrentWidget(self.panel)
        self.panel.begin(comparison, self._dataset)

    @Slot()
    def _again(self) -> None:
        if self._basis is not None:
            self.setup.show_basis(self._basis)
        if self.setup.trials:
            self.begin()
        else:
            self.set_up()

    @Slot()
    def take(self) -> None:
        """Take the selected row's method over."""
        method: Method | None = self.panel.chosen
        if method is not None:
            self.chosen.emit(method)

    def trigger(self) -> None:
        """Do what the main button says."""
        if self.is_searching:
            self.best.trigger()
        elif self.is_setting_up:
            self.begin()
        else:
            self.take()

    def main_action(self) -> MainAction:
        """Choose the words of the main button."""
        if self.is_searching:
            return self.best.main_action()
        if not self.is_setting_up:
            return self._use_action()
        count = len(self.setup.trials)
        if self.panel.busy:
            reason = tr("A comparison is running.")
            return MainAction(tr("&Compare"), enabled=False, reason=reason)
        if not count:
            reason = tr("Choose at least one method, and values to vary.")
            return MainAction(tr("&Compare"), enabled=False, reason=reason)
        return MainAction(tr_n("&Compare in {count} run", "&Compare in {count} runs", count))

    def _use_action(self) -> MainAction:
        if self.panel.chosen is None:
            reason = (
                tr("Choose a row of the table or a mark in the map.")
                if self.panel.table.current is None
                else tr("This run failed. Choose another row or a mark in the map.")
            )
            return MainAction(tr("&Use this method"), enabled=False, reason=reason)
        return MainAction(tr("&Use {method}", method=self.panel.chosen_label))

    @Slot()
    def _follow(self) -> None:
        if self._basis is not None:
            self.panel.show_basis(self._basis)
        self.changed.emit()
