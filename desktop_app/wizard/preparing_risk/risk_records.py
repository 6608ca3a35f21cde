"""The records that the user asked for, with the way back to the risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.models.file_risk import ChosenRecordsModel
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, note
from desktop_app.views.tables.data_table import DataTable

if TYPE_CHECKING:
    from core.pipeline.assessing import FileRisk


class RiskRecords(QWidget):
    """A heading, and the records in a table.

    Signals
    -------
    left()
        The user goes back.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back_button = QPushButton(tr("← Back to the risk (Esc)"))
        self.back_button.setProperty("kind", "flat")
        self.back_button.clicked.connect(self.left)
        self.heading = Sentence()
        self.heading.setFont(sizes.strong_font())
        self.said = note(tr("In the order of the file, with the number of each record."))
        self.model = ChosenRecordsModel(self)
        self.table = DataTable()
        self.table.setModel(self.model)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.heading)
        layout.addWidget(self.said)
        layout.addWidget(self.table, 1)

    def show_records(self, heading: str, risk: FileRisk, positions: NDArray[np.int64]) -> None:
        """Show the records at these positions under a heading."""
        self.heading.setText(heading)
        self.table.setAccessibleName(heading)
        self.model.show_records(risk, positions)
        self.table.scrollToTop()
        if len(positions):
            self.table.setCurrentIndex(self.model.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)
