"""Icons of one set, drawn as SVG and recoloured from the palette."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Slot
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton

import resources
from desktop_app.theme.manager import current, manager

_SIZES = (16, 20, 24, 32, 40, 48, 64, 96)


@lru_cache(maxsize=256)
def _drawn(name: str, colour: str) -> QIcon:
    svg = (resources.FOLDER / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))
    result = QIcon()
    for size in _SIZES:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        result.addPixmap(pixmap)
    return result


def icon(name: str, colour: str | None = None) -> QIcon:
    """Return the icon called `name` (a file of ``resources/icons``).

    Parameters
    ----------
    name : str
        File name without suffix.
    colour : str, optional
        ``#rrggbb``; the palette's text colour if omitted.
    """
    return _drawn(name, colour or current().text)


def keep_icon(owner: QAbstractButton | QAction, name: str) -> None:
    """Give a button or an action an icon that follows the colours in force."""
    _KeptIcon(owner, name)


class _KeptIcon(QObject):
    """Lives as long as what has the icon."""

    def __init__(self, owner: QAbstractButton | QAction, name: str) -> None:
        super().__init__(owner)
        self._name = name
        manager().changed.connect(self._draw)
        self._draw()

    @Slot()
    def _draw(self) -> None:
        owner = self.parent()
        if isinstance(owner, QAbstractButton | QAction):
            owner.setIcon(icon(self._name))
