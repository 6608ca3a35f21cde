"""The folder in which a run on disk keeps its records, and what later steps say of such a run."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QBoxLayout,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from core.errors import Problem
from core.model import Release
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.large.disk_run import ScratchSpace, look_at_space, space_text
from desktop_app.presenters.large.large_words import results_text, to_be_written_text, written_text
from desktop_app.projects.last_scratch import proposed_scratch
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.choosers import first_folder
from desktop_app.views.forms import label_for, named, note, push_button, set_kind
from desktop_app.views.layouts import at_left, fill


class DiskNote(QWidget):
    """Says where the release is, and leads to its verdict.

    Parameters
    ----------
    below_results : bool
        Whether the results are shown above it, so that it has to be low.

    Signals
    -------
    verdict_wanted()
        Show the step that has the verdict.
    """

    verdict_wanted = Signal()

    def __init__(self, parent: QWidget | None = None, *, below_results: bool = False) -> None:
        super().__init__(parent)
        self._below_results = below_results
        self.said = note(kind="")
        self.button = push_button(tr("Show verdict an&d reports"), self.verdict_wanted)
        # Nothing else on these pages asks for their width.
        policy = self.said.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Expanding)
        self.said.setSizePolicy(policy)
        side = QBoxLayout.Direction
        layout = QBoxLayout(side.LeftToRight if below_results else side.TopToBottom, self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.MARGIN)
        fill(layout, (self.said, 1), at_left(self.button))
        self.hide()

    def show_release(self, release: Release | None) -> None:
        """Show where a release is; ``None`` if it is still to be written."""
        written = results_text if self._below_results else written_text
        self.said.setText(to_be_written_text() if release is None else written(release))
        self.button.setVisible(release is not None)


class ScratchField(QWidget):
    """A line for the folder, with the free space below it.

    Signals
    -------
    changed()
        The folder is another one, or more is known of it.
    """

    changed = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line, self.button = QLineEdit(proposed_scratch()), QPushButton(tr("Choose…"))
        self.said = note()
        self._needed, self._asked, self._is_own = 0, "", False
        self._space: ScratchSpace | None = None
        self._looking = Latest(runner, tr("Looking at the free space"), self, self._take)
        why = tr(
            "Confidential records lie there while the run lasts, readable by you alone; they are "
            "removed at its end. Choose a folder that may hold them."
        )
        named(self.line, tr("Folder for scratch files"), why)
        named(self.button, tr("Choose the folder for scratch files"))
        self.line.setPlaceholderText(tr("A folder on a disk with enough space"))
        label = label_for(self.line, tr("Scra&tch folder"))
        grid = self.grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(sizes.MARGIN)
        grid.setVerticalSpacing(sizes.UNIT)
        grid.setColumnStretch(1, 1)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.line, 0, 1)
        grid.addWidget(self.button, 0, 2)
        grid.addWidget(self.said, 1, 1, 1, 2)
        grid.addWidget(note(why), 2, 1, 1, 2)
        self.line.textEdited.connect(self._follow)
        self.button.clicked.connect(self._choose)

    @property
    def folder(self) -> str:
        """What is entered."""
        return self.line.text().strip()

    def show_need(self, needed: int) -> None:
        """Show the space that a run needs, and whether the folder has it."""
        self._needed = needed
        if not self._is_own:
            self.line.setText(proposed_scratch())
        self._look()
        self._show()

    def propose(self) -> None:
        """Propose a folder again, whatever was entered."""
        self._is_own = False

    def forget(self) -> None:
        """Look again the next time: a run may have filled the disk."""
        self._asked, self._space = "", None

    def hindrance(self) -> str:
        """Return why no run can begin; empty if one can."""
        if not self.folder:
            return tr("Choose a folder for scratch files.")
        if self._space is None:
            return tr("The free space is being looked at.")
        if self._space.problem is not None:
            return tr("Choose another folder for scratch files.")
        if not self._space.is_enough(self._needed):
            return tr("The disk of the scratch folder has not enough free space.")
        return ""

    def problems(self) -> list[Problem]:
        """Return why nothing can be written to the folder, as far as is known."""
        known = self._space is not None and self._space.problem is not None
        return [self._space.problem] if known and self._space and self._space.problem else []

    def _look(self) -> None:
        if self.folder and self.folder != self._asked:
            self._asked, self._space = self.folder, None
            self._looking.ask(partial(look_at_space, self.folder), Lane.IO)

    def _show(self) -> None:
        space = self._space
        # Any other fault of the folder is listed with the problems of the page.
        short = space is not None and space.problem is None and not space.is_enough(self._needed)
        self.said.setText(space_text(self._space if self.folder else None, self._needed))
        set_kind(self.said, "danger" if short and self.folder else "muted")

    @Slot()
    @Slot(str)
    def _follow(self, _typed: str = "") -> None:
        self._is_own = True
        if not self.folder:
            self.forget()
        self._look()
        self._show()
        self.changed.emit()

    @Slot()
    def _choose(self) -> None:
        begin = self.folder or first_folder()
        chosen = QFileDialog.getExistingDirectory(self, tr("Folder for scratch files"), begin)
        if chosen:
            self.line.setText(str(Path(chosen)))
            self.line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._follow()

    @Slot(object)
    def _take(self, space: ScratchSpace) -> None:
        if space.folder == self.folder:
            self._space = space
            self._show()
            self.changed.emit()
