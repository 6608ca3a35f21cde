"""Letters that, with Alt, would reach two places of a window, so that Qt acts on neither."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QGroupBox, QLabel, QMainWindow, QTabBar, QWidget


def ambiguous_mnemonics(window: QWidget) -> list[str]:
    """Return a line for each letter that several widgets in sight, or menus, share."""
    places = defaultdict(list)
    bar = window.menuBar().actions() if isinstance(window, QMainWindow) else ()
    for action in bar:
        places[_key(action.text())].append(action.text())
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.window() is window:
            for text in _texts(widget):
                places[_key(text)].append(text)
    places.pop("", None)
    return [f"{key}: {', '.join(texts)}" for key, texts in places.items() if len(texts) > 1]


def _key(text: str) -> str:
    return QKeySequence.mnemonic(text).toString()


def _texts(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QLabel) and widget.buddy() is not None:
        yield widget.text()
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(at) for at in range(widget.count()) if widget.isTabVisible(at))
