"""The table of a comparison: sorted by any figure, a row at a time selected, copied as text."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from core.compare.comparison import Comparison
from core.model import Role
from desktop_app.models.comparison import (
    D_X,
    D_Y,
    FRONTIER,
    MEAN,
    METHOD,
    RECORDS,
    SMALLEST,
    TIME,
    VALUE,
    ComparisonModel,
    ComparisonOrder,
    T,
)
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.tables.data_table import DataTable

_UNSORTED = -1
_NAME_WIDTH, _LEAST_NAME = 30 * sizes.UNIT, 18 * sizes.UNIT
_SPARE = (SMALLEST, MEAN, FRONTIER)


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
        super().__init__(parent, dense=True)
        self._order = ComparisonOrder(self)
        self._wanted: list[int] = list(range(VALUE, TIME + 1))
        self._order.setSourceModel(model)
        self.setModel(self._order)
        self.setAccessibleName(tr("Methods compared"))
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        # A heading of two lines is cut as if it were one; columns are as wide as theirs need.
        header.setTextElideMode(Qt.TextElideMode.ElideNone)
        header.setSectionResizeMode(METHOD, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(_UNSORTED, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.selectionModel().selectionChanged.connect(self._emit_row_picked)
        self.doubleClicked.connect(self._emit_row_taken)
        self.activated.connect(self._emit_row_taken)

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
        """Leave out the columns that have nothing to say."""
        varied = comparison.sweep.parameter
        confidential = bool(comparison.basis.schema.with_role(Role.CONFIDENTIAL))
        released = {run.figures.records for run in comparison.found if run.figures is not None}
        needless = {
            RECORDS: len(released) < 2,
            VALUE: not varied,
            T: not confidential,
            D_X: varied != "lambda",
            D_Y: varied != "lambda",
        }
        self._wanted = [c for c in range(VALUE, TIME + 1) if not needless.get(c)]
        self.fit_columns()
        self._hide_spare_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is space for."""
        super().resizeEvent(event)
        self._hide_spare_columns()

    def _hide_spare_columns(self) -> None:
        """Hide columns that a row's tooltip repeats where the methods need their width."""
        for column in range(VALUE, TIME + 1):
            if self.isColumnHidden(column) is (column in self._wanted):
                self.setColumnHidden(column, column not in self._wanted)
        spare = list(_SPARE)
        while spare and self.wanted_width() - _NAME_WIDTH + _LEAST_NAME > self.width():
            self.setColumnHidden(spare.pop(0), True)

    def wanted_width(self) -> int:
        """Return the width at which no column is cut."""
        columns = range(VALUE, TIME + 1)
        figures = sum(self.columnWidth(c) for c in columns if not self.isColumnHidden(c))
        return figures + _NAME_WIDTH + self.verticalScrollBar().sizeHint().width()

    @Slot()
    def copy_all(self) -> None:
        """Put the whole table on the clipboard, as a spreadsheet takes it."""
        self.copy_cells(range(self._order.rowCount()), [METHOD, *self._wanted])

    @Slot(QItemSelection, QItemSelection)
    def _emit_row_picked(self, _now: QItemSelection, _before: QItemSelection) -> None:
        self.row_picked.emit()

    @Slot(QModelIndex)
    def _emit_row_taken(self, _index: QModelIndex) -> None:
        self.row_taken.emit()
