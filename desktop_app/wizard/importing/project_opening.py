"""A project that is being opened: at most one at a time, the last one asked for."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.jobs import Lane, Operation, Runner
from desktop_app.projects.opening import Astray, Opened, open_project_file
from desktop_app.text import tr


class ProjectOpening(QObject):
    """Reads a project file and its input on the lane for files.

    Signals
    -------
    opened(object)
        With what is `Opened`.
    astray(object)
        With an `Astray`: the input is not the one that the project was saved with.
    failed(object)
        With the exception that it ended in.
    changed()
        `busy` is another one.
    """

    opened = Signal(object)
    astray = Signal(object)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._operation: Operation | None = None
        self.path = Path()

    @property
    def busy(self) -> bool:
        """Whether a project is being opened."""
        return self._operation is not None

    def open(self, path: Path, input_override: Path | None = None) -> None:
        """Open the project at `path`, with another input if the user named one."""
        self.drop()
        self.path = path
        name = path.name.removesuffix(".json").removesuffix(".recipe").removesuffix(".statveil")
        operation = self._runner.run(
            partial(open_project_file, path, input_override),
            Lane.IO,
            tr("Opening {name}", name=name),
        )
        operation.succeeded.connect(self._take)
        operation.failed.connect(self._fail)
        operation.cancelled.connect(self._stop)
        self._operation = operation
        self.changed.emit()

    def drop(self) -> None:
        """Stop and forget what is under way."""
        if self._operation is not None:
            self._operation.cancel()
        self._operation = None

    @Slot(object)
    def _take(self, found: Opened | Astray) -> None:
        if self._is_answer():
            (self.opened if isinstance(found, Opened) else self.astray).emit(found)
            self.changed.emit()

    @Slot(object)
    def _fail(self, error: BaseException) -> None:
        if self._is_answer():
            self.failed.emit(error)
            self.changed.emit()

    @Slot()
    def _stop(self) -> None:
        if self._is_answer():
            self.changed.emit()

    def _is_answer(self) -> bool:
        current = self._operation is not None and self.sender() is self._operation
        if current:
            self._operation = None
        return current
