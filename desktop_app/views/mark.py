"""An icon beside words."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from desktop_app.theme import current, icon, manager, sizes
from desktop_app.views.plain import PlainLabel


class Mark(PlainLabel):
    """An icon in a colour of the palette, which it follows.

    Parameters
    ----------
    size : int
        Its width and height in pixels.
    """

    def __init__(self, size: int = sizes.ICON, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._size = size
        self._name, self._colour = "", ""
        manager().changed.connect(self._draw)

    def show_icon(self, name: str, colour: str) -> None:
        """Show an icon by its name, in the colour that the palette has under a name."""
        self._name, self._colour = name, colour
        self._draw()

    @Slot()
    def _draw(self) -> None:
        if self._name:
            drawn = icon(self._name, getattr(current(), self._colour))
            self.setPixmap(drawn.pixmap(self._size, self._size))
