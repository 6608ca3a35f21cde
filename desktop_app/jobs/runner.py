"""Runs work off the window's thread, in lanes that each do one thing at a time."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from core.jobs import Job
from desktop_app import engine
from desktop_app.jobs.operation import Lane, Operation, OperationOutcome
from desktop_app.jobs.precedence import Precedence

PULL_MILLISECONDS = 100
# A lane that runs Python code gives way to the window this often. A table asks its model in Python
# for hundreds of cells in one painting, and may wait as long for each: with a millisecond the
# longest pause while a large file is read was 90 to 230 ms, with a fifth of one 60 to 130.
_GIVE_WAY_SECONDS = 0.0002


class Runner(QObject):
    """What a page knows of a runner. All methods and signals belong to the main thread.

    Signals
    -------
    started(object), ended(object)
        With the `Operation`.
    progressed(object)
        With the tuple of running operations that are not quiet, each 100 ms while there is one.
    idle()
        The last operation has ended.
    """

    started = Signal(object)
    progressed = Signal(object)
    ended = Signal(object)
    idle = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._operations: list[Operation] = []
        # Whether it takes no more work.
        self.closed = False

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What runs or waits, oldest first."""
        return tuple(self._operations)

    @property
    def busy(self) -> bool:
        """Whether anything that is not quiet runs or waits."""
        return any(not operation.quiet for operation in self._operations)

    def run(
        self, work: Callable[[Job], object], lane: Lane, title: str, *, quiet: bool = False
    ) -> Operation:
        """Hand over `work`; connect the operation's signals right after.

        Parameters
        ----------
        work : callable
            Called with a `Job` in the lane's thread. It must not touch a widget.
        lane : Lane
            Where it runs.
        title : str
            What the activity strip calls it, translated.
        quiet : bool
            Whether the activity strip leaves it out.
        """
        operation = Operation(work, lane, title, quiet, self.give_way, self)
        self._operations.append(operation)
        self._submit(operation)
        self.started.emit(operation)
        return operation

    def cancel_all(self) -> None:
        """Ask everything to stop but the saving of projects, which takes no time."""
        for operation in self.operations:
            if operation.lane is not Lane.KEEPING:
                operation.cancel()

    def put_window_first(self) -> None:
        """Hold the work in other threads back while the window shows what it is about to show."""

    def give_way(self) -> None:
        """Wait, in a lane, until the window has had its turn."""

    def _submit(self, operation: Operation) -> None:
        raise NotImplementedError

    def _conclude(self, operation: Operation, outcome: OperationOutcome) -> None:
        self._operations.remove(operation)
        operation.conclude(outcome)
        self.ended.emit(operation)
        operation.deleteLater()
        if not self._operations:
            self.idle.emit()


class JobRunner(Runner):
    """The real one; lives as long as the application."""

    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(_GIVE_WAY_SECONDS)
        self._precedence = Precedence(self)
        self._outcomes: deque[tuple[Operation, OperationOutcome]] = deque()
        self._lanes = {
            lane: ThreadPoolExecutor(1, thread_name_prefix=f"statveil-{lane}") for lane in Lane
        }
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._pull = QTimer(self)
        self._pull.setInterval(PULL_MILLISECONDS)
        self._pull.timeout.connect(self._emit_progress)

    def put_window_first(self) -> None:
        """Hold the lanes back while the window shows what it is about to show."""
        if self._operations:
            self._precedence.take()

    def give_way(self) -> None:
        """Wait, in a lane, until the window has had its turn."""
        self._precedence.wait()

    def _submit(self, operation: Operation) -> None:
        self._lanes[operation.lane].submit(self._in_lane, operation)
        self._pull.start()

    def _in_lane(self, operation: Operation) -> None:
        # The only line of the window that runs in a worker. The signal carries nothing: the
        # outcome waits in the deque, so that Qt copies no Python object between threads.
        self._outcomes.append((operation, operation.perform(engine.bring_in)))
        self._arrived.emit()

    @Slot()
    def _deliver(self) -> None:
        if self._outcomes:
            self.put_window_first()
            self._conclude(*self._outcomes.popleft())
        if self._outcomes:  # what arrives together is taken one by one: the window answers between
            QTimer.singleShot(0, self._deliver)
        if not self._operations:
            self._pull.stop()

    @Slot()
    def _emit_progress(self) -> None:
        shown = tuple(operation for operation in self._operations if not operation.quiet)
        if shown:
            self.progressed.emit(shown)

    def close(self, seconds: float = 2.0) -> bool:
        """Stop everything and end the lanes; return whether all work stopped in time."""
        self.closed = True
        self.cancel_all()
        self._precedence.end()
        for lane in self._lanes.values():
            lane.shutdown(wait=False)
        deadline = time.monotonic() + seconds
        while len(self._outcomes) < len(self._operations) and time.monotonic() < deadline:
            time.sleep(0.01)
        finished = len(self._outcomes) == len(self._operations)
        while self._outcomes:
            self._deliver()
        return finished
