"""Writes the program's icon as Windows reads it: ``python -m resources.make_icon``."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from resources import FOLDER

ICON = FOLDER / "icons" / "statveil.ico"
_SOURCE = FOLDER / "icons" / "statveil.svg"
# Pixels, of which Windows takes the ones that fit.
_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)


def make(place: Path) -> None:
    """Write the icon, drawn anew in every size that Windows asks for."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QGuiApplication.instance() or QGuiApplication([])
    assert app is not None
    drawn = [_drawn(size) for size in _SIZES]
    drawn[-1].save(place, sizes=[image.size for image in drawn], append_images=drawn[:-1])


def _drawn(size: int) -> Image.Image:
    picture = QImage(size, size, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    QSvgRenderer(str(_SOURCE)).render(painter)
    painter.end()
    content = QBuffer()
    picture.save(content, "PNG")  # type: ignore[call-overload]
    return Image.open(io.BytesIO(content.data().data()))


if __name__ == "__main__":
    make(ICON)
