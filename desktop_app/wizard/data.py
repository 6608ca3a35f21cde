"""The step Data."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop_app.jobs import Runner
from desktop_app.state import ProjectStore, Step
from desktop_app.text import tr
from desktop_app.views.page import MainAction, StepPage


class DataPage(StepPage):
    """Opens a file and shows its records."""

    step = Step.DATA

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(tr("Data"), tr("Choose the file to protect and say how to read it."))

    def main_action(self) -> MainAction:
        """Go on to the columns."""
        opened = self.store.dataset is not None
        return MainAction(tr("Check &columns"), opened, "" if opened else tr("Open a file first."))
