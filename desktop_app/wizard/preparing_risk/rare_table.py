"""The rare combinations of values as a table."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from desktop_app.models.file_risk import RareModel
from desktop_app.text import tr
from desktop_app.views.tables.data_table import DataTable

_FEWEST_ROWS, _MOST_ROWS = 3, 8


class RareTable(DataTable):
    """A row for each combination, riskiest first.

    Signals
    -------
    chosen(object)
        With the number of the combination whose records the user asked for.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, dense=True)
        self.rare_model = RareModel(self)
        self.setModel(self.rare_model)
        self.setAccessibleName(tr("Rare combinations of values, riskiest first"))
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.clicked.connect(self._choose_clicked)
        self.activated.connect(self._choose)

    def fit_height(self) -> None:
        """Be high enough for the rows, within bounds."""
        rows = min(max(self.rare_model.rows(), _FEWEST_ROWS), _MOST_ROWS)
        high = rows * self.verticalHeader().defaultSectionSize()
        around = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
        self.setMinimumHeight(high + around + self.horizontalScrollBar().sizeHint().height())

    @Slot(QModelIndex)
    def _choose_clicked(self, index: QModelIndex) -> None:
        # With Ctrl or Shift, rows are selected to be copied.
        if QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier:
            self._choose(index)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())
