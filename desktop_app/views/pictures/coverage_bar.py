"""A small picture: how much of a column its taxonomy covers."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.text import percent, tr
from desktop_app.theme import current, sizes

_BAR = 12
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
        said = "; ".join(f"{word}: {percent(share)}" for word, share, _ in self._parts())
        self.setAccessibleDescription(said)
        self.setToolTip(said)
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
        return QSize(0, _BAR + sizes.UNIT + 4 * line)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's name
        """Paint the bar, then what its parts are."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self.fontMetrics().height() + sizes.HALF
        painter.setPen(QColor(current().muted))
        painter.drawText(QRectF(0, 0, self.width(), line), _LEFT, tr("Records covered"))
        left = 0.0
        for at, (word, share, colour) in enumerate(self._parts()):
            width = share * self.width()
            painter.fillRect(QRectF(left, line, width, _BAR), QColor(colour))
            left += width
            top = line + _BAR + sizes.UNIT + at * line
            painter.fillRect(QRectF(0, top + line / 2 - 5, 10, 10), QColor(colour))
            painter.setPen(QColor(current().text))
            said = tr("{word}: {share}", word=word, share=percent(share))
            painter.drawText(QRectF(16, top, self.width() - 16, line), _LEFT, said)
        painter.end()
