"""Page 1 of the import: the file and what was recognised."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWizardPage,
)

from desktop_app.presenters.import_choices import guess_text
from desktop_app.presenters.import_reading import Looked
from desktop_app.text import size, tr, tr_n
from desktop_app.text.kinds import kind_text
from desktop_app.theme import icon, sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import heading, named, note
from desktop_app.wizard.importing.session import ImportSession
from desktop_app.wizard.importing.two_ways import TwoWays


class FilePage(QWizardPage):
    """Says which file it is and what was found at a first look.

    Signals
    -------
    other_wanted()
        The user wants to choose another file.
    """

    other_wanted = Signal()

    def __init__(self, session: ImportSession) -> None:
        super().__init__()
        self._session = session
        self._name, self._folder = ElidedLabel(), ElidedLabel()
        self._size, self._kind = ElidedLabel(), ElidedLabel()
        self.facts = (self._name, self._folder, self._size, self._kind)
        self._found = note(kind="")
        self._found.setTextFormat(Qt.TextFormat.PlainText)
        self.other_button = QPushButton(icon("open"), tr("Choose an&other file…"))
        named(self.other_button, tr("Choose another file"))
        self.other_button.clicked.connect(self.other_wanted)
        self.ways = TwoWays()
        self.ways.whole_chosen.connect(session.set_whole)
        self.setFocusProxy(self.other_button)
        self._lay_out()
        session.changed.connect(self.refresh)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setHorizontalSpacing(3 * sizes.UNIT)
        form.setVerticalSpacing(sizes.UNIT)
        form.addRow(tr("Name"), self._name)
        form.addRow(tr("Folder"), self._folder)
        form.addRow(tr("Size"), self._size)
        form.addRow(tr("Kind"), self._kind)
        row = QHBoxLayout()
        row.addWidget(self.other_button)
        row.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(sizes.MARGIN)
        outer.addLayout(form)
        outer.addLayout(row)
        outer.addWidget(heading(tr("What was recognised")))
        outer.addWidget(self._found)
        outer.addWidget(self.ways)
        outer.addStretch(1)

    def refresh(self) -> None:
        """Show what the session knows."""
        session = self._session
        self._name.setText(session.path.name)
        self._folder.setText(str(session.path.parent))
        looked = session.looked
        self._size.setText(_size_text(looked) if looked else "")
        # Of a file that cannot be read, the kind is only what was tried last.
        known = looked is not None and session.readable
        self._kind.setText(_kind_text(looked) if looked and known else "–")
        self._found.setText(self._found_text())
        large = session.large if session.readable else None
        self.ways.show_file(large, session.sample_records, whole=session.whole)

    def _found_text(self) -> str:
        session = self._session
        if session.failure:
            return session.failure
        if session.looked is None or session.previewing:
            return tr("Looking at the file…")
        if not session.readable:
            return tr("This file cannot be read. The reason is given below.")
        guesses = session.looked.probe.reasons
        return "\n".join(f"•  {guess_text(guess)}" for guess in guesses if guess.taken) or tr(
            "The file can be read."
        )

    def isComplete(self) -> bool:
        """Whether the layout can be looked at."""
        return self._session.readable


def _size_text(looked: Looked) -> str:
    return "–" if looked.size is None else size(looked.size)


def _kind_text(looked: Looked) -> str:
    kind = kind_text(looked.probe.kind)
    if not looked.parts:
        return kind
    return tr_n("{kind} in one part", "{kind} in {count} parts", looked.parts, kind=kind)
