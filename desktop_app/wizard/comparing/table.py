"""The table of a comparison: sorted by any figure, a row at a time selected, copied as text."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from core.model import Role
from desktop_app.models.comparison import D_X, D_Y, METHOD, TIME, VALUE, ComparisonModel, T
from desktop_app.models.comparison_order import ComparisonOrder
from desktop_app.text import tr
from desktop_app.views.data_table import DataTable
from desktop_app.wizard.comparing.comparison import Comparison

_UNSORTED = -1


class CompareTable(DataTable):
    """A row for each run.

    Signals
    -------
    row_picked()
        Another row is selected, or none.
    row_taken()
        The user asked to use the selected row: a double click, or Enter.
    """

    row_picked = Signal()
    row_taken = Signal()

    def __init__(self, model: ComparisonModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order = ComparisonOrder(self)
        self._order.setSourceModel(model)
        self.setModel(self._order)
        self.setAccessibleName(tr("Methods compared"))
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(METHOD, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(_UNSORTED, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.selectionModel().selectionChanged.connect(self._tell_row)
        self.doubleClicked.connect(self._tell_taken)
        self.activated.connect(self._tell_taken)
        model.modelReset.connect(self.row_picked)

    @property
    def order(self) -> list[int]:
        """The model's rows as they stand, from the top."""
        return self._order.rows()

    @property
    def current(self) -> int | None:
        """The model's number of the selected row."""
        rows = self.selectionModel().selectedRows()
        return self._order.source_row(rows[0].row()) if rows else None

    def select(self, row: int) -> None:
        """Select a row of the model."""
        self.selectRow(self._order.shown_row(row))

    def show_columns(self, comparison: Comparison) -> None:
        """Hide the columns that have nothing to say."""
        varied = comparison.sweep.parameter
        confidential = bool(comparison.basis.schema.with_role(Role.CONFIDENTIAL))
        self.setColumnHidden(VALUE, not varied)
        self.setColumnHidden(T, not confidential)
        for column in (D_X, D_Y):
            self.setColumnHidden(column, varied != "lambda")
        self.fit_columns()

    @Slot()
    def copy_all(self) -> None:
        """Put the whole table on the clipboard, as a spreadsheet takes it."""
        shown = [c for c in range(METHOD, TIME + 1) if not self.isColumnHidden(c)]
        self.copy_cells(range(self._order.rowCount()), shown)

    @Slot(QItemSelection, QItemSelection)
    def _tell_row(self, _now: QItemSelection, _before: QItemSelection) -> None:
        self.row_picked.emit()

    @Slot(QModelIndex)
    def _tell_taken(self, _index: QModelIndex) -> None:
        self.row_taken.emit()
