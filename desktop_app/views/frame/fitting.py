"""The size at which the window opens: never larger than the screen."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtWidgets import QMainWindow

_PREFERRED = QSize(1280, 800)
# Two buttons and a few rows; a page scrolls.
_LEAST = QSize(640, 420)
_TITLE_BAR = 40


def open_at(window: QMainWindow, remembered: QByteArray | bytes | None) -> None:
    """Give `window` its remembered size, or the usual one; fill a screen that is smaller.

    Parameters
    ----------
    window : QMainWindow
        Not shown yet.
    remembered : bytes or None
        What `QWidget.saveGeometry` gave, perhaps on another screen.
    """
    window.setMinimumSize(_LEAST)
    window.resize(_PREFERRED)
    if remembered is not None:
        window.restoreGeometry(remembered)
    available = window.screen().availableGeometry()
    most = QSize(available.width(), available.height() - _TITLE_BAR)
    if window.width() > most.width() or window.height() > most.height():
        window.resize(window.size().boundedTo(most))
        window.move(available.topLeft())
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)
