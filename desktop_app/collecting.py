"""Collects garbage on the main thread, so that no Qt object is destroyed in a worker."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

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
