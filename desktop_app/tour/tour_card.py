"""The card of the guided tour: a strip between the page and its buttons, which covers nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout

from desktop_app import theme
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, named


class TourCard(QFrame):
    """What is decided on the step in sight, what to press, and two buttons.

    Signals
    -------
    next_wanted()
        The user wants to go on, or to finish.
    closed()
        The user wants no tour.
    """

    next_wanted = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("tour")
        self.title = QLabel()
        self.title.setFont(sizes.strong_font())
        self.said = Sentence()
        self.next_button = QPushButton()
        self.next_button.clicked.connect(self.next_wanted)
        self.close_button = QToolButton()
        named(self.close_button, tr("Close the guided tour"), tr("Close the guided tour (Esc)"))
        self.close_button.clicked.connect(self.closed)
        words = QVBoxLayout()
        words.setSpacing(sizes.HALF)
        words.addWidget(self.title)
        words.addWidget(self.said)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.MARGIN, sizes.UNIT, sizes.UNIT, sizes.UNIT)
        row.setSpacing(sizes.MARGIN)
        row.addLayout(words, 1)
        row.addWidget(self.next_button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()
        self.retheme()
        theme.manager().changed.connect(self.retheme)

    def show_words(self, title: str, said: str, button: str, *, can_go_on: bool) -> None:
        """Show the words of a step."""
        self.title.setText(title)
        self.said.setText(said)
        self.next_button.setText(button)
        self.next_button.setEnabled(can_go_on)
        named(self.next_button, tr("{button}: guided tour", button=button))
        self.setAccessibleName(title)
        self.setAccessibleDescription(said)
        self.show()

    @Slot()
    def retheme(self) -> None:
        """Draw the mark in the colours in force."""
        self.close_button.setIcon(theme.icon("close"))
