"""A field for a folder: typed or chosen, and empty for what the program proposes itself."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget

from desktop_app.text import tr
from desktop_app.views.choosers import first_folder
from desktop_app.views.forms import named
from desktop_app.views.layouts import in_row


class FolderField(QWidget):
    """A line to type a folder and a button to choose one.

    Parameters
    ----------
    name : str
        What the folder is for, to be read aloud.
    empty : str
        What happens while the field is empty.
    button : str
        The text of the button, with its letter.

    Signals
    -------
    editingFinished()
        The user has left the line, pressed Return, or chosen a folder.
    judged()
        The text became right or wrong.
    """

    editingFinished = Signal()
    judged = Signal()

    def __init__(self, name: str, empty: str, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._wrong = name, False
        self.line, self.button = QLineEdit(), QPushButton(button)
        self.line.setPlaceholderText(empty)
        named(self.line, name, empty)
        named(self.button, tr("Choose: {what}", what=name))
        self.line.textEdited.connect(self._judge)
        self.line.editingFinished.connect(self.editingFinished)
        self.button.clicked.connect(self._choose)
        self.setFocusProxy(self.line)
        in_row((self.line, 1), self.button, inside=self)

    def show_folder(self, folder: str) -> None:
        """Show what is in force; what is being typed stays."""
        if not self._wrong and self.line.text().strip() != folder:
            self.line.setText(folder)

    def reset(self) -> None:
        """Forget what was typed, right or wrong."""
        self._wrong = False
        self.line.clear()

    def folder(self) -> str:
        """Return the folder; empty where none is given."""
        return self.line.text().strip()

    def complaint(self) -> str:
        """Return what is wrong with the text, in a sentence; empty if nothing is."""
        return tr("There is no folder of this name.") if self._wrong else ""

    @Slot()
    def _judge(self) -> None:
        text = self.folder()
        wrong = bool(text) and not (Path(text).is_absolute() and Path(text).is_dir())
        if wrong != self._wrong:
            self._wrong = wrong
            self.judged.emit()

    @Slot()
    def _choose(self) -> None:
        begin = self.folder() if not self._wrong and self.folder() else first_folder()
        chosen = QFileDialog.getExistingDirectory(self, self._title, begin)
        if chosen:
            self.line.setText(chosen)
            self._judge()
            self.editingFinished.emit()
            self.line.setFocus(Qt.FocusReason.OtherFocusReason)
