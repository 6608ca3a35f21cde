"""What the small sketches beside the Method page have in common."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.theme import current, sizes


class Sketch(QWidget):
    """A sketch drawn for one number of records: a subclass says in words and paints it."""

    height_in_units: ClassVar[int]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.size_shown = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_size(self, size: int) -> None:
        """Draw the sketch for groups of `size` records."""
        self.size_shown = size
        self.setAccessibleName(self.said())
        self.update()

    def said(self) -> str:
        """Return what the sketch shows in words."""
        raise NotImplementedError

    def paint(self, painter: QPainter) -> None:
        """Paint the sketch over the whole widget."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        """Return the size that fits the panel."""
        return QSize(27 * sizes.UNIT, self.height_in_units * sizes.UNIT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint with smooth edges."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint(painter)


def write_centred(painter: QPainter, place: QRectF, said: str) -> None:
    """Write a few muted words into the middle of `place`."""
    painter.setPen(QColor(current().muted))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, said)
