"""Pictures as tests look at them and press on them."""

from __future__ import annotations

from functools import cached_property

from matplotlib.figure import Figure
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop_app.plots.canvas import Canvas
from desktop_app.plots.drawing import Drawing
from desktop_app.plots.ink import Ink
from desktop_app.plots.rendering import Frame, Rendered, render
from desktop_app.views.pictures.picture_frame import PictureFrame
from tests.desktop.mouse import press


class DrawnOnRequest:
    """A picture in place of `Rendered`: blank, and drawn once somebody looks for what is in it."""

    def __init__(self, drawing: Drawing, ink: Ink, frame: Frame) -> None:
        self.drawing, self.frame, self._ink = drawing, frame, ink
        width, height = round(frame.width * frame.ratio), round(frame.height * frame.ratio)
        self.image = QImage(max(1, width), max(1, height), QImage.Format.Format_RGBA8888)
        self.image.fill(0)

    @cached_property
    def _rendered(self) -> Rendered:
        return render(self.drawing, self._ink, self.frame)

    def __getattr__(self, name: str) -> object:
        return getattr(self._rendered, name)


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
