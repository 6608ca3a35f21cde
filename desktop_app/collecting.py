"""Collects garbage on the main thread, so that no Qt object is destroyed in a worker."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MILLISECONDS = 1000


class Collector(QObject):
    """Switches automatic collection off and collects, by Python's own thresholds, on a timer."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MILLISECONDS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    @Slot()
    def collect(self) -> None:
        """Collect the oldest generation that is due."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return

    @Slot()
    def settle(self) -> None:
        """Leave what is alive now out of later collections, which are then short.

        Meant for the moment when the large libraries have been imported: their hundred thousands
        of objects live as long as the program.
        """
        gc.collect()
        gc.freeze()
