"""One piece of work as the window holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from core.errors import Cancelled
from core.jobs import Job, Progress
from desktop_app.jobs.precedence import LaneJob


class Lane(StrEnum):
    """Where work runs; each lane does one thing at a time, in order."""

    COMPUTE = "compute"
    IO = "io"
    PICTURES = "pictures"
    KEEPING = "keeping"


@dataclass(frozen=True, slots=True)
class OperationOutcome:
    """How work ended: with a value, or with what stopped it."""

    value: object = None
    error: BaseException | None = None


class Operation(QObject):
    """Work that was handed to a runner; ends with exactly one of its three signals.

    Signals
    -------
    succeeded(object)
        With what the work returned.
    failed(object)
        With the exception; expected ones are `core.errors.StatveilError`.
    cancelled()
        The work stopped because it was asked to.
    """

    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(
        self,
        work: Callable[[Job], object],
        lane: Lane,
        title: str,
        quiet: bool,
        give_way: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.lane = lane
        self.title = title
        self.quiet = quiet
        self._work: Callable[[Job], object] | None = work
        self._job = LaneJob(give_way)
        # Whether the end has been reported.
        self.over = False

    @property
    def stopping(self) -> bool:
        """Whether the work was asked to stop."""
        return self._job.cancelled

    def cancel(self) -> None:
        """Ask the work to stop; its end comes as a signal, later."""
        self._job.cancel()

    def progress(self) -> Progress:
        """Return how far the work is."""
        return self._job.progress()

    def perform(self, prepare: Callable[[], object] | None = None) -> OperationOutcome:
        """Do the work in the calling thread, after `prepare`; for the runner."""
        work, self._work = self._work, None
        if work is None:
            raise RuntimeError("work is done once")
        try:
            self._job.check()
            if prepare is not None:
                prepare()
                self._job.check()
            return OperationOutcome(value=work(self._job))
        except BaseException as error:
            return OperationOutcome(error=error)

    def conclude(self, outcome: OperationOutcome) -> None:
        """Report the end, on the main thread; for the runner."""
        if self.over:
            return
        self.over = True
        if outcome.error is None:
            self.succeeded.emit(outcome.value)
        elif isinstance(outcome.error, Cancelled):
            self.cancelled.emit()
        else:
            self.failed.emit(outcome.error)
