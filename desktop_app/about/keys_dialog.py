"""Every keyboard shortcut, in a table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMainWindow, QMenu

from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.layouts import in_column
from desktop_app.views.tables.data_table import DataTable


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
        model: ListModel[tuple[str, str]] = ListModel(
            self,
            TableColumn(tr("Action"), lambda key: key[0]),
            TableColumn(tr("Keys"), lambda key: key[1]),
        )
        model.show_items(tuple(rows))
        self.table = DataTable(widest=40 * sizes.UNIT)
        self.table.list_model(model, tr("Keyboard shortcuts"))
        self.table.horizontalHeader().setStretchLastSection(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        in_column(self.table, buttons, inside=self, margins=sizes.MARGIN, spacing=sizes.MARGIN)
        self.resize(64 * sizes.UNIT, 64 * sizes.UNIT)


def _plain(action: QAction) -> str:
    text = action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    return text.strip("…").split(": ")[0].lstrip("0123456789 ")


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
