"""The strip above the pages while they show a sample of a file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from core.model import Dataset
from desktop_app import theme
from desktop_app.presenters.large.large_words import strip_text
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence
from desktop_app.views.layouts import in_row


class SampleStrip(QFrame):
    """Says how many records are shown of how many, on every page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sample")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._mark, self.said = QLabel(), Sentence()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(tr("Sample"))
        in_row(self._mark, (self.said, 1), inside=self, margins=(sizes.MARGIN, sizes.UNIT))
        theme.manager().changed.connect(self._retheme)
        self._retheme()
        self.hide()

    def show_dataset(self, dataset: Dataset | None) -> None:
        """Show what is seen of a file, if that is a sample."""
        shown = dataset is not None and dataset.sampling is not None
        if dataset is not None and shown:
            self.said.setText(strip_text(dataset))
            self.setAccessibleDescription(self.said.text())
        self.setVisible(shown)

    @Slot()
    def _retheme(self) -> None:
        mark = theme.icon("note", theme.current().accent)
        self._mark.setPixmap(mark.pixmap(sizes.ICON, sizes.ICON))
