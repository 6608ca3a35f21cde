"""A part of a form that is folded away until somebody asks for it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop_app import theme
from desktop_app.theme import sizes
from desktop_app.views.forms import push_button, reveal
from desktop_app.views.layouts import at_left, in_column


class Fold(QWidget):
    """A button with what it shows and hides beneath; add that to `body`."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = push_button(title, self._follow, kind="fold")
        self.button.setCheckable(True)
        self.button.toggled.connect(self._show)
        self._inner = QWidget()
        self.body = in_column(inside=self._inner, spacing=-1)
        in_column(at_left(self.button), self._inner, inside=self, spacing=sizes.HALF)
        theme.manager().changed.connect(self._show)
        self._show()

    def fill(self, owner: QWidget) -> QVBoxLayout:
        """Be all there is in `owner`; return the layout of the folded part."""
        in_column(self, inside=owner)
        self.body.setSpacing(sizes.HALF)
        return self.body

    @property
    def is_open(self) -> bool:
        """Whether the part is shown."""
        return self.button.isChecked()

    def set_title(self, title: str) -> None:
        """Let the button say something else."""
        if title != self.button.text():
            self.button.setText(title)

    def set_open(self, is_open: bool) -> None:
        """Show or hide the part."""
        self.button.setChecked(is_open)

    @Slot()
    @Slot(bool)
    def _show(self, _checked: bool = False) -> None:
        self._inner.setVisible(self.is_open)
        self.button.setIcon(theme.icon("unfolded" if self.is_open else "folded"))

    @Slot(bool)
    def _follow(self, is_open: bool) -> None:
        """Bring what somebody unfolds at the lower edge into sight."""
        if is_open:
            # The part has its height only in the next turn of the event loop.
            QTimer.singleShot(0, self, self._scroll_here)

    @Slot()
    def _scroll_here(self) -> None:
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if around is not None:
            reveal(around, self)
