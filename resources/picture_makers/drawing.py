"""The window without a display, and its pictures in few colours."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QLocale, QSettings
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app import theme
from desktop_app.app import build

# Of more than a thousand; the others are smoothed edges, for which the nearest of these will do.
COLOURS = 40
_SCREEN = {"name": "screen", "x": 0, "y": 0, "width": 1600, "height": 1000}


def application(place: Path) -> QApplication:
    """Return the application on a screen of its own, whose settings stay in `place`."""
    screens = place / "screens.json"
    screens.write_text(json.dumps({"screens": [_SCREEN]}), encoding="utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screens}"
    os.environ["XDG_DATA_HOME"] = str(place)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(place))
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    app = build([])
    theme.manager().choose(theme.ThemeChoice.LIGHT)
    return app


def save_picture(window: QWidget, path: Path) -> None:
    """Write a picture of the window in few colours, which keeps the file small."""
    drawn = QBuffer()
    window.grab().save(drawn, "PNG")
    picture = Image.open(io.BytesIO(drawn.data().data())).convert("RGB")
    few = picture.quantize(
        COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE
    )
    few.save(path, optimize=True)
