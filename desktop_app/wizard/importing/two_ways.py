"""The two ways to work with a file that is too large for memory."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QLabel, QRadioButton, QVBoxLayout, QWidget

from desktop_app.preferences.in_force import MEMORY, value_of
from desktop_app.presenters.large.large_file import LargeFile
from desktop_app.presenters.large.large_words import (
    sample_way,
    sample_way_said,
    too_large_text,
    whole_way_said,
)
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, note

_INDENT = 3 * sizes.UNIT


class TwoWays(QWidget):
    """A sample with a run on disk, or the whole file; each with what it takes.

    Signals
    -------
    whole_chosen(bool)
        Whether the user wants the whole file in memory.
    """

    whole_chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headline, self._why = heading(tr("A large file")), note(kind="caution")
        self.sample, self.whole = QRadioButton(), QRadioButton(tr("Read the &whole file"))
        self._sample_said, self._whole_said = note(), note()
        self._group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.UNIT)
        layout.addWidget(self.headline)
        layout.addWidget(self._why)
        self._add(layout, self.sample, self._sample_said)
        self._add(layout, self.whole, self._whole_said)

    def _add(self, layout: QVBoxLayout, button: QRadioButton, said: QLabel) -> None:
        self._group.addButton(button)
        said.setContentsMargins(_INDENT, 0, 0, 0)
        layout.addWidget(button)
        layout.addWidget(said)
        button.clicked.connect(self._emit)

    def show_file(self, large: LargeFile | None, sample: int, *, whole: bool) -> None:
        """Show the ways of a large file and which one is chosen; nothing for other files."""
        self.setVisible(large is not None)
        if large is None:
            return
        self._why.setText(too_large_text(large, value_of(MEMORY)))
        self.sample.setText(sample_way(sample))
        for button, label, said in (
            (self.sample, self._sample_said, sample_way_said(large)),
            (self.whole, self._whole_said, whole_way_said(large)),
        ):
            label.setText(said)
            button.setAccessibleDescription(said)
        (self.whole if whole else self.sample).setChecked(True)

    @Slot()
    def _emit(self) -> None:
        self.whole_chosen.emit(self.whole.isChecked())
