"""One choice of several, large enough to say what it means."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QRadioButton, QStyle, QVBoxLayout, QWidget

from desktop_app.theme import current, sizes

_ROUND = 6


class ChoiceCard(QWidget):
    """A radio button with its sentence; a click anywhere on the card chooses it.

    Signals
    -------
    chosen()
        The user chose this card; not sent when the program does.
    """

    chosen = Signal()

    def __init__(
        self, title: str, sentence: str, when: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.button = QRadioButton(title)
        self.button.setAccessibleDescription(" ".join(part for part in (sentence, when) if part))
        self.button.clicked.connect(self.chosen)
        self.button.toggled.connect(self._redraw)
        self._notes = [_words(sentence, muted=False)]
        if when:
            self._notes.append(_words(when, muted=True))
        self._reason = _words("", muted=False)
        self._reason.setProperty("kind", "caution")
        self._reason.hide()
        self._lay_out()

    def _lay_out(self) -> None:
        font = self.button.font()
        font.setBold(True)
        self.button.setFont(font)
        self._layout = layout = QVBoxLayout(self)
        margin = sizes.UNIT + sizes.HALF
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(self.button)
        for note in (*self._notes, self._reason):
            note.setContentsMargins(self._indent(), 0, 0, 0)
            layout.addWidget(note)

    def _indent(self) -> int:
        """Return how far the button's words are from its left edge."""
        metric, style = QStyle.PixelMetric, self.button.style()
        return style.pixelMetric(metric.PM_ExclusiveIndicatorWidth) + style.pixelMetric(
            metric.PM_RadioButtonLabelSpacing
        )

    def hold(self, details: QWidget) -> None:
        """Take in what is to be set once this card is chosen; it leaves the card it was in."""
        self._layout.addWidget(details)
        # A change of parent hides a widget until the next turn of the event loop.
        details.show()

    def set_chosen(self, chosen: bool) -> None:
        """Show whether this card is the one in force."""
        self.button.setChecked(chosen)

    def set_possible(self, possible: bool, reason: str) -> None:
        """Let the card be chosen, or say why it cannot be."""
        self.button.setEnabled(possible)
        self._reason.setText("" if possible else reason)
        self._reason.setVisible(not possible)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose the card."""
        if self.button.isEnabled() and event.button() is Qt.MouseButton.LeftButton:
            self.button.setFocus(Qt.FocusReason.MouseFocusReason)
            self.button.click()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the card's ground and its border, stronger when chosen."""
        colours = current()
        chosen = self.button.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colours.surface))
        painter.setPen(
            QPen(QColor(colours.accent if chosen else colours.border), 2 if chosen else 1)
        )
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), _ROUND, _ROUND)

    @Slot()
    def _redraw(self) -> None:
        self.update()


def _words(said: str, *, muted: bool) -> QLabel:
    label = QLabel(said)
    label.setWordWrap(True)
    if muted:
        label.setProperty("kind", "muted")
    return label
