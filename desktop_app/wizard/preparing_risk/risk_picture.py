"""The picture of the individual risks, with the threshold over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.jobs import Runner
from desktop_app.presenters.preparing_risk.risk_words import risk_text
from desktop_app.text import tr
from desktop_app.views.pictures.picture_frame import PictureFrame

if TYPE_CHECKING:
    from desktop_app.plots.canvas import Canvas
    from desktop_app.plots.drawing import Drawing
    from desktop_app.plots.risk_histogram import RiskHistogram
    from desktop_app.wizard.preparing_risk.threshold_line import ThresholdLine


class RiskPicture(PictureFrame):
    """Records by individual risk; the line stays where the user put it.

    Signals
    -------
    moved()
        The line is at another threshold.
    asked()
        The user asked for the records above the threshold.
    """

    moved = Signal()
    asked = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        meaning = tr(
            "How probably each record is re-identified. Drag the line, or move it by the arrow "
            "keys: the records to its right have a risk above the threshold."
        )
        super().__init__(tr("Individual risk"), runner, parent, meaning)
        self._line: ThresholdLine | None = None
        self._is_set = False

    @property
    def line(self) -> ThresholdLine | None:
        """The line; ``None`` before there is a picture."""
        return self._line

    @property
    def threshold(self) -> float:
        """Where the line is."""
        return 1.0 if self._line is None else self._line.threshold

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
        if self._line is not None:
            self._line.offer(k, self.threshold if self._is_set else 1 / k)

    def _made_canvas(self) -> Canvas:
        canvas = super()._made_canvas()
        if self._line is None:
            from desktop_app.wizard.preparing_risk.threshold_line import ThresholdLine

            self._line = ThresholdLine(canvas)
            self._line.setAccessibleName(tr("Threshold of the individual risk"))
            self._line.valueChanged.connect(self._note_move)
            self._line.asked.connect(self.asked)
            layout = QVBoxLayout(canvas)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.addWidget(self._line)
        return canvas

    @Slot()
    @Slot(int)
    def _note_move(self, _value: int = 0) -> None:
        self._is_set = True
        self.moved.emit()
