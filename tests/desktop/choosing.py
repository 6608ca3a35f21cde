"""Choosing a method as a user does who knows which one it is to be."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.wizard.method import MethodPage


def choose_method(page: MethodPage, way: str) -> None:
    """Open the list of all methods with the mouse and click the one of this name."""
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(page.all_methods, left)
    menu = page.all_methods.menu_of_methods
    place = menu.actionGeometry(page.all_methods.actions_by_way[way]).center()
    QTest.mouseMove(menu, place)
    QTest.mouseClick(menu, left, pos=place)
    menu.close()
