"""The strip that asks about columns whose names and values give no clue to their role."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note


class CluelessBar(QWidget):
    """Shown while ten columns or more are masked only because nothing is known of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.said = note(kind="")
        self.select_button = QPushButton(tr("Se&lect them"))
        named(
            self.select_button,
            tr("Select the columns without a clue"),
            tr("Then give all of them a role at once with “Set role…”."),
        )
        self.ask_button = QPushButton(tr("Ask me about &these"))
        named(self.ask_button, tr("Ask me about the columns without a clue"))
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.MARGIN, sizes.UNIT, sizes.MARGIN, sizes.UNIT)
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.said, 1)
        row.addWidget(self.select_button)
        row.addWidget(self.ask_button)
        self.hide()

    def show_count(self, count: int, every: int) -> None:
        """Show how many of `every` column are concerned; hide where there is nothing to ask."""
        self.setVisible(count > 0)
        self.said.setText(
            tr_n(
                "What is {count} of {all} columns? Its name gives no clue. It will be masked "
                "unless you decide otherwise.",
                "What are {count} of {all} columns? Their names give no clue. They will be masked "
                "unless you decide otherwise.",
                count,
                all=every,
            )
        )
