"""One bar for the whole comparison, with the time left and Cancel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from core.jobs import Progress
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.frame.activity import outlook_text

_STEPS = 1000


class ProgressRow(QWidget):
    """How far a comparison is.

    Signals
    -------
    cancelled()
        The user asked to stop.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(tr("Progress of the comparison"))
        self.left = ElidedLabel()
        self.left.setProperty("kind", "muted")
        self.cancel_button = QPushButton(tr("Cancel the com&parison"))
        self.cancel_button.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(sizes.MARGIN)
        row.addWidget(self.cancel_button)
        row.addWidget(self.bar, 1)
        row.addWidget(self.left)

    def begin(self) -> None:
        """Start from nothing."""
        self.bar.setValue(0)
        self.left.setText("")

    def show_progress(self, progress: Progress) -> None:
        """Show how far it is."""
        share = progress.done / progress.total if progress.total else 0.0
        self.bar.setValue(round(_STEPS * min(1.0, share)))
        self.left.setText(outlook_text(progress))

    def let_cancel(self, possible: bool) -> None:
        """Let the user stop it, or show that it is being stopped."""
        self.cancel_button.setEnabled(possible)
