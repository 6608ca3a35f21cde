"""The one canvas on which every picture is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.jobs import Job
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.plots.drawing import Drawing
from desktop_app.plots.rendering import Frame, Rendered, render
from desktop_app.plots.themed import ink_of_screen
from desktop_app.text import tr
from desktop_app.theme import current, manager

_STEPS = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
}


class Canvas(QWidget):
    """Shows one drawing at a time; draws it again for another size or another palette.

    matplotlib takes up to a tenth of a second for a picture. It works in a lane of its own; until
    the new picture is there, the one before is shown.

    Signals
    -------
    picked(object)
        Number of what was clicked in the picture (see `Drawing.pick`).
    stepped(object)
        1 or -1: an arrow key asked for the next thing in the picture, or the one before.
    enlarged()
        A double click asked for a larger picture.
    """

    picked = Signal(object)
    stepped = Signal(object)
    enlarged = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._drawing: Drawing | None = None
        self._rendered: Rendered | None = None
        self._hints: Callable[[int], str] | None = None
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

    def set_hints(self, hints: Callable[[int], str]) -> None:
        """Say what is under the mouse, by its number, and let arrow keys step through it all."""
        self._hints = hints
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

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
        if self.hasFocus():
            painter.setPen(QPen(QColor(current().accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell what was clicked."""
        found = self._under(event)
        if found is not None and event.button() is Qt.MouseButton.LeftButton:
            self.picked.emit(found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for a larger picture."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.enlarged.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Say what is under the mouse."""
        found = self._under(event) if self._hints is not None else None
        self.setCursor(
            Qt.CursorShape.ArrowCursor if found is None else Qt.CursorShape.PointingHandCursor
        )
        said = self._hints(found) if self._hints is not None and found is not None else ""
        QToolTip.showText(event.globalPosition().toPoint(), said, self)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Take back what was said."""
        QToolTip.hideText()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Step through what can be picked."""
        step = _STEPS.get(Qt.Key(event.key()))
        if self._hints is None or step is None:
            super().keyPressEvent(event)
            return
        self.stepped.emit(step)

    def _under(self, event: QMouseEvent) -> int | None:
        if self._rendered is None:
            return None
        return self._rendered.pick(event.position().x(), event.position().y())

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
