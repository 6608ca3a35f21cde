"""The strip that asks whether several rows belong to one unit, and shows the answer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note


class UnitBar(QWidget):
    """Shown while the question is open, and afterwards with the answer, which can be changed.

    Also shown while a long search goes on that may lead to the question.

    Signals
    -------
    record_chosen()
        Every row is a unit of its own.
    form_wanted()
        The user wants to declare the units, or to change the answer.
    cure_wanted()
        What the answer names and the file no longer has is to be replaced or removed.
    """

    record_chosen = Signal()
    form_wanted = Signal()
    cure_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.said = note(kind="")
        self.record_button = QPushButton(tr("N&o, each row is one unit"))
        named(
            self.record_button,
            tr("No, every row is a unit of its own"),
            tr("Records are protected one by one. You can change this answer later."),
        )
        self.record_button.clicked.connect(self.record_chosen)
        self.form_button, self.cure_button = QPushButton(), QPushButton()
        self.form_button.clicked.connect(self.form_wanted)
        self.cure_button.clicked.connect(self.cure_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.MARGIN, sizes.UNIT, sizes.MARGIN, sizes.UNIT)
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.said, 1)
        row.addWidget(self.record_button)
        row.addWidget(self.cure_button)
        row.addWidget(self.form_button)
        self.hide()

    def ask(self, question: str) -> None:
        """Ask; each answer has a button."""
        self._show(question, tr("&Yes…"), tr("Yes, declare the units"), asking=True)

    def show_answer(self, answer: str, cure: str = "") -> None:
        """Show the answer, with a button to change it, and one that mends it at a press."""
        self._show(answer, tr("Cha&nge…"), tr("Change how rows form units"), asking=False)
        self.cure_button.setText(cure)
        self.cure_button.setVisible(bool(cure))

    def show_search(self) -> None:
        """Say that the question may still come."""
        self.said.setText(
            tr(
                "Statveil is still finding out whether several rows belong to one household, firm "
                "or school. If so, it will ask you here."
            )
        )
        for button in (self.record_button, self.cure_button, self.form_button):
            button.hide()
        self.show()

    def _show(self, said: str, button: str, name: str, *, asking: bool) -> None:
        self.said.setText(said)
        self.record_button.setVisible(asking)
        self.cure_button.hide()
        self.form_button.show()
        self.form_button.setText(button)
        named(self.form_button, name, tr("Opens a page with the settings of the units."))
        self.show()
