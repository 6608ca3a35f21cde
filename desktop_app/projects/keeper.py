"""What the window does with project files: save, reopen, offer what was not saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app import closing
from desktop_app.jobs import Runner
from desktop_app.projects.elsewhere import ChangedElsewhereError
from desktop_app.projects.opening import is_project_name
from desktop_app.projects.recovery import Left
from desktop_app.projects.storage import ProjectStorage
from desktop_app.store import ProjectStore
from desktop_app.text import failure_text, tr
from desktop_app.views.choosers import add_suffix, remember_folder
from desktop_app.views.frame.notice import NoticeBar


class ProjectKeeper(QObject):
    """Saves and closes the project as the commands ask, and reports what came of it.

    Parameters
    ----------
    store : ProjectStore
        The open project.
    runner : Runner
        Writes the files.
    notice : NoticeBar
        Where failures are reported, and unsaved changes are offered.
    loss : callable
        Returns what closing would lose now.
    window : QWidget
        Owns the dialogs.

    Signals
    -------
    saved(str)
        With a sentence on what was saved.
    closed()
        The project was closed.
    stayed()
        The project was to be saved and closed, and was not saved.
    open_wanted(str)
        With the path of a file that the user wants to open.
    """

    saved = Signal(str)
    closed = Signal()
    stayed = Signal()
    open_wanted = Signal(str)

    def __init__(
        self,
        store: ProjectStore,
        runner: Runner,
        notice: NoticeBar,
        loss: Callable[[], closing.Loss],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._store = store
        self._notice = notice
        self._loss = loss
        self._window = window
        self.storage = ProjectStorage(store, runner, self)
        self._left: tuple[Left, ...] = ()
        self._offered: Left | None = None
        self._afterwards: Callable[[], object] | None = None
        self.storage.saved.connect(self._finish_saving)
        self.storage.failed.connect(self._show_failure)
        self.storage.left.connect(self._offer)
        notice.closed.connect(self._offer_no_more)

    # Saving

    @Slot()
    def save(self) -> None:
        """Save the project in its file, or ask for one."""
        file = self._store.file
        if file is not None:
            self.storage.save(file)
        else:
            self.save_as()

    @Slot()
    def save_as(self) -> None:
        """Ask for a file and save the project there."""
        store = self._store
        if store.source is None:
            return
        near = store.file or Path(store.source.path).with_name(f"{store.name}.statveil")
        # The chooser asks before it replaces a file.
        chosen, _ = QFileDialog.getSaveFileName(
            self._window,
            tr("Save the project"),
            str(near),
            ";;".join((tr("Projects (*.statveil)"), tr("Recipes (*.recipe.json *.json)"))),
        )
        path = Path(chosen) if chosen else None
        if path is not None and not is_project_name(chosen):
            path = add_suffix(self._window, chosen, ".statveil")
        if path is not None:
            remember_folder(path)
            self.storage.save(path)
        else:
            self._stay()

    def save_and(self, afterwards: Callable[[], object]) -> None:
        """Save, and do what comes afterwards if that succeeds."""
        self._afterwards = afterwards
        self.save()

    # Closing

    @Slot()
    def close_project(self) -> None:
        """Close the project; ask first if something would be lost."""
        if self._store.project is None:
            return
        loss = self._loss()
        if not loss.anything:
            self._close_now()
            return
        answer = closing.confirm_closing(self._window, loss, closing.Closing.PROJECT)
        if answer is closing.Answer.SAVE:
            self.save_and(self._close_now)
        elif answer is closing.Answer.CLOSE:
            self._close_now()

    def _close_now(self) -> None:
        # What was changed since the last copy, at the latest while it was being saved.
        self.storage.copy_now()
        self._store.close()
        self.closed.emit()

    @Slot(object)
    def _finish_saving(self, path: Path) -> None:
        self.saved.emit(tr("Saved {name}", name=path.name))
        afterwards, self._afterwards = self._afterwards, None
        if afterwards is not None:
            afterwards()

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        if isinstance(error, ChangedElsewhereError):
            self._ask_which(error.path)
            return
        self._stay()
        self._offered = None
        title = tr("The project was not saved.")
        self._notice.say(
            f"{title} {failure_text(error)}", (tr("Save &as…"), self.save_as), icon="attention"
        )

    def _ask_which(self, path: Path) -> None:
        """Ask which of two versions the file shall hold."""
        match closing.choose_version(self._window, path.name):
            case closing.Version.THIS:
                self.storage.save(path, over_other=True)
            case closing.Version.BOTH:
                self.save_as()
            case closing.Version.OTHER:
                self._stay()

    def _stay(self) -> None:
        if self._afterwards is not None:
            self._afterwards = None
            self.stayed.emit()

    # What was not saved

    @Slot(object)
    def _offer(self, copies: tuple[Left, ...]) -> None:
        self._left = copies
        self._offered = copies[0] if copies else None
        if self._offered is None:
            return
        when = QLocale().toString(
            QDateTime.fromSecsSinceEpoch(int(self._offered.changed.timestamp())),
            QLocale.FormatType.ShortFormat,
        )
        left_text = tr(
            "{name} has changes of {when} that were not saved.", name=self._offered.name, when=when
        )
        self._notice.say(
            left_text,
            (tr("Open &them"), self.open_left),
            (tr("&Delete them"), self.discard_left),
        )

    @Slot()
    def open_left(self) -> None:
        """Open the changes that are offered."""
        if self._offered is not None:
            copy, self._offered = self._offered, None
            self._notice.withdraw()
            self.storage.adopt(copy)
            self.open_wanted.emit(str(copy.path))

    @Slot()
    def discard_left(self) -> None:
        """Delete the changes that are offered, and offer the next."""
        if self._offered is not None:
            self.storage.discard(self._offered)
            self._notice.withdraw()
            self._offer(self._left[1:])

    @Slot()
    def _offer_no_more(self) -> None:
        self._offered = None
