"""Measures how long the window did not answer, and prints it part by part."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtTest import QTest

from tests.benchmarks.harness import print_row

_TICK_MILLISECONDS = 5
# Nobody goes on sooner after something has appeared; what the window does then counts, too.
_GLANCE_MILLISECONDS = 300


class Waiter:
    """Lets the window work meanwhile, as pytest-qt's helper does for tests."""

    def wait(self, milliseconds: int) -> None:
        """Wait so long."""
        QTest.qWait(milliseconds)

    def waitUntil(self, has_come: Callable[[], bool]) -> None:  # noqa: N802 - as in pytest-qt
        """Wait until something is so."""
        while not has_come():
            QTest.qWait(_TICK_MILLISECONDS)


class PauseProbe(QObject):
    """A timer that notes by how many milliseconds each of its ticks was late, by the clock."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses: list[float] = []
        self._last_tick = time.perf_counter()
        self._timer = QTimer(self, interval=_TICK_MILLISECONDS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.note_pause)
        self._timer.start()

    @Slot()
    def note_pause(self) -> None:
        """Note the time since the last tick, beyond the interval."""
        now = time.perf_counter()
        self.pauses.append(max(0.0, (now - self._last_tick) * 1000 - _TICK_MILLISECONDS))
        self._last_tick = now

    def end(self) -> None:
        """Note the last pause and stop."""
        self.note_pause()
        self._timer.stop()


class Journey:
    """Prints a row of the table for each part of a journey."""

    def __init__(self, name: str) -> None:
        self._name = name

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Measure the pauses in the block and for a glance after it."""
        probe = PauseProbe()
        yield
        QTest.qWait(_GLANCE_MILLISECONDS)
        probe.end()
        worst, high, median = np.percentile(probe.pauses, [100, 99, 50])
        print_row(f"{self._name}: {name}", f"{worst:.0f}", f"{high:.0f}", f"{median:.0f}")
