"""What a right click on a table offers, and the key for menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from desktop_app.text import tr
from desktop_app.views.tables.table_saving import save_table

if TYPE_CHECKING:
    from desktop_app.views.tables.data_table import DataTable


def table_menu(table: DataTable) -> QMenu:
    """Return a menu for `table`: copy what is selected, select all, save all as it is shown."""
    menu = QMenu(table)
    chosen = table.selectionModel() is not None and table.selectionModel().hasSelection()
    chosen = chosen or table.has_everything
    copy = menu.addAction(tr("&Copy with column names"))
    copy.setShortcut(QKeySequence.StandardKey.Copy)
    copy.setEnabled(chosen)
    copy.triggered.connect(lambda: table.copy())
    bare = menu.addAction(tr("Copy &without column names"))
    bare.setEnabled(chosen)
    bare.triggered.connect(lambda: table.copy(titles=False))
    every = menu.addAction(tr("Select &all"))
    every.setShortcut(QKeySequence.StandardKey.SelectAll)
    every.triggered.connect(table.selectAll)
    menu.addSeparator()
    save = menu.addAction(tr("&Save table as CSV…"))
    save.setEnabled(table.model() is not None and table.model().rowCount() > 0)
    save.triggered.connect(lambda: save_table(table))
    return menu


def show_table_menu(table: DataTable, place: QPoint) -> None:
    """Show the menu of `table` at a place of the screen."""
    menu = table_menu(table)
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place)
