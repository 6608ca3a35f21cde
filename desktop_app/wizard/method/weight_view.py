"""What is to be decided of the survey weight, counted in the background before the run."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.errors import Problem
from core.model import Dataset, Plan
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.method.weight_words import count_weights, weight_text
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import note


class WeightView(QWidget):
    """The cautions that the run will give of the weight; hidden where it will give none."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counting = Latest(runner, tr("Looking at the survey weight"), self)
        self._counting.arrived.connect(self._take)
        self._plan: Plan | None = None
        self.said = note(kind="caution")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, sizes.UNIT)
        layout.addWidget(self.said)
        self.hide()

    def show_plan(self, plan: Plan | None, dataset: Dataset) -> None:
        """Count for a plan that is current; ``None`` while there is none."""
        if plan is self._plan:
            return
        self._plan = plan
        self._counting.drop()
        if plan is None:
            # What was said stays until the settings are checked, so nothing flickers.
            return
        if plan.errors:
            self.hide()
            return
        # Not the compute lane: there it would wait behind a long run.
        self._counting.ask(partial(count_weights, plan, dataset), Lane.IO)

    def forget(self) -> None:
        """Forget the file that was open."""
        self._counting.drop()
        self._plan = None
        self.hide()

    @Slot(object)
    def _take(self, found: tuple[Problem, ...]) -> None:
        self.said.setText(weight_text(found))
        self.setVisible(bool(found))
