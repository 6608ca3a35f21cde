"""Asks for one answer at a time; answers to earlier questions are dropped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot

from core.jobs import Job
from desktop_app.jobs.operation import Lane, Operation
from desktop_app.jobs.runner import Runner

Receiver = Callable[..., object] | SignalInstance


class Latest(QObject):
    """Keeps one question under way; what is given as `arrived` and `failed` is connected to them.

    Signals
    -------
    arrived(object)
        With the answer to the latest question.
    failed(object)
        With the exception that the latest question ended in.
    cancelled()
        The latest question was cancelled, but not dropped.
    """

    arrived = Signal(object)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(
        self,
        runner: Runner,
        title: str,
        parent: QObject | None = None,
        arrived: Receiver | None = None,
        failed: Receiver | None = None,
        *,
        quiet: bool = True,
    ) -> None:
        super().__init__(parent)
        if arrived is not None:
            self.arrived.connect(arrived)
        if failed is not None:
            self.failed.connect(failed)
        self.title = title
        self._runner = runner
        self._quiet = quiet
        # The latest question, while its answer is still to come.
        self.operation: Operation | None = None

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self.operation is not None

    def ask(self, work: Callable[[Job], object], lane: Lane = Lane.COMPUTE) -> None:
        """Do `work`; whatever was asked before is cancelled and its answer dropped.

        A runner that is closed takes no more work: nothing is done, and no answer comes.
        """
        self.drop()
        if self._runner.closed:
            return
        operation = self._runner.run(work, lane, self.title, quiet=self._quiet)
        operation.succeeded.connect(self._arrive)
        operation.failed.connect(self._fail)
        operation.cancelled.connect(self._stop)
        self.operation = operation

    def drop(self) -> None:
        """Forget what was asked."""
        if self.operation is not None:
            self.operation.cancel()
        self.operation = None

    @Slot(object)
    def _arrive(self, answer: object) -> None:
        if self.sender() is self.operation:
            self.operation = None
            self.arrived.emit(answer)

    @Slot(object)
    def _fail(self, error: BaseException) -> None:
        if self.sender() is self.operation:
            self.operation = None
            self.failed.emit(error)

    @Slot()
    def _stop(self) -> None:
        if self.sender() is self.operation:
            self.operation = None
            self.cancelled.emit()
