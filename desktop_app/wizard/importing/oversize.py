"""What the step Data shows when a project without a sample is about a file too large for memory."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.preferences.in_force import SAMPLE, value_of
from desktop_app.projects.opening import Oversize
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, named, note
from desktop_app.wizard.importing.two_ways import TwoWays


class OversizeView(QFrame):
    """Offers the two ways that the import offers.

    Signals
    -------
    open_wanted(bool)
        The project is to be opened: whether with the whole file.
    cancelled()
        Leave it closed.
    """

    open_wanted = Signal(bool)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self.headline = heading("")
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.ways = TwoWays()
        # The headline above says it already.
        self.ways.headline.hide()
        self.open_button = QPushButton(tr("&Open the project"))
        self.open_button.setProperty("kind", "main")
        self.cancel_button = QPushButton(tr("Do &not open"))
        named(self.open_button, tr("Open the project"))
        named(self.cancel_button, tr("Do not open the project"))
        self.open_button.clicked.connect(self._emit_open)
        self.cancel_button.clicked.connect(self.cancelled)
        self.setFocusProxy(self.ways.sample)
        self._lay_out()

    def _lay_out(self) -> None:
        said = tr(
            "The project was saved without a sample, for a run in memory. With a sample, your "
            "settings stay, and you check columns and method again: some settings are possible "
            "in memory only."
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(sizes.UNIT)
        buttons.addWidget(self.open_button)
        buttons.addWidget(self.cancel_button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(3 * sizes.UNIT,) * 4)
        layout.setSpacing(sizes.MARGIN)
        layout.addWidget(self.headline)
        layout.addWidget(note(said, kind=""))
        layout.addWidget(self.ways)
        layout.addLayout(buttons)
        layout.addStretch(1)

    def show_oversize(self, found: Oversize) -> None:
        """Show the ways to open a project; the sample is proposed."""
        self.headline.setText(tr("{name} is large", name=found.name))
        self.ways.show_file(found.large, value_of(SAMPLE), whole=False)

    @Slot()
    def _emit_open(self) -> None:
        self.open_wanted.emit(self.ways.whole.isChecked())
