"""A part of a page under its own heading."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.theme import sizes
from desktop_app.views.layouts import in_column
from desktop_app.views.plain import PlainLabel


class Section(QWidget):
    """A heading with what belongs to it; add widgets to `body`."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = PlainLabel(title, font=sizes.section_font())
        self.body = QVBoxLayout()
        self.body.setSpacing(sizes.UNIT)
        in_column(self.heading, self.body, inside=self)
