"""Marks changed cells by a corner, and those that a search found by a frame."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from desktop_app import theme
from desktop_app.models.side_model import Cell, SideModel
from desktop_app.theme import sizes

Index = QModelIndex | QPersistentModelIndex
_CORNER = sizes.UNIT - 1


class ChangedCells(QStyledItemDelegate):
    """Paints a wash and a corner where the protection changed a cell: more than a colour."""

    _painted: Cell | None = None

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Ask the model once for each cell: asking for each role takes most of a repaint."""
        cell = self._painted or _cell(index)
        if cell is None:
            super().initStyleOption(option, index)
            return
        option.index = index  # type: ignore[assignment]
        option.text = cell.text
        option.displayAlignment = Qt.AlignmentFlag(cell.alignment)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        if cell.is_missing:
            muted = QColor(theme.current().muted)
            option.palette.setColor(QPalette.ColorRole.Text, muted)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell, then its marks."""
        colours, rect, cell = theme.current(), QRectF(option.rect), _cell(index)
        if cell is not None and cell.is_changed:
            painter.fillRect(rect, QColor(colours.accent_soft))
        self._painted = cell
        super().paint(painter, option, index)
        self._painted = None
        if cell is None or not (cell.is_changed or cell.is_found):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if cell.is_changed:
            painter.setPen(QPen(QColor(0, 0, 0, 0)))
            painter.setBrush(QColor(colours.after))
            corner = rect.topLeft()
            painter.drawPolygon(
                QPolygonF([corner, corner + QPointF(_CORNER, 0), corner + QPointF(0, _CORNER)])
            )
        if cell.is_found:
            painter.setPen(QPen(QColor(colours.caution), 1.5))
            painter.setBrush(QColor(0, 0, 0, 0))
            painter.drawRoundedRect(rect.adjusted(1.5, 1.5, -1.5, -1.5), 2, 2)
        painter.restore()


def _cell(index: Index) -> Cell | None:
    model = index.model()
    return model.cell(index.row(), index.column()) if isinstance(model, SideModel) else None
