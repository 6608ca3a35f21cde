"""What the window does with project files: save, reopen, offer what was not saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, QTimer, Slot

from desktop_app import closing
from desktop_app.projects.choosers import choose_project_place
from desktop_app.projects.desk import ProjectDesk
from desktop_app.projects.recovery import Left
from desktop_app.state import Step
from desktop_app.text import failure_text, tr

if TYPE_CHECKING:
    from desktop_app.main_window import MainWindow

_SAID_MILLISECONDS = 4000


class ProjectKeeper(QObject):
    """Stands between the menu, the notice and the desk."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.desk = ProjectDesk(window.store, window.runner, self)
        self._left: tuple[Left, ...] = ()
        self._offered: Left | None = None
        self._afterwards: Callable[[], object] | None = None
        self.desk.saved.connect(self._tell_saved)
        self.desk.failed.connect(self._tell_failure)
        self.desk.left.connect(self._offer)
        window.notice.closed.connect(self._offer_no_more)

    # Saving

    @Slot()
    def save(self) -> None:
        """Save the project in its file, or ask for one."""
        file = self._window.store.file
        if file is not None:
            self.desk.save(file)
        else:
            self.save_as()

    @Slot()
    def save_as(self) -> None:
        """Ask for a file and save the project there."""
        store = self._window.store
        if store.source is None:
            return
        near = store.file or Path(store.source.path).with_name(f"{store.name}.statveil")
        chosen = choose_project_place(self._window, near)
        if chosen is not None:
            self.desk.save(chosen)
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
        window = self._window
        if window.store.project is None:
            return
        if not window.would_lose:
            self._close_now()
            return
        unsaved, project = window.store.modified, closing.Closing.PROJECT
        answer = closing.confirm_closing(window, unsaved, window.would_lose_run, project)
        if answer is closing.Answer.SAVE:
            self.save_and(self._close_now)
        elif answer is closing.Answer.CLOSE:
            self._close_now()

    def _close_now(self) -> None:
        # What was changed since the last copy, at the latest while it was being saved.
        self.desk.copy_now()
        self._window.store.close()
        self._window.enter_step(Step.DATA)

    def show_name(self) -> None:
        """Show the project's name and whether it is saved in the window's title."""
        store = self._window.store
        if self._window.incoming:
            self._window.setWindowTitle(tr("Import {file} – Statveil", file=self._window.incoming))
            self._window.setWindowModified(False)
            return
        name = store.name
        self._window.setWindowTitle(tr("{name}[*] – Statveil", name=name) if name else "Statveil")
        self._window.setWindowModified(store.modified)

    @Slot(object)
    def _tell_saved(self, path: Path) -> None:
        said = tr("Saved {name}", name=path.name)
        self._window.say_quietly(said)
        QTimer.singleShot(_SAID_MILLISECONDS, self._window.say_nothing)
        afterwards, self._afterwards = self._afterwards, None
        if afterwards is not None:
            afterwards()

    @Slot(object)
    def _tell_failure(self, error: BaseException) -> None:
        self._stay()
        self._offered = None
        said = tr("The project was not saved.")
        self._window.notice.say(
            f"{said} {failure_text(error)}", (tr("Save &as…"), self.save_as), icon="attention"
        )

    def _stay(self) -> None:
        if self._afterwards is not None:
            self._afterwards = None
            self._window.ask_again()

    # What was not saved

    @Slot(object)
    def _offer(self, left: tuple[Left, ...]) -> None:
        self._left = left
        self._offered = left[0] if left else None
        if self._offered is None:
            return
        self._window.notice.say(
            _left_text(self._offered),
            (tr("Open &them"), self.open_left),
            (tr("&Delete them"), self.discard_left),
        )

    @Slot()
    def open_left(self) -> None:
        """Open the changes that are offered."""
        if self._offered is not None:
            left, self._offered = self._offered, None
            self._window.notice.withdraw()
            self.desk.adopt(left)
            self._window.open_path(str(left.path))

    @Slot()
    def discard_left(self) -> None:
        """Delete the changes that are offered, and offer the next."""
        if self._offered is not None:
            self.desk.discard(self._offered)
            self._window.notice.withdraw()
            self._offer(self._left[1:])

    @Slot()
    def _offer_no_more(self) -> None:
        self._offered = None


def _left_text(left: Left) -> str:
    when = QLocale().toString(
        QDateTime.fromSecsSinceEpoch(int(left.changed.timestamp())), QLocale.FormatType.ShortFormat
    )
    return tr("{name} has changes of {when} that were not saved.", name=left.name, when=when)
