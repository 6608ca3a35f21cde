"""One piece of work that a page starts, may stop and may start again, with its state."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QObject, Signal, Slot

from core.jobs import Job, Progress
from desktop_app.jobs.latest import Latest
from desktop_app.jobs.operation import Lane
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
        self._latest = Latest(runner, "", self, self._succeed, self._fail, quiet=False)
        self._latest.cancelled.connect(self._stop)
        # The state of the work.
        self.state = AttemptState.READY
        # What the last attempt failed of.
        self.error: BaseException | None = None
        runner.progressed.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether the work runs or is being stopped."""
        return self._latest.waiting

    def begin(self, work: Callable[[Job], object], lane: Lane, title: str) -> None:
        """Start `work`, unless some is under way."""
        if self.busy:
            return
        self.error = None
        self._latest.title = title
        self._latest.ask(work, lane)
        self._set(AttemptState.RUNNING)

    @Slot()
    def cancel(self) -> None:
        """Ask the work to stop; `state` says so at once."""
        operation = self._latest.operation
        if operation is not None:
            operation.cancel()
            self._set(AttemptState.STOPPING)

    @Slot()
    def abandon(self) -> None:
        """Stop the work and forget it: what it was about is gone."""
        self._latest.drop()
        self.error = None
        self._set(AttemptState.READY)

    def reset(self) -> None:
        """Forget how the last attempt ended, unless one is under way."""
        if not self.busy:
            self.state, self.error = AttemptState.READY, None

    def _set(self, state: AttemptState) -> None:
        self.state = state
        self.changed.emit()

    @Slot(object)
    def _succeed(self, value: object) -> None:
        self.state = AttemptState.DONE
        self.succeeded.emit(value)
        self.changed.emit()

    @Slot(object)
    def _fail(self, error: BaseException) -> None:
        self.error = error
        self._set(AttemptState.FAILED)

    @Slot()
    def _stop(self) -> None:
        self._set(AttemptState.CANCELLED)

    @Slot(object)
    def _follow(self, _running: object) -> None:
        operation = self._latest.operation
        if operation is None:
            return
        if operation.stopping and self.state is AttemptState.RUNNING:
            self._set(AttemptState.STOPPING)  # cancelled in the activity strip
        progress: Progress = operation.progress()
        self.progressed.emit(progress)
