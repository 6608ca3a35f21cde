"""Measures how long the window did not answer."""

from __future__ import annotations

import time
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QTimer, Slot

TICK_MILLISECONDS = 5


class LatencyProbe(QObject):
    """A timer that notes the longest wait between two of its ticks.

    Used as a context around what is measured; `worst` is in milliseconds, beyond the tick.
    """

    def __init__(self) -> None:
        super().__init__()
        self.worst = 0.0
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MILLISECONDS)
        self._timer.timeout.connect(self._tick)

    def __enter__(self) -> LatencyProbe:
        self._last = time.perf_counter()
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tick()
        self._timer.stop()

    @Slot()
    def _tick(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, (now - self._last) * 1000 - TICK_MILLISECONDS)
        self._last = now
