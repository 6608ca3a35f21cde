"""Bars of how many units have how many records."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app import theme
from desktop_app.text import number, tr
from desktop_app.theme import current, sizes
from desktop_app.views.pictures.sketch import write_centred
from desktop_app.views.plain import set_tip

_MOST_BARS = 16
_WIDEST_BAR = 5 * sizes.UNIT
_GAP = 0.25
_LEAST = 2


class UnitSizeBars(QWidget):
    """One bar for each number of records; those of fewer than k units have a colour of their own.

    Sizes beyond the last bar are added up in it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sizes: tuple[tuple[int, int], ...] = ()
        self.k = 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.manager().changed.connect(self.update)

    def show_sizes(self, by_size: Sequence[tuple[int, int]], k: int, description: str) -> None:
        """Draw pairs of a number of records and the number of such units, described for readers."""
        self.sizes, self.k = tuple(by_size), k
        self.setAccessibleName(description)
        set_tip(self, description)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size that fits the panel."""
        return QSize(27 * sizes.UNIT, 15 * sizes.UNIT)

    @property
    def titles(self) -> tuple[str, str]:
        """What is counted upwards, and what each bar is about."""
        return tr("↑ Units"), tr("Records of a unit")

    def bars(self) -> list[tuple[str, int, bool]]:
        """Return label, units and whether they are fewer than k, for each bar."""
        shown = [(str(size), units, units < self.k) for size, units in self.sizes[:_MOST_BARS]]
        larger = self.sizes[_MOST_BARS - 1 :]
        if len(self.sizes) > _MOST_BARS:
            few = any(units < self.k for _, units in larger)
            shown[-1] = (f"{larger[0][0]}+", sum(units for _, units in larger), few)
        return shown

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bars, with units above, records below, and what these figures are."""
        bars = self.bars()
        if not bars:
            return
        painter = QPainter(self)
        line = painter.fontMetrics().height()
        width = min(_WIDEST_BAR, self.width() / len(bars))
        largest = max(units for _, units, _ in bars)
        upwards, across = self.titles
        painter.setPen(QColor(current().muted))
        painter.drawText(QRectF(0, 0, self.width(), line), Qt.AlignmentFlag.AlignLeft, upwards)
        below = QRectF(0, self.height() - line, self.width(), line)
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, across)
        floor = self.height() - 2 * line - _LEAST
        space = floor - 2 * line - _LEAST
        widest = max(painter.fontMetrics().horizontalAdvance(number(u)) for _, u, _ in bars)
        for index, (label, units, few) in enumerate(bars):
            left = index * width
            tall = max(_LEAST, space * units / largest)
            top = floor - tall
            colour = current().caution if few else current().before
            painter.fillRect(QRectF(left + _GAP * width / 2, top, (1 - _GAP) * width, tall),
                             QColor(colour))  # fmt: skip
            write_centred(painter, QRectF(left, floor, width, line), label)
            if few or widest <= width:
                write_centred(painter, QRectF(left, top - line, width, line), number(units))
