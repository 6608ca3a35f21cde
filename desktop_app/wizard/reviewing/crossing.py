"""A cross-table of two columns of the user's choice, before and after."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.jobs import Job
from core.measure import CrossTable
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.utility import CrossModel
from desktop_app.presenters.released_figures import ReleasedFigures
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import growing, note
from desktop_app.views.tables.data_table import DataTable


class Crossing(QWidget):
    """Two boxes to choose columns by, and the table."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: ReleasedFigures | None = None
        self.row, self.column = growing(ChoiceBox()), growing(ChoiceBox())
        self.model = CrossModel(self)
        self.table = DataTable(dense=True)
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("Cross-table"))
        self.table.verticalHeader().hide()
        self._counting = Latest(runner, tr("Counting combinations"), self)
        self._counting.arrived.connect(self._take)
        top = QHBoxLayout()
        top.setSpacing(sizes.UNIT)
        for title, box in ((tr("Rows"), self.row), (tr("Columns"), self.column)):
            label = QLabel(title)
            label.setBuddy(box)
            box.setAccessibleName(title)
            box.currentIndexChanged.connect(self._ask)
            top.addWidget(label)
            top.addWidget(box)
        top.addStretch(1)
        said = tr(
            "Records before → after. Numbers with many values are cut at the quartiles of the "
            "original; “…” stands for all rarer values together."
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, sizes.UNIT, 0, 0)
        layout.setSpacing(sizes.UNIT)
        layout.addLayout(top)
        layout.addWidget(self.table, 1)
        layout.addWidget(note(said))

    def show_figures(self, found: ReleasedFigures) -> None:
        """Offer the columns of another result; categories first, which are crossed most."""
        self._found = found
        names = [one.name for one in sorted(found.described, key=lambda d: d.before is not None)]
        for box, first in ((self.row, 0), (self.column, 1)):
            wanted = box.currentText()
            box.blockSignals(True)
            box.clear()
            box.addItems(names)
            box.setCurrentIndex(
                names.index(wanted) if wanted in names else min(first, len(names) - 1)
            )
            box.blockSignals(False)
        self._ask()

    @Slot()
    @Slot(int)
    def _ask(self, _index: int = 0) -> None:
        found, row, column = self._found, self.row.currentText(), self.column.currentText()
        if found is None or not row or not column:
            return

        def work(_job: Job) -> tuple[str, CrossTable]:
            return row, found.crossed(row, column)

        self._counting.ask(work)

    @Slot(object)
    def _take(self, answer: tuple[str, CrossTable]) -> None:
        self.model.show_table(*answer)
