"""Every keyboard shortcut, in a table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QMainWindow,
    QMenu,
    QTableWidget,
    QTableWidgetItem,
)

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named
from desktop_app.views.layouts import in_column


class KeysDialog(QDialog):
    """Every key of the menus, and those of tables and fields."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        native = QKeySequence.SequenceFormat.NativeText
        rows = [
            (_plain(action), tr(" or ").join(key.toString(native) for key in action.shortcuts()))
            for menu in window.menuBar().findChildren(QMenu)
            for action in menu.actions()
            if not action.shortcut().isEmpty()
        ]
        rows += [
            (tr("Next control, control before"), tr("Tab, Shift+Tab")),
            (tr("Copy the selected cells of a table"), _native("Ctrl+C")),
            (tr("Select the whole table"), _native("Ctrl+A")),
            (tr("Menu of a table or picture"), tr("Menu key or Shift+F10")),
            (tr("Move through the marks of a picture"), tr("Arrow keys")),
            (tr("Leave a list or a dialog"), _native("Esc")),
        ]
        self.table = QTableWidget(len(rows), 2)
        self.table.setHorizontalHeaderLabels([tr("Action"), tr("Keys")])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.table.horizontalHeader().setDefaultAlignment(alignment)
        named(self.table, tr("Keyboard shortcuts"))
        for number, cells in enumerate(rows):
            for column, text in enumerate(cells):
                self.table.setItem(number, column, QTableWidgetItem(text))
        self.table.resizeColumnsToContents()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        in_column(self.table, buttons, inside=self, margins=sizes.MARGIN, spacing=sizes.MARGIN)
        self.resize(64 * sizes.UNIT, 64 * sizes.UNIT)


def _plain(action: QAction) -> str:
    text = action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    return text.strip("…").split(": ")[0].lstrip("0123456789 ")


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
