"""The ledger of a budget, as high as it is long."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QWidget

from desktop_app.models.ledger import LedgerModel
from desktop_app.text import tr
from desktop_app.views.forms import named
from desktop_app.views.tables.data_table import DataTable

_MOST = 12


class LedgerTable(DataTable):
    """One line for each part of the budget."""

    def __init__(self, model: LedgerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, tr("How the budget is spent"))
        self.verticalHeader().hide()
        self.setModel(model)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def fit_columns(self) -> None:
        """Fit the widths, and the height to the lines."""
        super().fit_columns()
        model = self.model()
        rows = min(model.rowCount() if model is not None else 0, _MOST)
        line = self.verticalHeader().defaultSectionSize()
        head = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(head + rows * line + 2 * self.frameWidth())
