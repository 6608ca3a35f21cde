"""Lets the window go before the work in the lanes while both want the interpreter."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from core.jobs import Job

# Showing a page ends with layout and painting, in turns of the event loop of their own.
_HOLD_MILLISECONDS = 30
# A lane waits no longer than this: a dialog of the system may keep the window's thread for long.
_LONGEST_SECONDS = 0.25


class Precedence(QObject):
    """Holds work in other threads back while the window shows something.

    Python runs one thread at a time. Work in Python takes the interpreter as soon as the window
    calls Qt, and the window then waits for it at hundreds of places while it shows one page.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._free = threading.Event()
        self._free.set()
        self._end = QTimer(self)
        self._end.setSingleShot(True)
        self._end.setInterval(_HOLD_MILLISECONDS)
        self._end.timeout.connect(self._free.set)

    def take(self) -> None:
        """Hold the lanes back until the window has shown what it is about to show."""
        self._free.clear()
        self._end.start()

    def end(self) -> None:
        """Let the lanes run."""
        self._end.stop()
        self._free.set()

    def wait(self) -> None:
        """Wait in a lane until the window has had its turn."""
        if not self._free.is_set() and not self._free.wait(_LONGEST_SECONDS):
            self._free.set()


class LaneJob(Job):
    """The job of work in a lane; it gives way wherever it looks for a cancellation.

    Parameters
    ----------
    give_way : callable
        Called before each look unless cancellation was requested; may wait.
    """

    def __init__(self, give_way: Callable[[], None]) -> None:
        super().__init__()
        self._give_way = give_way

    def check(self) -> None:
        """Raise `Cancelled` if cancellation was requested; give way to the window."""
        if not self.cancelled:
            self._give_way()
        super().check()
