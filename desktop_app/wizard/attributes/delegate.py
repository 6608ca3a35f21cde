"""Lets role and scale be chosen from a list inside the table."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    QTimer,
    Slot,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.models.attributes_model import CHOICES_ROLE
from desktop_app.theme import current, icon
from desktop_app.views.fields.choice_box import ChoiceBox

Index = QModelIndex | QPersistentModelIndex
_MARK = 14
# So far from the right edge of a cell, a click means the mark.
MARK_WIDTH = _MARK + 10


class ChoiceDelegate(QStyledItemDelegate):
    """Shows a small mark where a list can be opened; offers only what is possible."""

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002
        index: Index,
    ) -> QWidget:
        """Return a list of the possible choices, opened."""
        combo = ChoiceBox(parent)
        header = index.model().headerData(index.column(), Qt.Orientation.Horizontal)
        combo.setAccessibleName(str(header))
        for value, title in index.data(CHOICES_ROLE) or ():
            combo.addItem(title, value)
        combo.activated.connect(self._commit)
        QTimer.singleShot(0, combo.showPopup)
        return combo

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Select what is chosen now."""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand the choice to the model."""
        if isinstance(editor, QComboBox) and editor.currentIndex() >= 0:
            model.setData(index, editor.currentData())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the text, and the mark of a list where there is one."""
        super().paint(painter, option, index)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            rect: QRect = option.rect
            top = rect.top() + (rect.height() - _MARK) // 2
            place = QRect(rect.right() - _MARK - 5, top, _MARK, _MARK)
            icon("expand", QColor(current().muted).name()).paint(painter, place)

    @Slot()
    def _commit(self) -> None:
        combo = self.sender()
        if isinstance(combo, QComboBox):
            self.commitData.emit(combo)
            self.closeEditor.emit(combo)
