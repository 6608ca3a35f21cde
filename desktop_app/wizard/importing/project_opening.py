"""A project that is being opened: at most one at a time, the last one asked for."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt
from desktop_app.projects.opening import Astray, Gone, Opened, open_project_file
from desktop_app.text import tr


class ProjectOpening(QObject):
    """Reads a project file and its input on the lane for files.

    Signals
    -------
    opened(object)
        With what is `Opened`.
    astray(object)
        With an `Astray`: the input is not the one that the project was saved with.
    gone(object)
        With a `Gone`: there is no such file.
    failed(object)
        With the exception that it ended in.
    changed()
        `busy` is another one.
    """

    opened = Signal(object)
    astray = Signal(object)
    gone = Signal(object)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._attempt = Attempt(runner, self)
        self._attempt.succeeded.connect(self._take)
        self._attempt.changed.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether a project is being opened."""
        return self._attempt.busy

    def open(self, path: Path, input_override: Path | None = None) -> None:
        """Open the project at `path`, with another input if the user named one."""
        self.drop()
        name = path.name.removesuffix(".json").removesuffix(".recipe").removesuffix(".statveil")
        work = partial(open_project_file, path, input_override)
        self._attempt.begin(work, Lane.IO, tr("Opening {name}", name=name))

    def drop(self) -> None:
        """Stop and forget what is under way."""
        self._attempt.abandon()

    @Slot(object)
    def _take(self, found: Opened | Astray | Gone) -> None:
        if isinstance(found, Gone):
            self.gone.emit(found)
        else:
            (self.opened if isinstance(found, Opened) else self.astray).emit(found)

    @Slot()
    def _follow(self) -> None:
        if self._attempt.error is not None:
            self.failed.emit(self._attempt.error)
        self.changed.emit()
