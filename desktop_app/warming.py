"""Imports what is heavy and compiles the kernels, and keeps collections of garbage short."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core import compiling_ahead
from core.jobs import Job
from desktop_app import engine
from desktop_app.jobs import Lane, Operation, Runner
from desktop_app.state import Step
from desktop_app.text import tr

_LOOK_MILLISECONDS = 500


def get_ready(job: Job) -> bool:
    """Import engine, matplotlib and pages, and load the kernels; runs in the compute lane.

    Kernels that are not compiled yet, or for the oldest processors only, are compiled by another
    process from then on.

    Returns
    -------
    bool
        Whether all is ready; otherwise the kernels can be loaded once that process has ended.
    """
    engine.bring_in()
    job.check()
    from desktop_app.plots import (  # noqa: F401
        closeness,
        cluster_map,
        cluster_sizes,
        curves,
        distance_map,
        distribution,
        rendering,
        risk_histogram,
        themed,
    )
    from desktop_app.wizard.pages import page_class

    for step in Step:
        page_class(step)
    from core.kernels.compilation.cache_folder import origin
    from core.pipeline import warm_up

    compiling_ahead.begin()
    if compiling_ahead.is_under_way():
        return False
    # Kernels that nobody could compile ahead are compiled when they are needed.
    if origin() != "new":
        warm_up(job.check)
    return True


class WarmUp(QObject):
    """Does it quietly, once; what the user asks for meanwhile goes before.

    Signals
    -------
    compiles()
        Another process compiles kernels, as on the first start on a computer: that takes minutes.
    compiled()
        That process has compiled all kernels, and they are loaded.
    finished()
        All is ready, or could not be; what needs it will say so then.
    """

    compiles = Signal()
    compiled = Signal()
    finished = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._operation: Operation | None = None
        self._gives_way = False
        self._compiles = False
        self._looks = QTimer(self)
        self._looks.setInterval(_LOOK_MILLISECONDS)
        self._looks.timeout.connect(self._look_for_kernels)
        runner.started.connect(self._give_way)
        runner.idle.connect(self._go_on)

    @Slot()
    def begin(self) -> None:
        """Begin."""
        operation = self._runner.run(get_ready, Lane.COMPUTE, tr("Getting ready"), quiet=True)
        operation.succeeded.connect(self._take)
        operation.failed.connect(self._end)
        operation.cancelled.connect(self._stop)
        self._operation = operation

    @Slot(object)
    def _take(self, is_ready: bool) -> None:
        if is_ready:
            from core.kernels.compilation.cache_folder import origin

            if self._compiles and origin() != "new":
                self.compiled.emit()
            self._end()
        else:
            self._operation, self._compiles = None, True
            self._looks.start()
            self.compiles.emit()

    @Slot()
    def _look_for_kernels(self) -> None:
        if not compiling_ahead.is_under_way() and not self._runner.closed:
            self._looks.stop()
            self.begin()

    @Slot(object)
    def _give_way(self, operation: Operation) -> None:
        if self._operation not in (None, operation) and operation.lane is Lane.COMPUTE:
            self._gives_way = True
            self._operation.cancel()

    @Slot()
    def _go_on(self) -> None:
        if self._gives_way and not self._runner.closed:
            self._gives_way = False
            self.begin()

    @Slot()
    def _stop(self) -> None:
        self._operation = None
        if not self._gives_way:
            self.finished.emit()

    @Slot()
    @Slot(object)
    def _end(self, _: object = None) -> None:
        self._operation, self._gives_way = None, False
        self.finished.emit()


INTERVAL_MILLISECONDS = 1000


class Collector(QObject):
    """Switches automatic collection off; from `settle` on, collects on a timer.

    By Python's own thresholds, as it would itself.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MILLISECONDS)
        self._timer.timeout.connect(self.collect)

    @Slot()
    def settle(self) -> None:
        """Leave what is alive now out of all collections, and begin to collect.

        Meant for the moment when the large libraries have been imported: their hundred thousands
        of objects live as long as the program, and a collection that looks at them all was measured
        to take 300 to 400 ms. Freezing takes none, and nothing is collected while they come in.
        """
        gc.freeze()
        self._timer.start()

    @Slot()
    def collect(self) -> None:
        """Collect the oldest generation that is due."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return
