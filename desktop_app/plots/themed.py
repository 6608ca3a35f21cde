"""Takes a picture's colours and font from the theme; draws pictures for documents."""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from desktop_app.plots.drawing import Drawing
from desktop_app.plots.ink import Ink
from desktop_app.theme import LIGHT, Colours, current

_FALLBACK = "DejaVu Sans"
_PAPER_POINTS = 9.0


def ink_of_screen() -> Ink:
    """Return what a picture in the window is drawn with."""
    font = QApplication.font()
    return _ink(current(), _family(font), font.pointSizeF())


def ink_of_paper() -> Ink:
    """Return what a copied or saved picture is drawn with: dark on white, whatever the theme."""
    return _ink(LIGHT, _family(QApplication.font()), _PAPER_POINTS)


def _ink(colours: Colours, family: str, size: float) -> Ink:
    return Ink(
        surface=colours.surface,
        text=colours.text,
        muted=colours.muted,
        grid=colours.border,
        before=colours.before,
        after=colours.after,
        crowded=colours.crowded,
        selection=colours.series[1],
        limit=colours.danger,
        family=family,
        size=size,
        series=colours.series,
    )


def _family(font: QFont) -> str:
    """Return the font's family if matplotlib finds it too."""
    is_installed = font.family() in fontManager.get_font_names()
    return font.family() if is_installed else _FALLBACK


_INCHES = (6.4, 4.0)
_DPI = 200


def on_paper(drawing: Drawing, ink: Ink, kind: str) -> bytes:
    """Return `drawing` as the bytes of a file of `kind`: png, svg or pdf."""
    figure = Figure(figsize=_INCHES, dpi=_DPI, layout="constrained")
    drawing.draw(figure, ink)
    written = BytesIO()
    figure.savefig(written, format=kind, dpi=_DPI)
    return written.getvalue()
