"""The categories that a column can have at all, where no taxonomy lists them."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from core.model import Attribute
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note

_HEIGHT = 14 * sizes.UNIT


class CategoriesField(QWidget):
    """A list, one category a line, that can be typed or pasted.

    Signals
    -------
    declared(object)
        The categories, in the order typed and each once.
    """

    declared = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[str, tuple[str, ...]] = ("", ())
        self.said = note()
        self.lines = QPlainTextEdit()
        self.lines.setFixedHeight(_HEIGHT)
        self.lines.setTabChangesFocus(True)
        self.button = QPushButton(tr("De&clare these categories"))
        self.button.clicked.connect(self._declare)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(self.said)
        layout.addWidget(self.lines)
        layout.addLayout(row)

    def show_attribute(self, attribute: Attribute) -> None:
        """Show what is declared of a column; what is being typed stays."""
        shown = (attribute.name, attribute.listed)
        if shown == self._shown:
            return
        self._shown = shown
        self.said.setText(
            tr(
                "All categories that {name} can have, one a line, also those that no record of "
                "this file has.",
                name=attribute.name,
            )
        )
        named(self.lines, tr("Categories of {name}", name=attribute.name))
        self.lines.setPlainText("\n".join(attribute.listed))

    @Slot()
    def _declare(self) -> None:
        lines = (line.strip() for line in self.lines.toPlainText().splitlines())
        self.declared.emit(tuple(dict.fromkeys(line for line in lines if line)))
