"""A label that may shrink: an ellipsis replaces what does not fit, and the tooltip shows all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOption

from desktop_app.views.plain import PlainLabel, set_tip

_LEAST_LETTERS = 6


class ElidedLabel(PlainLabel):
    """One line of plain text, as wide as it likes but never in the way."""

    # In the middle for paths; words are better cut at their end.
    elide = Qt.TextElideMode.ElideMiddle

    def setText(self, text: str) -> None:
        """Show `text`."""
        if text != self.text():
            super().setText(text)
            set_tip(self, text)

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few letters."""
        metrics = self.fontMetrics()
        width = metrics.averageCharWidth() * min(_LEAST_LETTERS, len(self.text()))
        return QSize(width, metrics.height())

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 2, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's name
        """Paint as much as fits."""
        option = QStyleOption()
        option.initFrom(self)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        area = self.contentsRect()
        fitting = self.fontMetrics().elidedText(self.text(), self.elide, area.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(area, self.alignment() | Qt.AlignmentFlag.AlignVCenter, fitting)
        painter.end()
