"""Saves the manual as web pages, to be printed or handed to those who have no Statveil."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from core.jobs import Job
from desktop_app.jobs import Lane, Runner
from desktop_app.text import failure_text, tr, tr_n
from desktop_app.views.choosers import choose_folder, free_folder
from desktop_app.views.frame.notice import NoticeBar

_FOLDER = "statveil_manual"


@dataclass(frozen=True, slots=True)
class Saved:
    """A folder with the manual, and the number of its pages."""

    folder: Path
    pages: int


class ManualSaving(QObject):
    """Asks for a folder and writes the manual into a new one inside it."""

    def __init__(self, runner: Runner, notice: NoticeBar, window: QWidget) -> None:
        super().__init__(window)
        self._runner, self._notice, self._window = runner, notice, window
        self._folder: Path | None = None

    @Slot()
    def ask(self) -> None:
        """Let the user choose a folder, and write the pages away from the window's thread."""
        home = choose_folder(self._window, tr("Choose where the manual is saved"))
        if home is None:
            return
        work = partial(save_manual_in, home)
        operation = self._runner.run(work, Lane.IO, tr("Saving the manual as web pages"))
        operation.succeeded.connect(self._show_saved)
        operation.failed.connect(self._show_failure)

    @Slot(object)
    def _show_saved(self, saved: Saved) -> None:
        self._folder = saved.folder
        said = tr_n(
            "The manual was saved as {count} web page in {folder}; begin with index.html.",
            "The manual was saved as {count} web pages in {folder}; begin with index.html.",
            saved.pages,
            folder=str(saved.folder),
        )
        self._notice.say(said, (tr("Open the folder"), self._open_folder))

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        said = tr("The manual was not saved.")
        self._notice.say(f"{said} {failure_text(error)}", icon="attention")

    @Slot()
    def _open_folder(self) -> None:
        if self._folder is None:
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))):
            said = tr("No program on this computer opens {path} from here.", path=str(self._folder))
            self._notice.say(said, icon="attention")


def save_manual_in(home: Path, job: Job) -> Saved:
    """Write the manual as web pages into a new folder in `home`.

    Raises
    ------
    Refused
        If the folder cannot be written.
    StorageFull
        If the disk is full.
    Cancelled
        If the job is cancelled; then nothing is left behind.
    """
    # Imported late: the first paint does not wait for the command line.
    from core.command_line.manual_folder import write_manual

    folder = free_folder(home, _FOLDER)
    return Saved(folder, write_manual(folder, job))
