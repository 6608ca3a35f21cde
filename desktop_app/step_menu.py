"""The menu Steps: each step by its key, and on and back without the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from desktop_app.state import Step, StepState
from desktop_app.text import tr
from desktop_app.views.frame.rail import step_title

if TYPE_CHECKING:
    from desktop_app.main_window import MainWindow


class StepMenu(QObject):
    """Goes where the rail and the two buttons below the page go."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        menu = window.menuBar().addMenu(tr("&Steps"))
        self._group = QActionGroup(self)
        self.actions: dict[Step, QAction] = {}
        for number, step in enumerate(Step, start=1):
            action = menu.addAction(tr("&{number}  {name}", number=number, name=step_title(step)))
            action.setShortcut(QKeySequence(f"Ctrl+{number}"))
            action.setCheckable(True)
            action.setData(step)
            self._group.addAction(action)
            self.actions[step] = action
        self._group.triggered.connect(self._go)
        menu.addSeparator()
        self.back_action = menu.addAction(tr("&Back"))
        self.back_action.setShortcut(QKeySequence("Alt+Left"))
        self.back_action.triggered.connect(window.footer.back_button.click)
        self.forward_action = menu.addAction(tr("&Go on"))
        self.forward_action.setShortcut(QKeySequence("Ctrl+Return"))
        self.forward_action.triggered.connect(window.footer.main_button.click)

    def show_state(self) -> None:
        """Enable the steps that can be shown, and mark the one in sight."""
        for step, action in self.actions.items():
            action.setEnabled(self._window.step_state(step) is not StepState.LOCKED)
        self.actions[self._window.step].setChecked(True)
        self.back_action.setEnabled(self._window.footer.back_button.isEnabled())
        self.forward_action.setEnabled(self._window.footer.main_button.isEnabled())

    @Slot(QAction)
    def _go(self, action: QAction) -> None:
        self._window.enter_step(action.data())
