"""A sketch of what cutting a sorted column into runs does."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from desktop_app.text import tr
from desktop_app.theme import current
from desktop_app.views.pictures.sketch import Sketch, write_centred

_RUNS = 3
_MOST_IN_A_RUN = 5
_RADIUS = 3.5
# Of a run's width: how far its values reach, so that a gap parts it from the next.
_REACH = 0.7
# Where the values of a run lie, as if by chance.
_PLACES = (0.0, 0.22, 0.43, 0.8, 1.0)


class RunsSketch(Sketch):
    """Sorted values above, cut into runs; the value that each run gets beneath."""

    height_in_units = 14

    def said(self) -> str:
        """Return what the sketch shows in words."""
        return tr(
            "The sorted values, cut into runs of {count}; each run gets one value",
            count=self.size_shown,
        )

    def paint(self, painter: QPainter) -> None:
        """Paint the values of three runs and what becomes of them."""
        line = painter.fontMetrics().height()
        top, below = 1.6 * line, self.height() - 1.6 * line
        write_centred(painter, QRectF(0, 0, self.width(), line), tr("Sorted values, before"))
        last = QRectF(0, self.height() - line, self.width(), line)
        write_centred(painter, last, tr("After"))
        for run in range(_RUNS):
            self._paint_run(painter, run, top + _RADIUS, below - 2 * _RADIUS)

    def _paint_run(self, painter: QPainter, run: int, top: float, below: float) -> None:
        colours = current()
        width = self.width() / _RUNS
        left = run * width + (1 - _REACH) / 2 * width
        # Where the values of a run stand; more than fit are left to the words.
        count = max(2, min(self.size_shown, _MOST_IN_A_RUN))
        places = (*_PLACES[: count - 1], _PLACES[-1])
        at = [left + _REACH * width * place for place in places]
        middle = QPointF(sum(at) / len(at), below)
        painter.setPen(QPen(QColor(colours.border), 1))
        for x in at:
            painter.drawLine(QPointF(x, top), middle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.before))
        for x in at:
            painter.drawEllipse(QPointF(x, top), _RADIUS, _RADIUS)
        painter.setBrush(QColor(colours.after))
        painter.drawEllipse(middle, 2 * _RADIUS, 2 * _RADIUS)
