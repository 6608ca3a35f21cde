"""Draws pictures in the lane of pictures, so that the window never waits for one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from PySide6.QtGui import QImage

from desktop_app.plots.axes import crowded, thin_numbers
from desktop_app.plots.drawing import Drawing, Hinting, Picking
from desktop_app.plots.ink import Ink

_LEAST_LAID_OUT = 100
_FEWER = (4, 3, 2)


@dataclass(frozen=True, slots=True)
class Frame:
    """How large a picture is drawn.

    Attributes
    ----------
    width, height : int
        In pixels of the window.
    dpi : float
        Dots an inch, by which the size of text is reckoned.
    ratio : float
        Pixels of the screen for each pixel of the window.
    """

    width: int
    height: int
    dpi: float
    ratio: float


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A drawn picture.

    Attributes
    ----------
    drawing : Drawing
        What was drawn.
    frame : Frame
        How large.
    figure : matplotlib.figure.Figure
        Finished: nothing draws into it any more.
    image : QImage
        The picture's pixels.
    """

    drawing: Drawing
    frame: Frame
    figure: Figure
    image: QImage

    def pick(self, x: float, y: float) -> int | None:
        """Return the number of what is drawn at a place, in pixels of the window, or ``None``."""
        across, up = self._place(x, y)
        axes = self._axes_at(across, up)
        if axes is None or not isinstance(self.drawing, Picking):
            return None
        return self.drawing.pick(axes, across, up)

    def hint(self, x: float, y: float) -> str:
        """Return in words what is drawn at a place, in pixels of the window; empty if nothing."""
        across, up = self._place(x, y)
        axes = self._axes_at(across, up)
        if axes is None or not isinstance(self.drawing, Hinting):
            return ""
        return self.drawing.hint(axes, across, up)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return x * self.frame.ratio, self.image.height() - y * self.frame.ratio

    def _axes_at(self, across: float, up: float) -> Axes | None:
        return next((axes for axes in self.figure.axes if axes.bbox.contains(across, up)), None)

    def share(self, x: float, y: float) -> tuple[float, float] | None:
        """Return where a place, in pixels of the window, is between the ends of the axes."""
        if not self.figure.axes:
            return None
        box = self.figure.axes[0].bbox
        across = (x * self.frame.ratio - box.x0) / box.width
        up = (self.image.height() - y * self.frame.ratio - box.y0) / box.height
        return float(min(max(across, 0.0), 1.0)), float(min(max(up, 0.0), 1.0))


def render(drawing: Drawing, ink: Ink, frame: Frame) -> Rendered:
    """Draw a picture.

    matplotlib may be used by one thread at a time: everything of it runs in the lane of pictures.
    """
    size = (max(1, frame.width) / frame.dpi, max(1, frame.height) / frame.dpi)
    # In a picture of a few pixels no axes fit; matplotlib would warn of it on standard error.
    is_large = min(frame.width, frame.height) >= _LEAST_LAID_OUT
    layout = ConstrainedLayoutEngine() if is_large else None
    figure = Figure(figsize=size, dpi=frame.dpi * frame.ratio, layout=layout)
    canvas = FigureCanvasAgg(figure)
    drawing.draw(figure, ink)
    return Rendered(drawing, frame, figure, paint(canvas, is_large))


def paint(canvas: FigureCanvasAgg, is_large: bool) -> QImage:
    """Lay out and paint what is drawn.

    Of a large picture, numbers that touch each other are taken off their axis.
    """
    canvas.draw()
    if is_large:
        for n_ticks in _FEWER:
            tight = [axes for axes in canvas.figure.axes if crowded(axes)]
            for axes in tight:
                thin_numbers(axes, n_ticks)
            if not tight:
                break
            canvas.draw()
    pixels = np.ascontiguousarray(np.asarray(canvas.buffer_rgba()))
    height, width = pixels.shape[:2]
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGBA8888)
    return image.copy()
