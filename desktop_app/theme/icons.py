"""Icons of one set, drawn as SVG and recoloured from the palette."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

import resources
from desktop_app.theme.manager import current

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
