"""The main figures of the risk, before and now, and the picture with the movable threshold."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QLabel, QWidget

from desktop_app.jobs import Runner
from desktop_app.plots.risk_histogram import RiskHistogram
from desktop_app.presenters.preparing_risk.risk_scale import thresholds_for
from desktop_app.presenters.preparing_risk.risk_words import RiskLine, risk_text
from desktop_app.text import tr
from desktop_app.theme import current, sizes
from desktop_app.views.forms import Sentence
from desktop_app.views.layouts import in_column, in_grid
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.plain import PlainLabel, set_tip
from desktop_app.views.tables.data_table import tabular

if TYPE_CHECKING:
    from desktop_app.plots.canvas import Canvas
    from desktop_app.plots.drawing import Drawing
    from desktop_app.plots.risk_histogram import RiskHistogram

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_WIDEST = 64 * sizes.UNIT
_DEFAULT_K = 5
_HALF_A_DECADE = 10
_HANDLE = 1.5 * sizes.UNIT
_WASH = 26


class FiguresGrid(QWidget):
    """A line for each figure: what it counts, before, now.

    Parameters
    ----------
    before, now : pair of str
        Title and hint of the two columns.
    """

    def __init__(
        self, before: tuple[str, str], now: tuple[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._grid = in_grid(self, down=sizes.HALF, widening=0)
        self.setMaximumWidth(_WIDEST)
        self.before_title, now_title = _figure("muted"), _figure()
        for label, (title, hint) in ((self.before_title, before), (now_title, now)):
            label.setText(title)
            set_tip(label, hint)
        now_title.setFont(sizes.strong_font())
        self._grid.addWidget(self.before_title, 0, 1)
        self._grid.addWidget(now_title, 0, 2)
        self.rows: list[tuple[QLabel, QLabel, QLabel]] = []

    def show_lines(self, lines: Sequence[RiskLine], has_before: bool) -> None:
        """Show these figures; without those of the file as it was read if there are none."""
        while len(self.rows) < len(lines):
            self._add_row()
        self.before_title.setVisible(has_before)
        for row, (title, figure_before, figure_now) in enumerate(self.rows):
            is_shown = row < len(lines)
            title.setVisible(is_shown)
            figure_before.setVisible(is_shown and has_before)
            figure_now.setVisible(is_shown)
            if is_shown:
                line = lines[row]
                title.setText(line.title)
                set_tip(title, line.meaning)
                figure_before.setText(line.before)
                figure_now.setText(line.now)
                figure_before.setAccessibleName(tr("{title}, before: {figure}", title=line.title,
                                            figure=line.before))  # fmt: skip
                figure_now.setAccessibleName(tr("{title}, now: {figure}", title=line.title,
                                         figure=line.now))  # fmt: skip

    def _add_row(self) -> None:
        title, figure_before, figure_now = Sentence(), _figure("muted"), _figure()
        figure_now.setFont(tabular(sizes.strong_font()))
        row = len(self.rows) + 1
        for column, label in enumerate((title, figure_before, figure_now)):
            self._grid.addWidget(label, row, column)
        self.rows.append((title, figure_before, figure_now))


def _figure(kind: str = "") -> QLabel:
    label = PlainLabel(kind=kind)
    label.setAlignment(_RIGHT)
    label.setFont(tabular(sizes.text_font()))
    return label


class RiskPicture(PictureFrame):
    """Records by individual risk; the line stays where the user put it.

    Signals
    -------
    moved()
        The line is at another threshold.
    records_wanted()
        The user asked for the records above the threshold.
    """

    moved = Signal()
    records_wanted = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        meaning = tr(
            "How probably each record is re-identified. Drag the line, or move it by the arrow "
            "keys: the records to its right have a risk above the threshold."
        )
        super().__init__(tr("Individual risk"), runner, parent, meaning)
        # The line; `None` before there is a picture.
        self.line: ThresholdLine | None = None
        self._is_set = False

    @property
    def threshold(self) -> float:
        """Where the line is."""
        return 1.0 if self.line is None else self.line.threshold

    @property
    def as_seen(self) -> Drawing | None:
        """The picture with the line."""
        from desktop_app.plots.risk_histogram import RiskHistogram

        drawing = self.drawing
        if not isinstance(drawing, RiskHistogram):
            return drawing
        word = tr("Threshold: {risk}", risk=risk_text(self.threshold))
        return drawing.at(self.threshold, word)

    def show_risks(self, drawing: RiskHistogram, k: int) -> None:
        """Show the risks; until the user moves it, the line is at 1/k."""
        self.show_drawing(drawing)
        if self.line is not None:
            self.line.offer(k, self.threshold if self._is_set else 1 / k)

    def _made_canvas(self) -> Canvas:
        canvas = super()._made_canvas()
        if self.line is None:
            self.line = ThresholdLine(canvas)
            self.line.setAccessibleName(tr("Threshold of the individual risk"))
            self.line.valueChanged.connect(self._note_move)
            self.line.records_wanted.connect(self.records_wanted)
            in_column(self.line, inside=canvas)
        return canvas

    @Slot()
    @Slot(int)
    def _note_move(self, _value: int = 0) -> None:
        self._is_set = True
        self.moved.emit()


class ThresholdLine(QAbstractSlider):
    """Lies over the whole picture; its value is the number of the threshold, from the left.

    Signals
    -------
    records_wanted()
        The user pressed Enter.
    """

    records_wanted = Signal()

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._thresholds = thresholds_for(_DEFAULT_K)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setRange(0, len(self._thresholds) - 1)
        self.setPageStep(_HALF_A_DECADE)

    @property
    def threshold(self) -> float:
        """Where the line is."""
        return self._thresholds[self.value()]

    def offer(self, k: int, threshold: float) -> None:
        """Take the thresholds that fit `k`, and move to the one nearest to `threshold`."""
        self._thresholds = thresholds_for(k)
        # As one change: between the two the line would be somewhere else.
        was = self.blockSignals(True)
        self.setRange(0, len(self._thresholds) - 1)
        self.setValue(self._nearest(log10(threshold)))
        self.blockSignals(was)
        self.update()

    def _nearest(self, power: float) -> int:
        places = range(len(self._thresholds))
        return min(places, key=lambda position: abs(log10(self._thresholds[position]) - power))

    def _area(self) -> QRectF | None:
        """Return where the bars are, in pixels of this widget; ``None`` without a picture."""
        rendered = self._canvas.rendered
        if rendered is None or not rendered.figure.axes:
            return None
        box, frame = rendered.figure.axes[0].bbox, rendered.frame
        # A picture that was drawn for another size is stretched until the next one is there.
        across = self.width() / (frame.width * frame.ratio)
        down = self.height() / (frame.height * frame.ratio)
        top = frame.height * frame.ratio - box.y1
        return QRectF(box.x0 * across, top * down, box.width * across, box.height * down)

    def _span(self) -> tuple[float, float]:
        from desktop_app.plots.risk_histogram import RiskHistogram

        drawing = self._canvas.drawing
        return drawing.span if isinstance(drawing, RiskHistogram) else (-1.0, 0.0)

    def x_of(self, threshold: float) -> float | None:
        """Compute how far to the right a threshold is, in pixels; ``None`` without a picture."""
        area, (low, high) = self._area(), self._span()
        if area is None:
            return None
        return area.left() + area.width() * (log10(threshold) - low) / (high - low)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line with its handle, and a wash over the risks above it."""
        area, across = self._area(), self.x_of(self.threshold)
        if area is None or across is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(current().danger)
        wash = QColor(colour)
        wash.setAlpha(_WASH)
        painter.fillRect(QRectF(across, area.top(), area.right() - across, area.height()), wash)
        painter.setPen(QPen(colour, 3 if self.hasFocus() else 2))
        painter.drawLine(QRectF(across, area.top(), 0, area.height()).topLeft(),
                         QRectF(across, area.bottom(), 0, 0).topLeft())  # fmt: skip
        handle = QRectF(across - _HANDLE / 2, area.center().y() - _HANDLE, _HANDLE, 2 * _HANDLE)
        painter.setPen(QPen(QColor(current().text if self.hasFocus() else current().surface), 2))
        painter.setBrush(colour)
        painter.drawRoundedRect(handle, _HANDLE / 3, _HANDLE / 3)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the line to the mouse."""
        if event.button() is not Qt.MouseButton.LeftButton or not self._is_inside(event):
            event.ignore()
            return
        self.setSliderDown(True)
        self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the line follow the mouse that holds it; else let the picture say what is there."""
        if self.isSliderDown():
            self._follow(event)
            return
        inside = self._is_inside(event)
        self.setCursor(Qt.CursorShape.SplitHCursor if inside else Qt.CursorShape.ArrowCursor)
        event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the line go."""
        if self.isSliderDown():
            self._follow(event)
            self.setSliderDown(False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Leave it to the picture, which is shown larger."""
        event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls around the picture."""
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for the records on Enter; move the line on arrow keys and their relatives."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.records_wanted.emit()
            return
        super().keyPressEvent(event)

    def _is_inside(self, event: QMouseEvent) -> bool:
        area = self._area()
        return area is not None and area.adjusted(-_HANDLE, 0, _HANDLE, 0).contains(
            event.position()
        )

    def _follow(self, event: QMouseEvent) -> None:
        area, (low, high) = self._area(), self._span()
        if area is not None and area.width() > 0:
            share = (event.position().x() - area.left()) / area.width()
            self.setValue(self._nearest(low + share * (high - low)))
