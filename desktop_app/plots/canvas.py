"""The one canvas on which every picture is shown."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.jobs import Job
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.plots.drawing import Drawing
from desktop_app.plots.rendering import Frame, Rendered, render
from desktop_app.plots.themed import ink_of_screen
from desktop_app.text import tr
from desktop_app.theme import current, manager


class Canvas(QWidget):
    """Shows one drawing at a time; draws it again for another size or another palette.

    matplotlib takes up to a tenth of a second for a picture. It works in a lane of its own; until
    the new picture is there, the one before is shown.

    Signals
    -------
    picked(object)
        Number of what was clicked in the picture (see `Drawing.pick`).
    """

    picked = Signal(object)

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._drawing: Drawing | None = None
        self._rendered: Rendered | None = None
        self._latest = Latest(runner, tr("Drawing the picture"), self)
        self._latest.arrived.connect(self._take)
        manager().changed.connect(self._render)

    @property
    def drawing(self) -> Drawing | None:
        """What is to be seen."""
        return self._drawing

    @property
    def rendered(self) -> Rendered | None:
        """What is seen; for a moment still the picture before."""
        return self._rendered

    def show_drawing(self, drawing: Drawing) -> None:
        """Show `drawing` instead of what was shown before."""
        self._drawing = drawing
        self.setAccessibleDescription(drawing.said())
        self._render()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the least size at which a picture can still be read."""
        return QSize(200, 140)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a modest size; layouts stretch the canvas."""
        return QSize(320, 200)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Draw what was put off while nobody could see it."""
        super().showEvent(event)
        self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Draw for the new size."""
        super().resizeEvent(event)
        self._render()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the picture that is there, stretched if it was made for another size."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current().surface))
        if self._rendered is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.rect(), self._rendered.image)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell what was clicked."""
        if self._rendered is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        found = self._rendered.pick(event.position().x(), event.position().y())
        if found is not None:
            self.picked.emit(found)

    @Slot()
    def _render(self) -> None:
        drawing = self._drawing
        if drawing is None or not self.isVisible():
            return
        ink = ink_of_screen()
        frame = Frame(self.width(), self.height(), self.logicalDpiY(), self.devicePixelRatioF())

        def work(_job: Job) -> Rendered:
            return render(drawing, ink, frame)

        self._latest.ask(work, Lane.PICTURES)

    @Slot(object)
    def _take(self, rendered: Rendered) -> None:
        self._rendered = rendered
        self.update()
