"""The one canvas on which every picture is shown."""

from __future__ import annotations

from matplotlib.backend_bases import MouseEvent
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.figure import Figure
from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.plots.drawing import Drawing
from desktop_app.plots.themed import ink_of_screen
from desktop_app.theme import manager


class Canvas(FigureCanvasQTAgg):
    """Shows one drawing at a time and draws it again when the palette changes.

    Signals
    -------
    picked : int
        Number of what was clicked in the picture (see `Drawing.pick`).
    """

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Figure(layout="constrained"))
        self.setParent(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.figure.set_dpi(self.logicalDpiY())
        self.mpl_connect("button_press_event", self._clicked)
        self._drawing: Drawing | None = None
        manager().changed.connect(self._paint)

    @property
    def drawing(self) -> Drawing | None:
        """What is shown."""
        return self._drawing

    def show_drawing(self, drawing: Drawing) -> None:
        """Show `drawing` instead of what was shown before."""
        self._drawing = drawing
        self.setAccessibleDescription(drawing.said())
        self._paint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the least size at which a picture can still be read."""
        return QSize(200, 140)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a modest size; layouts stretch the canvas."""
        return QSize(320, 200)

    @Slot()
    def _paint(self) -> None:
        if self._drawing is None:
            return
        self.figure.clear()
        self._drawing.draw(self.figure, ink_of_screen())
        self.draw_idle()

    def _clicked(self, event: MouseEvent) -> None:
        if self._drawing is None or event.inaxes is None or event.button != 1:
            return
        found = self._drawing.pick(event.inaxes, event.x, event.y)
        if found is not None:
            self.picked.emit(found)
