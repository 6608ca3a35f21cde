"""The one canvas on which every picture is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QRubberBand, QSizePolicy, QToolTip, QWidget

from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.plots.drawing import Drawing, Hinting
from desktop_app.plots.rendering import Frame, Rendered, render
from desktop_app.plots.themed import ink_of_screen
from desktop_app.plots.zoom import Zoomable, framed, zoomed
from desktop_app.text import tr
from desktop_app.theme import current, manager
from desktop_app.views.plain import show_tip

_STEPS = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
}
_NOTCHES = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
# A hand that clicks moves by some pixels.
_LEAST_FRAME = 8


class Canvas(QWidget):
    """Shows one drawing at a time; draws it again for another size or another palette.

    matplotlib takes up to a tenth of a second for a picture. It works in a lane of its own; until
    the new picture is there, the one before is shown.

    Signals
    -------
    picked(object)
        Number of what was clicked in the picture (see `Picking.pick`).
    stepped(object)
        1 or -1: an arrow key asked for the next thing in the picture, or the one before.
    enlarged()
        A double click asked for a larger picture.
    zoomed(bool)
        Whether only a part of the picture is to be seen now.
    """

    picked = Signal(object)
    stepped = Signal(object)
    enlarged = Signal()
    zoomed = Signal(bool)

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # What is to be seen.
        self.drawing: Drawing | None = None
        self._begun: QPoint | None = None
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self)
        # What is seen; for a moment still the picture before.
        self.rendered: Rendered | None = None
        self._hints: Callable[[int], str] | None = None
        self._latest = Latest(runner, tr("Drawing the picture"), self, self._take)
        manager().changed.connect(self._render)

    @property
    def is_zoomed(self) -> bool:
        """Whether only a part of the picture is to be seen."""
        return isinstance(self.drawing, Zoomable) and self.drawing.part is not None

    def show_drawing(self, drawing: Drawing) -> None:
        """Show `drawing` instead of what was shown before; of the same map, the same part."""
        former = self.drawing
        if isinstance(former, Zoomable) and isinstance(drawing, Zoomable):
            same = (
                drawing.part is None and former.part is not None and former.whole == drawing.whole
            )
            drawing = drawing.within(former.part) if same else drawing
        if isinstance(drawing, Zoomable):
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._take_drawing(drawing)

    @Slot()
    def show_all(self) -> None:
        """Show the whole picture again."""
        if isinstance(self.drawing, Zoomable):
            self._take_drawing(self.drawing.within(None))

    def _take_drawing(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.setMouseTracking(self._hints is not None or isinstance(drawing, Hinting))
        self.zoomed.emit(self.is_zoomed)
        self.setAccessibleDescription(drawing.sentence)
        self._render()

    def set_hints(self, hints: Callable[[int], str]) -> None:
        """Say what is under the mouse, by its number, and let arrow keys step through it all."""
        self._hints = hints
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def minimumSizeHint(self) -> QSize:
        """Return the least size at which a picture can still be read."""
        return QSize(200, 140)

    def sizeHint(self) -> QSize:
        """Return a modest size; layouts stretch the canvas."""
        return QSize(320, 200)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what was put off while nobody could see it."""
        super().showEvent(event)
        self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw for the new size."""
        super().resizeEvent(event)
        self._render()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture that is there, stretched if it was made for another size."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current().surface))
        if self.rendered is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.rect(), self.rendered.image)
        if self.hasFocus():
            painter.setPen(QPen(QColor(current().accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Report what was clicked, or begin a frame around the part to be enlarged."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if isinstance(self.drawing, Zoomable):
            # A frame may begin on a cluster that is not meant.
            self._begun = event.position().toPoint()
            return
        self._pick(event)

    def _pick(self, event: QMouseEvent) -> None:
        picked = self._under(event)
        if picked is not None:
            self.picked.emit(picked)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Enlarge what is in the frame; without a frame, report what was clicked."""
        begun, self._begun = self._begun, None
        if begun is None:
            return
        if not self._band.isVisible():
            self._pick(event)
            return
        self._band.hide()
        pressed_at, released_at = self._share(begun), self._share(event.position().toPoint())
        drawing = self.drawing
        if isinstance(drawing, Zoomable) and pressed_at is not None and released_at is not None:
            extent = framed(drawing.part or drawing.whole, drawing.whole, pressed_at, released_at)
            self._take_drawing(drawing.within(extent))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Look closer, or from farther, at what is under the mouse, where the keyboard is."""
        if self.hasFocus() and self._zoom(event.angleDelta().y() / 120, event.position().toPoint()):
            event.accept()
        else:
            event.ignore()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for a larger picture."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.enlarged.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the mouse, or draw the frame."""
        if self._begun is not None:
            frame = QRect(self._begun, event.position().toPoint()).normalized()
            if min(frame.width(), frame.height()) >= _LEAST_FRAME:
                self._band.setGeometry(frame)
                self._band.show()
            return
        hovered = self._under(event) if self._hints is not None else None
        self.setCursor(
            Qt.CursorShape.ArrowCursor if hovered is None else Qt.CursorShape.PointingHandCursor
        )
        if self._hints is not None:
            hint = "" if hovered is None else self._hints(hovered)
        else:
            position = event.position()
            hint = "" if self.rendered is None else self.rendered.hint(position.x(), position.y())
        show_tip(event.globalPosition().toPoint(), self, hint)

    def leaveEvent(self, event: QEvent) -> None:
        """Take back what was said."""
        QToolTip.hideText()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through what can be picked; look closer or from farther."""
        key = Qt.Key(event.key())
        if key in _NOTCHES and self._zoom(_NOTCHES[key], self.rect().center()):
            return
        if key in (Qt.Key.Key_Escape, Qt.Key.Key_0) and self.is_zoomed:
            self.show_all()
            return
        step = _STEPS.get(Qt.Key(event.key()))
        if self._hints is None or step is None:
            super().keyPressEvent(event)
            return
        self.stepped.emit(step)

    def _zoom(self, notches: float, point: QPoint) -> bool:
        """Zoom around a place of the window; return whether the picture can be zoomed there."""
        drawing, share = self.drawing, self._share(point)
        if not isinstance(drawing, Zoomable) or share is None:
            return False
        extent = drawing.part or drawing.whole
        self._take_drawing(drawing.within(zoomed(extent, drawing.whole, notches, share)))
        return True

    def _share(self, point: QPoint) -> tuple[float, float] | None:
        """Return where a place is between the ends of the axes, from 0 to 1 each."""
        return None if self.rendered is None else self.rendered.share(point.x(), point.y())

    def _under(self, event: QMouseEvent) -> int | None:
        if self.rendered is None:
            return None
        return self.rendered.pick(event.position().x(), event.position().y())

    @Slot()
    def _render(self) -> None:
        drawing = self.drawing
        if drawing is None or not self.isVisible():
            return
        ink = ink_of_screen()
        frame = Frame(self.width(), self.height(), self.logicalDpiY(), self.devicePixelRatioF())

        self._latest.ask(lambda _job: render(drawing, ink, frame), Lane.PICTURES)

    @Slot(object)
    def _take(self, rendered: Rendered) -> None:
        self.rendered = rendered
        self.update()
