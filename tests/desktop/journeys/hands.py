"""A user's two hands: one uses nothing but the mouse, the other nothing but the keys.

Each press is counted. Neither can do what a user could not: what is hidden, covered or disabled
cannot be clicked, and a key goes to whatever has the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QWidget,
)

from tests.desktop.mouse import press_in_sight
from tests.desktop.patience import PATIENCE_MILLISECONDS

_TABS = 120
_LOOKS = PATIENCE_MILLISECONDS // 20
_FILES = {"listView", "treeView"}


class Mouse:
    """Clicks, wheel and nothing else."""

    def __init__(self) -> None:
        self.clicks = 0

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Press the left button over `widget`, or over a place in it."""
        press_in_sight(widget, place)
        self.clicks += 1

    def double_click(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Press the left button twice."""
        press_in_sight(widget, place, double=True)
        self.clicks += 1

    def click_cell(self, view: QAbstractItemView, row: int, column: int = 0) -> None:
        """Click a cell; it must be in sight."""
        place = view.visualRect(view.model().index(row, column))
        self.click(view.viewport(), place.center())

    def choose(self, box: QComboBox, text: str) -> None:
        """Open a list and click an entry."""
        self.click(box)
        view = box.view()
        row = box.findText(text)
        assert row >= 0, [box.itemText(i) for i in range(box.count())]
        place: QRect = view.visualRect(view.model().index(row, 0))
        self.click(view.viewport(), place.center())

    def in_file_dialog(self, act: Callable[[QFileDialog], None]) -> None:
        """Do `act` as soon as a file dialog is there; call before the click that opens it."""
        _when_there(act)

    def take_file(self, path: Path) -> Callable[[QFileDialog], None]:
        """Return what clicks on `path` in a dialog that shows its folder, then on Open."""

        def act(dialog: QFileDialog) -> None:
            views = dialog.findChildren(QAbstractItemView)
            view = next(v for v in views if v.objectName() in _FILES and v.isVisible())
            # The folder is read in the background.
            at = _entry(view, path.name)
            for _ in range(_LOOKS):
                if at is not None:
                    break
                QTest.qWait(20)
                at = _entry(view, path.name)
            assert at is not None, path.name
            view.scrollTo(at)
            self.click(view.viewport(), view.visualRect(at).center())
            box = dialog.findChild(QDialogButtonBox)
            self.click(box.button(QDialogButtonBox.StandardButton.Open))

        return act


class Keyboard:
    """Keys and nothing else; they go where the keyboard is."""

    def __init__(self) -> None:
        self.keys = 0

    def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press one key."""
        QTest.keyClick(_focused(), key, modifier)
        self.keys += 1
        QApplication.processEvents()

    def type(self, text: str) -> None:
        """Type a text, key by key."""
        for letter in text:
            QTest.keyClicks(_focused(), letter)
            self.keys += 1
        QApplication.processEvents()

    def tab_to(self, wanted: Callable[[QWidget], bool]) -> QWidget:
        """Press Tab until the keyboard is on what is wanted."""
        for _ in range(_TABS):
            if wanted(_focused()):
                return _focused()
            self.press(Qt.Key.Key_Tab)
        raise AssertionError("Tab does not lead there")

    def in_file_dialog(self, path: Path) -> None:
        """Type `path` into the file dialog once it is there; call before the key that opens it."""

        def act(_dialog: QFileDialog) -> None:
            self.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            self.type(str(path))
            self.press(Qt.Key.Key_Return)

        _when_there(act)


def _entry(view: QAbstractItemView, name: str) -> QModelIndex | None:
    model, root = view.model(), view.rootIndex()
    found = (model.index(row, 0, root) for row in range(model.rowCount(root)))
    return next((index for index in found if index.data() == name), None)


def _focused() -> QWidget:
    found = QApplication.activePopupWidget() or QApplication.focusWidget()
    found = found or QApplication.activeModalWidget() or QApplication.activeWindow()
    assert found is not None, "nothing has the keyboard"
    return found


def _when_there(act: Callable[[QFileDialog], None]) -> None:
    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog) and dialog.isVisible():
            # As window managers do, which the offscreen screen has none of.
            dialog.finished.connect(dialog.parentWidget().window().activateWindow)
            try:
                act(dialog)
            finally:
                if dialog.isVisible():
                    dialog.reject()
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(20, look)


def button_in(part: QWidget, *words: str) -> QAbstractButton:
    """Return the button in sight whose text holds one of `words`."""
    found = [b for b in part.findChildren(QAbstractButton) if b.isVisible()]
    for word in words:
        for button in found:
            if word in button.text().replace("&", ""):
                return button
    raise AssertionError([b.text() for b in found])
