"""What a right click on a table offers, and the key for menus."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QTableView

from desktop_app.text import tr
from desktop_app.views.tables.table_saving import save_table


class Copy(Protocol):
    """How a table copies what is selected."""

    def __call__(self, *, titles: bool = True) -> None:
        """Copy it, under the columns' names or without them."""


def table_menu(table: QTableView, chosen: bool, copied: Copy) -> QMenu:
    """Return a menu for `table`: copy what is selected, select all, save all as it is shown.

    Parameters
    ----------
    table : QTableView
        The table.
    chosen : bool
        Whether anything is selected.
    copied : Copy
        Copies it.
    """
    menu = QMenu(table)
    copy = menu.addAction(tr("&Copy with column names"))
    copy.setShortcut(QKeySequence.StandardKey.Copy)
    copy.setEnabled(chosen)
    copy.triggered.connect(lambda: copied())
    bare = menu.addAction(tr("Copy &without column names"))
    bare.setEnabled(chosen)
    bare.triggered.connect(lambda: copied(titles=False))
    every = menu.addAction(tr("Select &all"))
    every.setShortcut(QKeySequence.StandardKey.SelectAll)
    every.triggered.connect(table.selectAll)
    menu.addSeparator()
    save = menu.addAction(tr("&Save table as CSV…"))
    save.setEnabled(table.model() is not None and table.model().rowCount() > 0)
    save.triggered.connect(lambda: save_table(table))
    return menu


def show_table_menu(table: QTableView, chosen: bool, copied: Copy, place: QPoint) -> None:
    """Show the menu of `table` at a place of the screen."""
    menu = table_menu(table, chosen, copied)
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place)
