"""The key columns as bars: how many records each one makes rare."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Signal, Slot
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_app.models.preparing_risk.driving_columns import BAR, DrivingColumn, DrivingModel
from desktop_app.text import tr
from desktop_app.theme import current, sizes
from desktop_app.views.tables.data_table import DataTable

Index = QModelIndex | QPersistentModelIndex

_MOST_ROWS = 10
_THICK = 0.55
_WIDEST_NAME = 22 * sizes.UNIT


class DrivingTable(DataTable):
    """A row for each key column, as high as its rows.

    Signals
    -------
    chosen(object)
        With the `DrivingColumn` whose records the user asked for.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, widest=_WIDEST_NAME)
        self.columns_model = DrivingModel(self)
        self.setModel(self.columns_model)
        self.setAccessibleName(tr("Columns by the records that they make rare"))
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setItemDelegateForColumn(BAR, BarDelegate(self))
        self.horizontalHeader().setSectionResizeMode(BAR, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_columns(self, columns: tuple[DrivingColumn, ...], k: int) -> None:
        """Show these columns."""
        self.columns_model.show_columns(columns, k)
        rows = min(len(columns), _MOST_ROWS)
        high = rows * self.verticalHeader().defaultSectionSize()
        heading = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(high + heading + 2 * self.frameWidth())

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        column = self.columns_model.columns[index.row()]
        if column.records:
            self.chosen.emit(column)


class BarDelegate(QStyledItemDelegate):
    """Paints the bar of a row of a `DrivingModel`."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground of the cell, and the bar upon it."""
        super().paint(painter, option, index)
        model = index.model()
        if not isinstance(model, DrivingModel):
            return
        cell = QRectF(option.rect).adjusted(sizes.UNIT, 0, -sizes.UNIT, 0)
        high = _THICK * cell.height()
        wide = model.share(index.row()) * cell.width()
        bar = QRectF(cell.left(), cell.center().y() - high / 2, wide, high)
        painter.fillRect(bar, QColor(current().after))
