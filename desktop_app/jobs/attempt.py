"""One piece of work that a page starts, may stop and may start again, with its state."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QObject, Signal, Slot

from core.jobs import Job, Progress
from desktop_app.jobs.operation import Lane, Operation
from desktop_app.jobs.runner import Runner


class AttemptState(Enum):
    """The state of the work."""

    READY = "ready"
    RUNNING = "running"
    STOPPING = "stopping"
    CANCELLED = "cancelled"
    FAILED = "failed"
    DONE = "done"


class Attempt(QObject):
    """At most one operation at a time; an abandoned one changes nothing any more.

    Signals
    -------
    changed()
        `state` is another one.
    progressed(object)
        With the `Progress` of the work, while it runs.
    succeeded(object)
        With what the work returned, before `changed`.
    """

    changed = Signal()
    progressed = Signal(object)
    succeeded = Signal(object)

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._operation: Operation | None = None
        self._state = AttemptState.READY
        self._error: BaseException | None = None
        runner.progressed.connect(self._follow)

    @property
    def state(self) -> AttemptState:
        """The state of the work."""
        return self._state

    @property
    def busy(self) -> bool:
        """Whether the work runs or is being stopped."""
        return self._operation is not None

    @property
    def error(self) -> BaseException | None:
        """What the last attempt failed of."""
        return self._error

    def begin(self, work: Callable[[Job], object], lane: Lane, title: str) -> None:
        """Start `work`, unless some is under way."""
        if self._operation is not None:
            return
        self._error = None
        self._operation = self._runner.run(work, lane, title)
        self._operation.succeeded.connect(self._succeed)
        self._operation.failed.connect(self._fail)
        self._operation.cancelled.connect(self._stop)
        self._set(AttemptState.RUNNING)

    @Slot()
    def cancel(self) -> None:
        """Ask the work to stop; `state` says so at once."""
        if self._operation is not None:
            self._operation.cancel()
            self._set(AttemptState.STOPPING)

    @Slot()
    def abandon(self) -> None:
        """Stop the work and forget it: what it was about is gone."""
        if self._operation is not None:
            self._operation.cancel()
        self._operation, self._error = None, None
        self._set(AttemptState.READY)

    def reset(self) -> None:
        """Forget how the last attempt ended, unless one is under way."""
        if self._operation is None:
            self._state, self._error = AttemptState.READY, None

    def _set(self, state: AttemptState) -> None:
        self._state = state
        self.changed.emit()

    @Slot(object)
    def _succeed(self, value: object) -> None:
        if self.sender() is self._operation:
            self._operation = None
            self._state = AttemptState.DONE
            self.succeeded.emit(value)
            self.changed.emit()

    @Slot(object)
    def _fail(self, error: BaseException) -> None:
        if self.sender() is self._operation:
            self._operation, self._error = None, error
            self._set(AttemptState.FAILED)

    @Slot()
    def _stop(self) -> None:
        if self.sender() is self._operation:
            self._operation = None
            self._set(AttemptState.CANCELLED)

    @Slot(object)
    def _follow(self, _running: object) -> None:
        if self._operation is None:
            return
        if self._operation.stopping and self._state is AttemptState.RUNNING:
            self._set(AttemptState.STOPPING)  # cancelled in the activity strip
        progress: Progress = self._operation.progress()
        self.progressed.emit(progress)
