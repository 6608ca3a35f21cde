"""The small sketches beside the Method page: of one cluster, and of a column cut into runs."""

from __future__ import annotations

import math
from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.text import tr
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
        self.setAccessibleName(self.describe())
        self.update()

    def describe(self) -> str:
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


def write_centred(painter: QPainter, area: QRectF, words: str) -> None:
    """Write a few muted words into the middle of `area`."""
    painter.setPen(QColor(current().muted))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, words)


_MOST_DOTS = 40
_RADIUS = 4.0
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


class ClusterSketch(Sketch):
    """As many different grey records as a cluster holds, and the one profile they all get."""

    height_in_units = 15

    def describe(self) -> str:
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

    def _paint_records(self, painter: QPainter, area: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current().before))
        shown = min(self.size_shown, _MOST_DOTS)
        reach = min(area.width(), area.height()) / 2 - 2 * _RADIUS
        for i in range(shown):
            # A sunflower's order: spread evenly, no two in the same place.
            away = reach * math.sqrt((i + 0.5) / shown)
            turn = i * _GOLDEN_ANGLE
            x, y = away * math.cos(turn), away * math.sin(turn)
            painter.drawEllipse(area.center() + QPointF(x, y), _RADIUS, _RADIUS)

    def _paint_profile(self, painter: QPainter, area: QRectF) -> None:
        colours = current()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.after))
        painter.drawEllipse(area.center(), 3.2 * _RADIUS, 3.2 * _RADIUS)
        painter.setPen(QColor(colours.accent_text))
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        count_text = tr("{count}", count=self.size_shown) if self.size_shown < 1000 else ""
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, count_text)
        font.setBold(False)
        painter.setFont(font)

    def _paint_arrow(self, painter: QPainter, middle: float, y: float) -> None:
        painter.setPen(QPen(QColor(current().muted), 1.5))
        reach = sizes.UNIT
        tip = QPointF(middle + reach, y)
        painter.drawLine(QPointF(middle - reach, y), tip)
        painter.drawLine(tip, tip + QPointF(-5, -4))
        painter.drawLine(tip, tip + QPointF(-5, 4))


def _write_below(painter: QPainter, area: QRectF, line: int, words: str) -> None:
    write_centred(painter, QRectF(area.left(), area.bottom(), area.width(), line), words)


_RUNS = 3
_MOST_IN_A_RUN = 5
_DOT = 3.5
# Of a run's width: how far its values reach, so that a gap parts it from the next.
_REACH = 0.7
# Where the values of a run lie, as if by chance.
_PLACES = (0.0, 0.22, 0.43, 0.8, 1.0)


class RunsSketch(Sketch):
    """Sorted values above, cut into runs; the value that each run gets beneath."""

    height_in_units = 14

    def describe(self) -> str:
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
            self._paint_run(painter, run, top + _DOT, below - 2 * _DOT)

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
            painter.drawEllipse(QPointF(x, top), _DOT, _DOT)
        painter.setBrush(QColor(colours.after))
        painter.drawEllipse(middle, 2 * _DOT, 2 * _DOT)
