"""The menu Steps: each step by its key, and on and back without the mouse."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenuBar

from desktop_app.state import Step, StepState
from desktop_app.text import tr
from desktop_app.views.frame.footer import Footer
from desktop_app.views.frame.rail import step_title


class StepMenu(QObject):
    """Goes where the rail and the two buttons below the page go.

    Signals
    -------
    chosen(object)
        With the `Step` that the user wants to see.
    """

    chosen = Signal(object)

    def __init__(self, bar: QMenuBar, footer: Footer, parent: QObject) -> None:
        super().__init__(parent)
        self._footer = footer
        menu = bar.addMenu(tr("&Steps"))
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
        self.back_action.triggered.connect(footer.back_button.click)
        self.forward_action = menu.addAction(tr("&Go on"))
        self.forward_action.setShortcut(QKeySequence("Ctrl+Return"))
        self.forward_action.triggered.connect(footer.main_button.click)

    def show_state(self, current: Step, states: Mapping[Step, StepState]) -> None:
        """Enable the steps that can be shown, and mark the current one."""
        for step, action in self.actions.items():
            action.setEnabled(states[step] is not StepState.LOCKED)
        self.actions[current].setChecked(True)
        self.back_action.setEnabled(self._footer.back_button.isEnabled())
        self.forward_action.setEnabled(self._footer.main_button.isEnabled())

    @Slot(QAction)
    def _go(self, action: QAction) -> None:
        self.chosen.emit(action.data())
