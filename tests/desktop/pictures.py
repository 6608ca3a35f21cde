"""Pictures as tests look at them and press on them."""

from __future__ import annotations

from matplotlib.figure import Figure
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from desktop_app.plots.canvas import Canvas
from desktop_app.views.pictures.picture_frame import PictureFrame
from tests.desktop.mouse import press


def canvas_of(frame: PictureFrame) -> Canvas:
    """Return the canvas of a picture once it is drawn."""
    frame._runner.finish()
    return frame._canvas


def figure_of(frame: PictureFrame) -> Figure:
    """Return what is drawn in a picture."""
    return canvas_of(frame).rendered.figure


def press_in_picture(frame: PictureFrame, x: float, y: float) -> None:
    """Press the place of a picture that is (x, y) on its axes."""
    # A picture is drawn anew for the size that its layout gives it.
    QApplication.processEvents()
    canvas = canvas_of(frame)
    right, up = figure_of(frame).axes[0].transData.transform((x, y))
    ratio = canvas.devicePixelRatioF()
    press(canvas, QPoint(round(right / ratio), round(canvas.height() - up / ratio)))
