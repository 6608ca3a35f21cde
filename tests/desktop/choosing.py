"""Choosing a method as a user does who knows which one it is to be."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.wizard.method_page import MethodPage
from tests.desktop.mouse import press


def choose_method(page: MethodPage, way: str) -> None:
    """Open the list of all methods with the mouse, go down to the one of this name, take it."""
    press(page.all_methods)
    menu, wanted = page.all_methods.menu_of_methods, page.all_methods.actions_by_way[way]
    assert menu.isVisible()
    for _ in menu.actions():
        if menu.activeAction() == wanted:
            break
        QTest.keyClick(menu, Qt.Key.Key_Down)
    assert menu.activeAction() == wanted
    QTest.keyClick(menu, Qt.Key.Key_Return)
