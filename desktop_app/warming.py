"""Imports what is heavy and compiles the kernels while the user looks for a file."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from core.jobs import Job
from desktop_app.jobs import Lane, Operation, Runner
from desktop_app.text import tr


def import_heavy(job: Job) -> None:
    """Import the engine and matplotlib; runs in the compute lane."""
    import matplotlib.backends.backend_agg
    import matplotlib.figure  # noqa: F401

    job.check()
    from core import io, pipeline  # noqa: F401

    job.check()


class WarmUp(QObject):
    """Does it quietly, once.

    Signals
    -------
    finished()
        All is imported, or could not be; what needs it will say so then.
    """

    finished = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._operation: Operation | None = None

    @Slot()
    def begin(self) -> None:
        """Begin."""
        operation = self._runner.run(import_heavy, Lane.COMPUTE, tr("Getting ready"), quiet=True)
        operation.succeeded.connect(self._end)
        operation.failed.connect(self._end)
        self._operation = operation

    @Slot(object)
    def _end(self, _: object) -> None:
        self._operation = None
        self.finished.emit()
