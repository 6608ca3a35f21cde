"""About Statveil, and the list of its keys, reached by the menu's own keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from core import __version__
from desktop_app import theme
from desktop_app.about import AboutDialog, KeysDialog
from desktop_app.main_window import MainWindow
from tests.desktop.keys import choose_in_menu
from tests.desktop.mouse import press


@pytest.fixture
def window(empty_window: MainWindow) -> MainWindow:
    return empty_window


def test_about_names_version_licence_and_the_network(window: MainWindow) -> None:
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_A)
    dialog = window.findChild(AboutDialog)
    assert dialog.isVisible()
    said = dialog.said.text()
    assert "BSD 3-Clause" in said
    assert "no network connection" in said
    press(dialog.copy_button)
    assert QGuiApplication.clipboard().text().startswith(f"Statveil {__version__}\nPython 3.")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_every_key_of_the_menus_is_listed(window: MainWindow) -> None:
    choose_in_menu(window, Qt.Key.Key_H, Qt.Key.Key_K)
    dialog = window.findChild(KeysDialog)
    listed = {
        dialog.table.item(row, 1).text(): dialog.table.item(row, 0).text()
        for row in range(dialog.table.rowCount())
    }
    keys = [
        action.shortcut().toString()
        for menu in window.menuBar().findChildren(QMenu)
        for action in menu.actions()
        if not action.shortcut().isEmpty()
    ]
    assert len(keys) >= 15
    assert [key for key in keys if not any(key in said for said in listed)] == []
    assert listed["Ctrl+2"] == "Columns"
    assert listed["Ctrl+S"] == "Save project"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.usefixtures("qapp")
def test_the_window_has_an_icon() -> None:
    image = theme.icon("statveil").pixmap(64, 64).toImage()
    colours = {image.pixelColor(x, y).name() for x in range(64) for y in range(64)}
    assert {"#1d5fa8", "#ffffff"} <= colours
