"""Verify or repeat a release that somebody hands over; the window stays usable meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from core.jobs import Job, Progress
from core.network_paths import is_network_path
from desktop_app.checking import outcome
from desktop_app.checking.outcome import CheckOutcome
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.preferences.scratch_folder import settle_scratch
from desktop_app.text import phase_text, tr
from desktop_app.theme import sizes
from desktop_app.views.choosers import dropped_path, first_folder, remember_folder, take_copy
from desktop_app.views.forms import label_for, named, note, push_button, set_kind
from desktop_app.views.layouts import STRETCH, in_column, in_row
from desktop_app.views.mark import Mark
from desktop_app.views.plain import PlainLabel

if TYPE_CHECKING:
    from core.verify import Check, Replay

_MARK = 24
_WIDTH = 72 * sizes.UNIT
_KINDS = {True: ("done", "good"), False: ("attention", "danger"), None: ("warning", "caution")}


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
        hint: str,
        choose: Callable[[QWidget], Path | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._choose = choose
        self.line = QLineEdit()
        self.button = push_button(tr("Choose…"), self._ask)
        self.button.setAutoDefault(False)
        plain = title.replace("&", "")
        named(self.line, plain, hint)
        named(self.button, tr("Choose: {what}", what=plain))
        label = label_for(self.line, title)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(sizes.UNIT)
        grid.setVerticalSpacing(sizes.HALF)
        grid.addWidget(label, 0, 0, 1, 2)
        grid.addWidget(self.line, 1, 0)
        grid.addWidget(self.button, 1, 1)
        grid.addWidget(note(hint), 2, 0, 1, 2)
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
        path = dropped_path(event.mimeData())
        if path and not is_network_path(path):
            take_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Enter the file that was dropped."""
        self.set_path(Path(dropped_path(event.mimeData())))
        take_copy(event)

    @Slot()
    def _ask(self) -> None:
        chosen = self._choose(self)
        if chosen is not None:
            self.set_path(chosen)


class CheckTask(Enum):
    """What is done with a release."""

    VERIFY = "verify"
    REPEAT = "repeat"


class CheckDialog(QDialog):
    """Asks for the audit log, and what else the check needs; shows what it came to."""

    def __init__(self, runner: Runner, task: CheckTask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._task = task
        self._outcome: CheckOutcome | None = None
        self._attempt = Attempt(runner, self)
        self._fields()
        self.sentence = note()
        self.panel = QFrame()
        self._mark, self.lines = Mark(_MARK), note(kind="")
        self.headline = PlainLabel(font=sizes.section_font(), wraps=True)
        self.main_button = push_button(self._verb(), self.begin, kind="main")
        self.stop_button = QPushButton(tr("&Cancel"))
        self.close_button = QPushButton(tr("C&lose"))
        self._lay_out()
        for field in (self.log, self.original, self.folder):
            field.edited.connect(self._edit)
        self.stop_button.clicked.connect(self._attempt.cancel)
        self.close_button.clicked.connect(self.close)
        self._attempt.succeeded.connect(self._take)
        self._attempt.changed.connect(self._follow_state)
        self._attempt.progressed.connect(self._follow)
        self._show_state()

    def _fields(self) -> None:
        self.log = PathField(
            tr("&Audit log"),
            tr(
                "NAME.audit.json in the folder public; with NAME.internal.json in the folder "
                "internal, more can be checked."
            ),
            lambda parent: _choose(
                parent, tr("Choose the audit log"), tr("Audit logs (*.audit.json *.internal.json)")
            ),
        )
        repeats = self._task is CheckTask.REPEAT
        self.original = PathField(
            tr("&Original file") if repeats else tr("&Original file (may be left out)"),
            tr("The confidential input. It is only read.")
            if repeats
            else tr("With it the run is repeated and every measure compared."),
            lambda parent: _choose(parent, tr("Choose the original file"), ""),
        )
        self.folder = PathField(
            tr("&New folder"),
            tr("The repeated release is written there."),
            _choose_folder,
        )
        self.folder.setVisible(repeats)

    def _lay_out(self) -> None:
        repeats = self._task is CheckTask.REPEAT
        self.setWindowTitle(tr("Repeat a release") if repeats else tr("Verify a release"))
        self.setMinimumWidth(_WIDTH)
        self.panel.setObjectName("picture")
        self._mark.setFixedSize(_MARK, _MARK)
        self.main_button.setDefault(True)
        for button in (self.stop_button, self.close_button):
            button.setAutoDefault(False)
        self.lines.setTextFormat(Qt.TextFormat.PlainText)
        self.lines.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        top = in_row(self._mark, (self.headline, 1), spacing=-1)
        in_column(top, self.lines, inside=self.panel, margins=sizes.MARGIN, spacing=-1)
        buttons = in_row(
            (self.sentence, 1), self.stop_button, self.close_button, self.main_button, spacing=-1
        )
        in_column(
            note(self._purpose(), kind=""),
            self.log,
            self.original,
            self.folder,
            self.panel,
            STRETCH,
            buttons,
            inside=self,
            margins=3 * sizes.UNIT,
            spacing=sizes.MARGIN,
        )

    def _purpose(self) -> str:
        if self._task is CheckTask.REPEAT:
            return tr(
                "Repeats the run that the audit log describes, and says whether the result is the "
                "same."
            )
        return tr(
            "Checks the hashes of the files and the log’s own chain, and counts k and t again in "
            "the protected file."
        )

    def _verb(self) -> str:
        return tr("&Repeat") if self._task is CheckTask.REPEAT else tr("&Verify")

    # What it does

    @Slot()
    def begin(self) -> None:
        """Make the check with what is entered."""
        log, original, folder = self.log.path, self.original.path, self.folder.path
        if self._attempt.busy or self._hindrance() or log is None:
            return
        self._outcome = None
        if self._task is CheckTask.VERIFY:
            verify = partial(_verify, log, original)
            self._attempt.begin(verify, Lane.COMPUTE, tr("Verifying a release"))
        elif original is not None and folder is not None:
            again = partial(_replay, log, original, folder)
            self._attempt.begin(again, Lane.COMPUTE, tr("Repeating a release"))

    def done(self, result: int) -> None:
        """Stop the work when the dialog is closed."""
        self._attempt.abandon()
        super().done(result)

    def _hindrance(self) -> str:
        if self.log.path is None:
            return tr("Choose the audit log.")
        if self._task is CheckTask.REPEAT and self.original.path is None:
            return tr("Choose the original file.")
        if self._task is CheckTask.REPEAT and self.folder.path is None:
            return tr("Choose a new folder.")
        return ""

    @Slot()
    def _edit(self) -> None:
        if not self._attempt.busy:
            self._attempt.reset()
            self._outcome = None
            self._show_state()

    @Slot(object)
    def _take(self, answer: object) -> None:
        from core.verify import Check, Replay

        if isinstance(answer, Check):
            self._outcome = outcome.of_check(answer)
        elif isinstance(answer, Replay):
            self._outcome = outcome.of_replay(answer)

    @Slot(object)
    def _follow(self, progress: Progress) -> None:
        self.sentence.setText(phase_text(progress.phase) or tr("Checking…"))

    @Slot()
    def _follow_state(self) -> None:
        """Go on once a file that was refused can be read in a folder for scratch files."""
        error = self._attempt.error
        if error is not None and settle_scratch(error) is None:
            self.begin()
        else:
            self._show_state()

    @Slot()
    def _show_state(self) -> None:
        busy, error = self._attempt.busy, self._attempt.error
        shown = outcome.of_failure(error) if error is not None and not busy else self._outcome
        hindrance = self._hindrance()
        for field in (self.log, self.original, self.folder):
            field.setEnabled(not busy)
        self.main_button.setEnabled(not busy and not hindrance)
        self.stop_button.setVisible(busy)
        self.stop_button.setEnabled(self._attempt.state is AttemptState.RUNNING)
        cancelled = self._attempt.state is AttemptState.CANCELLED
        waiting = tr("Cancelled.") if cancelled else hindrance
        self.sentence.setText(tr("Checking…") if busy else waiting)
        self.panel.setVisible(shown is not None and not busy)
        if shown is not None:
            self._show_outcome(shown)

    def _show_outcome(self, shown: CheckOutcome) -> None:
        icon, kind = _KINDS[shown.good]
        self._mark.show_icon(icon, kind)
        self.headline.setText(shown.headline)
        set_kind(self.headline, kind)
        self.lines.setText("\n".join(shown.lines))
        # What the dialog knows of the panel's height is that of the outcome before.
        self.panel.updateGeometry()
        layout = self.layout()
        needed = layout.totalHeightForWidth(self.width()) if layout is not None else 0
        if needed > self.height():
            self.resize(self.width(), needed)


def _verify(log: Path, original: Path | None, job: Job) -> Check:
    # Imported late: it brings the engine with it, and the dialog is shown before that.
    from core.verify import verify

    return verify(log, original, job)


def _replay(log: Path, original: Path, folder: Path, job: Job) -> Replay:
    """Repeat a release; nothing in the folder is replaced."""
    from core.pipeline import check_destination
    from core.verify import replay

    check_destination(folder, False)
    return replay(log, original, folder, False, job)


def _choose_folder(parent: QWidget) -> Path | None:
    """Let the user choose the folder of a repeated release."""
    chosen = QFileDialog.getExistingDirectory(parent, tr("Choose a new folder"), first_folder())
    return Path(chosen) if chosen else None


def _choose(parent: QWidget, title: str, kinds: str) -> Path | None:
    every = tr("All files (*)")
    filters = f"{kinds};;{every}" if kinds else every
    chosen, _ = QFileDialog.getOpenFileName(parent, title, first_folder(), filters)
    if not chosen:
        return None
    remember_folder(Path(chosen))
    return Path(chosen)
