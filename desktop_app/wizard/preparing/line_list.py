"""A list whose rows hold sentences that wrap."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget, QWidget

from desktop_app.theme import sizes

_BESIDE_WORDS = 5 * sizes.UNIT
_TALL = 10_000


class LineList(QListWidget):
    """Each row is as high as its words need; nothing scrolls sideways."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self) -> None:
        """Measure the rows; after a change of their texts."""
        width = max(1, self.viewport().width() - _BESIDE_WORDS)
        blocked = self.blockSignals(True)
        for row in range(self.count()):
            item = self.item(row)
            bounds = self.fontMetrics().boundingRect(
                0, 0, width, _TALL, Qt.TextFlag.TextWordWrap, item.text()
            )
            item.setSizeHint(QSize(0, bounds.height() + sizes.UNIT))
        self.blockSignals(blocked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
