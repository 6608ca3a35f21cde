"""The strip that offers to use the suggested orders of several columns at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.text import tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note

# One order is used where it is shown.
_FEWEST = 2


class OrdersBar(QWidget):
    """Shown while columns wait for an order that the names of their categories show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.said = note(kind="")
        self.use_button = QPushButton(tr("Use these &orders"))
        named(
            self.use_button,
            tr("Use the suggested orders"),
            tr("Each can be changed afterwards, and all are undone together."),
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.MARGIN, sizes.UNIT, sizes.MARGIN, sizes.UNIT)
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.said, 1)
        row.addWidget(self.use_button)
        self.hide()

    def show_orders(self, count: int, examples: str) -> None:
        """Show how many columns have a suggested order, and the orders; hide for a single one."""
        self.setVisible(count >= _FEWEST)
        self.said.setText(
            tr_n(
                "The categories of {count} column have a usual order: {orders}.",
                "The categories of {count} columns have a usual order: {orders}.",
                count,
                orders=examples,
            )
        )
