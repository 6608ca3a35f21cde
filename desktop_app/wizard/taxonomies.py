"""The step Taxonomies."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop_app.jobs import Runner
from desktop_app.state import ProjectStore, Step
from desktop_app.text import tr
from desktop_app.views.page import MainAction, StepPage


class TaxonomiesPage(StepPage):
    """To be built."""

    step = Step.TAXONOMIES

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(tr("Taxonomies"), tr("This step is being built."))

    def main_action(self) -> MainAction:
        """Nothing can be done yet."""
        return MainAction(tr("Next"), enabled=False, reason=tr("This step is being built."))
