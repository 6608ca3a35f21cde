"""Pages of which one is shown, and a window no larger than the screen: there a page scrolls."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QMainWindow, QScrollArea, QWidget

from desktop_app.views.frame.reading_order import first_in


class _Pages(QWidget):
    """As small as the page in sight; Qt's stack is as large as the largest page of all."""

    def __init__(self) -> None:
        super().__init__()
        self.page: QWidget | None = None

    def minimumSizeHint(self) -> QSize:
        """Return what the page in sight needs."""
        return self.page.minimumSizeHint() if self.page is not None else QSize()

    def sizeHint(self) -> QSize:
        """Return what the page in sight would like."""
        return self.page.sizeHint() if self.page is not None else QSize()

    def event(self, event: QEvent) -> bool:
        """Pass on that the page needs another height, as with a strip above a table."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Let the page in sight fill the place."""
        if self.page is not None:
            self.page.setGeometry(self.rect())


class PageStack(QScrollArea):
    """The page in sight; the buttons below it are on the screen however small that is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pages")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self._pages = _Pages()
        self.setWidget(self._pages)

    @property
    def place(self) -> QWidget:
        """The parent that a page is made in: to move it there would style it once more."""
        return self._pages

    def add(self, page: QWidget) -> None:
        """Take in a page that was made in `place`; it is hidden until it is shown."""
        page.hide()

    def show_page(self, page: QWidget) -> None:
        """Show `page` from its top; a keyboard that was on the page before comes along."""
        former_page, self._pages.page = self._pages.page, page
        if page is former_page:
            return
        focused = self.window().focusWidget()
        page.setGeometry(self._pages.rect())
        page.show()
        if former_page is not None:
            if focused is not None and former_page.isAncestorOf(focused):
                first = first_in(page)
                if first is not None:
                    first.setFocus(Qt.FocusReason.OtherFocusReason)
            former_page.hide()
        page.updateGeometry()
        is_high = page.minimumSizeHint().height() > self.maximumViewportSize().height()
        if is_high != self.verticalScrollBar().isVisible():
            # Qt asks the place, not the page, whether a scroll bar is needed.
            self._pages.updateGeometry()
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)


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
    largest = QSize(available.width(), available.height() - _TITLE_BAR)
    if window.width() > largest.width() or window.height() > largest.height():
        window.resize(window.size().boundedTo(largest))
        window.move(available.topLeft())
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)
