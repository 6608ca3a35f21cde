"""A box to choose from that the wheel does not turn in passing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from desktop_app.views.plain import show_tip, tip_of

_ROWS = 14


class ChoiceBox(QComboBox):
    """A combo box that leaves the wheel to the page.

    Scrolling a page must not change what it says. An entry that is wider than the box ends
    in an ellipsis, and the tooltip has it whole.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The delegate that combo boxes bring knows no style sheet, so its rows would be cramped.
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setMaxVisibleItems(_ROWS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def offer(self, titles: Mapping[Any, str], chosen: object = None) -> None:
        """Offer entries under their titles, `chosen` or else the first one selected.

        No signal reports it: the user has done nothing.
        """
        blocked = self.blockSignals(True)
        self.clear()
        for entry, title in titles.items():
            self.addItem(title, entry)
        self.setCurrentIndex(0 if chosen is None else max(0, self.findData(chosen)))
        self.blockSignals(blocked)

    def showPopup(self) -> None:
        """Open the list, wide enough for its longest entry."""
        entries = self.view()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, entries)
        entries.setMinimumWidth(entries.sizeHintForColumn(0) + bar)
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page, which may bring the box with the keyboard under it."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the box with as much of its entry as fits."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self._fitting()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show a cut entry whole in the tooltip, above what the box is for."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            full_text = self.currentText() if self._fitting() != self.currentText() else ""
            show_tip(event.globalPos(), self, full_text, tip_of(self))
            return True
        return super().event(event)

    def _fitting(self) -> str:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        elided = Qt.TextElideMode.ElideRight
        return self.fontMetrics().elidedText(self.currentText(), elided, field.width())
