"""A file or a folder: typed, chosen, or dropped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import label_for, named, note, push_button


class PathField(QWidget):
    """A title above, a line, a button that opens a chooser, and a sentence beneath.

    Signals
    -------
    edited()
        The path is another one.
    """

    edited = Signal()

    def __init__(
        self,
        title: str,
        said: str,
        choose: Callable[[QWidget], Path | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._choose = choose
        self.line = QLineEdit()
        self.button = push_button(tr("Choose…"), self._ask)
        self.button.setAutoDefault(False)
        plain = title.replace("&", "")
        named(self.line, plain, said)
        named(self.button, tr("Choose: {what}", what=plain))
        label = label_for(self.line, title)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(sizes.UNIT)
        grid.setVerticalSpacing(sizes.HALF)
        grid.addWidget(label, 0, 0, 1, 2)
        grid.addWidget(self.line, 1, 0)
        grid.addWidget(self.button, 1, 1)
        grid.addWidget(note(said), 2, 0, 1, 2)
        self.line.textEdited.connect(self.edited)
        self.setAcceptDrops(True)

    @property
    def path(self) -> Path | None:
        """What is entered, or ``None``."""
        text = self.line.text().strip()
        return Path(text) if text else None

    def set_path(self, path: Path) -> None:
        """Enter `path`."""
        self.line.setText(str(path))
        # What is typed next replaces it.
        self.line.selectAll()
        self.edited.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a local file."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Enter the file that was dropped."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.set_path(Path(paths[0]))
            event.acceptProposedAction()

    @Slot()
    def _ask(self) -> None:
        chosen = self._choose(self)
        if chosen is not None:
            self.set_path(chosen)
