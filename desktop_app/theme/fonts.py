"""Gives the window letters where the system has none: Qt brings no font, and would draw boxes."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFontDatabase, QFontInfo, QGuiApplication
from PySide6.QtWidgets import QApplication

_FAMILY = "DejaVu Sans"
_FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf", "DejaVuSansMono.ttf")


def settle_fonts() -> None:
    """Take the fonts that come with matplotlib if the system has no font at all."""
    spec = find_spec("matplotlib")
    # The names of families are no help: fontconfig lists its own, such as Serif, without any font.
    if QFontInfo(QGuiApplication.font()).family() or spec is None or spec.origin is None:
        return
    folder = Path(spec.origin).parent / "mpl-data/fonts/ttf"
    for name in _FILES:
        QFontDatabase.addApplicationFont(str(folder / name))
    font = QGuiApplication.font()
    font.setFamily(_FAMILY)
    QApplication.setFont(font)
