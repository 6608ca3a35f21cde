"""The settings of the method in force, beside or above what becomes of missing values."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.section import Section

# Narrower, the sentences below the fields would break into columns of words.
_BESIDE = 88 * sizes.UNIT
_SHARES = (3, 2)


class SettingsBlock(QWidget):
    """Two sections, side by side where there is space for both."""

    def __init__(self, settings: QWidget, missing: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2 * sizes.MARGIN)
        self._sections: list[Section] = []
        for title, content in ((tr("Settings"), settings), (tr("Missing values"), missing)):
            section = Section(title)
            self._sections.append(section)
            section.body.addWidget(content)
            section.body.addStretch(1)
            self._row.insertWidget(0, section)

    def minimumSizeHint(self) -> QSize:
        """Return what the sections need one below the other."""
        narrowest = max(section.minimumSizeHint().width() for section in self._sections)
        return QSize(narrowest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the sections where they fit."""
        super().resizeEvent(event)
        needed = sum(section.minimumSizeHint().width() for section in self._sections)
        beside = event.size().width() >= max(needed + 2 * sizes.MARGIN, _BESIDE)
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._row.direction() is not way:
            self._row.setDirection(way)
            # Put what is short first where the other one might push it out of sight.
            settings, missing = self._sections
            self._row.removeWidget(settings)
            self._row.insertWidget(0 if beside else 1, settings, _SHARES[0])
            self._row.setStretchFactor(missing, _SHARES[1])
