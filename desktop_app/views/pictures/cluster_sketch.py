"""A sketch of what microaggregation does to one cluster."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from desktop_app.text import tr
from desktop_app.theme import current, sizes
from desktop_app.views.pictures.sketch import Sketch, write_centred

_MOST_DOTS = 40
_RADIUS = 4.0
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


class ClusterSketch(Sketch):
    """As many different grey records as a cluster holds, and the one profile they all get."""

    height_in_units = 15

    def said(self) -> str:
        """Return what the sketch shows in words."""
        return tr(
            "{count} different records before, one profile shared by all after",
            count=self.size_shown,
        )

    def paint(self, painter: QPainter) -> None:
        """Paint both halves with their words beneath."""
        line = painter.fontMetrics().height() + sizes.HALF
        half = self.width() / 2
        left = QRectF(0, 0, half - sizes.UNIT, self.height() - line)
        right = QRectF(half + sizes.UNIT, 0, half - sizes.UNIT, self.height() - line)
        self._paint_records(painter, left)
        self._paint_arrow(painter, half, left.center().y())
        self._paint_profile(painter, right)
        _write_below(painter, left, line, tr("Before"))
        _write_below(painter, right, line, tr("After"))

    def _paint_records(self, painter: QPainter, place: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current().before))
        shown = min(self.size_shown, _MOST_DOTS)
        reach = min(place.width(), place.height()) / 2 - 2 * _RADIUS
        for i in range(shown):
            # A sunflower's order: spread evenly, no two in the same place.
            away = reach * math.sqrt((i + 0.5) / shown)
            turn = i * _GOLDEN_ANGLE
            x, y = away * math.cos(turn), away * math.sin(turn)
            painter.drawEllipse(place.center() + QPointF(x, y), _RADIUS, _RADIUS)

    def _paint_profile(self, painter: QPainter, place: QRectF) -> None:
        colours = current()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.after))
        painter.drawEllipse(place.center(), 3.2 * _RADIUS, 3.2 * _RADIUS)
        painter.setPen(QColor(colours.accent_text))
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        said = tr("{count}", count=self.size_shown) if self.size_shown < 1000 else ""
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, said)
        font.setBold(False)
        painter.setFont(font)

    def _paint_arrow(self, painter: QPainter, middle: float, y: float) -> None:
        painter.setPen(QPen(QColor(current().muted), 1.5))
        reach = sizes.UNIT
        tip = QPointF(middle + reach, y)
        painter.drawLine(QPointF(middle - reach, y), tip)
        painter.drawLine(tip, tip + QPointF(-5, -4))
        painter.drawLine(tip, tip + QPointF(-5, 4))


def _write_below(painter: QPainter, place: QRectF, line: int, said: str) -> None:
    write_centred(painter, QRectF(place.left(), place.bottom(), place.width(), line), said)
