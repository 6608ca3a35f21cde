"""A small picture of one column: its histogram, or its most frequent categories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.models.attributes_model import value_text
from desktop_app.text import number, percent, tr
from desktop_app.theme import current, sizes

if TYPE_CHECKING:
    from core.io import ColumnProfile
    from core.io.profiling.column_summary import Description

_HEIGHT, _GAP = 9 * sizes.UNIT, 1
_WIDTH = 28 * sizes.UNIT
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ColumnPicture(QWidget):
    """Bars over the range of numbers or dates, or a bar for each frequent category."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Description | None = None
        self._profile: ColumnProfile | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Distribution of the column"))

    def show_description(self, profile: ColumnProfile, found: Description | None) -> None:
        """Show what was found of a column; an empty picture until it is known."""
        self._profile, self._found = profile, found
        said = []
        if found is not None:
            said = [tr("{name}: {count}", name=name, count=count) for name, count in found.top]
            said = said or [number(count) for count in found.bars]
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the bars and of the line with the ends."""
        return QSize(_WIDTH, _HEIGHT + self.fontMetrics().height() + sizes.HALF)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's name
        """Paint the bars."""
        found, profile = self._found, self._profile
        if found is None or profile is None:
            return
        painter = QPainter(self)
        if found.bars:
            self._paint_bars(painter, found, profile)
        else:
            self._paint_categories(painter, found)
        painter.end()

    def _paint_bars(self, painter: QPainter, found: Description, profile: ColumnProfile) -> None:
        colours, count = current(), len(found.bars)
        width, most = self.width() / count, max(found.bars)
        for place, value in enumerate(found.bars):
            height = max(1.0, _HEIGHT * value / most) if value else 0.0
            bar = QRectF(place * width, _HEIGHT - height, max(1.0, width - _GAP), height)
            painter.fillRect(bar, QColor(colours.before))
        painter.setPen(QColor(colours.border))
        painter.drawLine(0, _HEIGHT, self.width(), _HEIGHT)
        painter.setPen(QColor(colours.muted))
        line = QRectF(0, _HEIGHT + 2, self.width(), self.fontMetrics().height())
        if profile.minimum is not None and profile.maximum is not None:
            painter.drawText(line, _LEFT, value_text(profile, profile.minimum))
            painter.drawText(line, _RIGHT, value_text(profile, profile.maximum))

    def _paint_categories(self, painter: QPainter, found: Description) -> None:
        colours, metrics = current(), self.fontMetrics()
        row = min(metrics.height() + 2, self.height() // max(1, len(found.top)))
        figure = metrics.horizontalAdvance(percent(1)) + sizes.HALF
        names = self.width() * 0.5
        bar_space = self.width() - names - figure - sizes.HALF
        most = max((count for _, count in found.top), default=1)
        for place, (name, count) in enumerate(found.top):
            top = place * row
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, int(names) - 8)
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, top, names, row), _LEFT, shown)
            bar = QRectF(names, top + 4, max(1.0, bar_space * count / most), row - 8)
            painter.fillRect(bar, QColor(colours.before))
            place_of_figure = QRectF(self.width() - figure, top, figure, row)
            painter.setPen(QColor(colours.muted))
            painter.drawText(place_of_figure, _RIGHT, percent(count / found.present))
