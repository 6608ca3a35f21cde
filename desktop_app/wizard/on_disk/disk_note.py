"""What the steps after the run show of a file that is protected on disk."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from core.model import Release
from desktop_app.presenters.large.large_words import to_be_written_text, written_text
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import note


class DiskNote(QWidget):
    """Says where the release is, and leads to its verdict.

    Signals
    -------
    verdict_wanted()
        Show the step that has the verdict.
    """

    verdict_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said = note(kind="")
        self.button = QPushButton(tr("Show &verdict and reports"))
        self.button.clicked.connect(self.verdict_wanted)
        # Nothing else on these pages asks for their width.
        policy = self.said.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Expanding)
        self.said.setSizePolicy(policy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.MARGIN)
        layout.addWidget(self.said)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_release(self, release: Release | None) -> None:
        """Show where a release is; ``None`` if it is still to be written."""
        self.said.setText(to_be_written_text() if release is None else written_text(release))
        self.button.setVisible(release is not None)
