"""Small pictures: how complete each column is, and how much of one its taxonomy covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.text import percent, tr
from desktop_app.theme import current, sizes
from desktop_app.views.plain import set_tip

if TYPE_CHECKING:
    from core.io import ColumnProfile

_BAR, _GAP, _SHOWN = 10, 4, 14
_MOST_SHOWN = 0.999
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class CompletenessPicture(QWidget):
    """One bar a column, filled as far as its values are present."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._profiles: Sequence[ColumnProfile] = ()
        self._shares: list[tuple[str, float]] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("How complete each column is"))
        self.hide()

    def show_profiles(self, profiles: Sequence[ColumnProfile], rows: int) -> None:
        """Show the columns of a file of `rows` records; the complete ones are left out."""
        if profiles is not self._profiles:
            self._profiles = profiles
            shares = [(p.name, 1 - p.missing / rows) for p in profiles if p.missing]
            if len(shares) > _SHOWN:
                shares = sorted(shares, key=lambda entry: entry[1])[:_SHOWN]
            # What lacks a value is not complete, however few it lacks.
            shares = [(name, min(share, _MOST_SHOWN)) for name, share in shares]
            self._shares = shares
            lines = [tr("{column}: {share}", column=n, share=percent(s)) for n, s in shares]
            self.setAccessibleDescription("; ".join(lines))
            set_tip(self, "\n".join(lines))
            self.updateGeometry()
            self.update()
        self.setVisible(bool(self._shares))

    def sizeHint(self) -> QSize:
        """Return the height of all bars and the heading."""
        line = self.fontMetrics().height()
        return QSize(0, line + sizes.UNIT + len(self._shares) * max(line, _BAR + _GAP))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's name
        """Paint the bars."""
        colours, metrics = current(), self.fontMetrics()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colours.muted))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        line = metrics.height()
        painter.drawText(QRectF(0, 0, self.width(), line), left, tr("Values present, by column"))
        row = max(line, _BAR + _GAP)
        figure = metrics.horizontalAdvance(percent(1)) + sizes.HALF
        bar_left = self.width() * 0.45
        width = self.width() - bar_left - figure
        for index, (name, share) in enumerate(self._shares):
            top = line + sizes.UNIT + index * row
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(bar_left) - 8)
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, top, bar_left, row), left, shown)
            box = QRectF(bar_left, top + (row - _BAR) / 2, width, _BAR)
            painter.fillRect(box, QColor(colours.sunken))
            painter.fillRect(
                QRectF(box.left(), box.top(), width * share, _BAR), QColor(colours.before)
            )
            painter.drawText(QRectF(box.right(), top, figure, row), _RIGHT, percent(share))
        painter.end()


_HEIGHT = 12
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class CoverageBar(QWidget):
    """One bar: records whose text is a category, those mapped to one, and the others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares = (0.0, 0.0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Records covered"))
        self.hide()

    def show_shares(self, covered: float, mapped: float) -> None:
        """Show the shares of the records that are covered as they stand, and by mapping."""
        self._shares = (covered, mapped)
        description = "; ".join(f"{word}: {percent(share)}" for word, share, _ in self._parts())
        self.setAccessibleDescription(description)
        set_tip(self, description)
        self.show()
        self.update()

    def _parts(self) -> tuple[tuple[str, float, str], ...]:
        covered, mapped = self._shares
        colours = current()
        return (
            (tr("In the taxonomy"), covered, colours.after),
            (tr("Given a meaning"), mapped, colours.series[2]),
            (tr("Not found"), max(0.0, 1 - covered - mapped), colours.danger),
        )

    def sizeHint(self) -> QSize:
        """Return the height of the bar and a line for each part."""
        line = self.fontMetrics().height() + sizes.HALF
        return QSize(0, _HEIGHT + sizes.UNIT + 4 * line)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's name
        """Paint the bar, then what its parts are."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self.fontMetrics().height() + sizes.HALF
        painter.setPen(QColor(current().muted))
        painter.drawText(QRectF(0, 0, self.width(), line), _LEFT, tr("Records covered"))
        left = 0.0
        for row, (word, share, colour) in enumerate(self._parts()):
            width = share * self.width()
            painter.fillRect(QRectF(left, line, width, _HEIGHT), QColor(colour))
            left += width
            top = line + _HEIGHT + sizes.UNIT + row * line
            painter.fillRect(QRectF(0, top + line / 2 - 5, 10, 10), QColor(colour))
            painter.setPen(QColor(current().text))
            label = tr("{word}: {share}", word=word, share=percent(share))
            painter.drawText(QRectF(16, top, self.width() - 16, line), _LEFT, label)
        painter.end()
