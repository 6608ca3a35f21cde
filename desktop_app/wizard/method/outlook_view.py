"""What the conditions mean for the open file, with a picture of the units by size."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.model import Dataset, Plan
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.method.outlook_words import count_outlook, outlook_text
from desktop_app.presenters.unit_words import picture_text
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import note
from desktop_app.views.pictures.size_bars import UnitSizeBars

if TYPE_CHECKING:
    from core.pipeline.condition_outlook import ConditionOutlook


class OutlookView(QWidget):
    """Counts in the background; hidden where there is no condition, or nothing can be run.

    Signals
    -------
    changing()
        It is about to need another height.
    """

    changing = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counting = Latest(runner, tr("Counting what the conditions mean"), self)
        self._counting.arrived.connect(self._take)
        self._plan: Plan | None = None
        self.said, self.bars = note(kind=""), UnitSizeBars()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(self.said)
        layout.addWidget(self.bars)
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
            self.changing.emit()
            self.hide()
            return
        # Not the compute lane: there it would wait behind a long run.
        self._counting.ask(partial(count_outlook, plan, dataset), Lane.IO)

    def forget(self) -> None:
        """Forget the file that was open."""
        self._counting.drop()
        self._plan = None
        self.hide()

    @Slot(object)
    def _take(self, found: ConditionOutlook | None) -> None:
        self.changing.emit()
        if found is None or self._plan is None:
            self.hide()
            return
        self.said.setText("\n".join(outlook_text(found, self._plan)))
        self.bars.setVisible(bool(found.units_by_size))
        unit = self._plan.project.recipe.unit
        k = found.k if unit is not None and unit.is_whole else 1
        said = picture_text(found.units_by_size, found.k)
        self.bars.show_sizes(found.units_by_size, k, said)
        self.show()
