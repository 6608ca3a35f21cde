"""One choice of several, large enough to say what it means."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QRadioButton, QVBoxLayout, QWidget

from desktop_app.theme import current, sizes
from desktop_app.views.plain import PlainLabel

_ROUND = 6
# From the card's button to its words; what belongs to it is placed below those.
_INDENT = sizes.ICON + 2


class ChoiceCard(QWidget):
    """A radio button with its sentence; a click anywhere on the card chooses it.

    Until it is chosen it says only a line, so that many cards can be looked over at once.

    Signals
    -------
    chosen(object)
        The name of this object; not sent when the program chooses.
    """

    chosen = Signal(object)

    def __init__(
        self,
        title: str,
        sentence: str,
        when: str = "",
        line: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.button = QRadioButton(title)
        self.button.setAccessibleDescription(" ".join(words for words in (sentence, when) if words))
        self.button.clicked.connect(self._announce)
        self.button.toggled.connect(self._open_or_close)
        self.line = _words(line, muted=True)
        self._notes = [_words(sentence, muted=False)]
        if when:
            self._notes.append(_words(when, muted=True))
        self._reason = _words("", muted=False)
        self._reason.setProperty("kind", "caution")
        font = self.button.font()
        font.setBold(True)
        self.button.setFont(font)
        layout = QVBoxLayout(self)
        margin = sizes.UNIT + sizes.HALF
        layout.setContentsMargins(margin, sizes.UNIT, margin, sizes.UNIT)
        layout.setSpacing(sizes.HALF // 2)
        layout.addWidget(self.button)
        for note in (self.line, *self._notes, self._reason):
            note.setContentsMargins(_INDENT, 0, 0, 0)
            layout.addWidget(note)
        self._open_or_close()

    def set_chosen(self, chosen: bool) -> None:
        """Show whether this card is the one in force."""
        self.button.setChecked(chosen)

    def set_possible(self, hindrance: str) -> None:
        """Let the card be chosen, or say why it cannot be."""
        if hindrance == self.reason:
            return
        self.button.setEnabled(not hindrance)
        self._reason.setText(hindrance)
        self._open_or_close()

    @property
    def reason(self) -> str:
        """Why the card cannot be chosen; empty if it can."""
        return self._reason.text()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the card."""
        if self.button.isEnabled() and event.button() is Qt.MouseButton.LeftButton:
            self.button.setFocus(Qt.FocusReason.MouseFocusReason)
            self.button.click()

    def paintEvent(self, _event: QPaintEvent) -> None:
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
    def _announce(self) -> None:
        self.chosen.emit(self.objectName())

    @Slot()
    @Slot(bool)
    def _open_or_close(self, _checked: bool = False) -> None:
        chosen, barred = self.button.isChecked(), bool(self._reason.text())
        self._reason.setVisible(barred)
        self.line.setVisible(bool(self.line.text()) and not chosen and not barred)
        for sentence in self._notes:
            sentence.setVisible(chosen or not self.line.text())
        self.update()


def _words(sentence: str, *, muted: bool) -> QLabel:
    label = PlainLabel(sentence, wraps=True)
    if muted:
        label.setProperty("kind", "muted")
    return label
